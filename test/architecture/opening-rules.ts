// A source file's imports -> where it opens or lists files itself instead of through `src/store/open`.
import type { Import } from "./syntax.ts";

const OPENERS = "src/store/open/";

/** Functions of Node that open a path for reading, or list a folder. */
const OPENING = /^(readFile|open|openAsBlob|readdir|opendir|createReadStream|ReadStream|cp|copyFile|glob)(Sync)?$/;

/** Files that may open paths themselves, and why: none of these paths is one that a home's content decides. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/store/rewrite/node-disk.ts": "the disk of the writer: opens for writing, and reads with the flags of store/open",
  "src/store/catalog/private-file.ts": "opens clew's own files for appending, with the check of store/open",
  "src/store/recover/open-folder.ts": "opens the folders of a recovery one by one, without following links",
  "src/store/scan/kernel.ts": "reads a file of the package",
  "src/find/search/needle-kernel.ts": "reads a file of the package",
  "src/serve/http/page.ts": "reads the files of the package's dashboard",
  "src/store/liveness-process.ts": "reads /proc and /etc/machine-id",
  "src/cli/open-files-error.ts": "reads the limit of open files from /proc",
  "src/cli/compile-cache.ts": "lists clew's own cache before Node reads it, at a start too early to load the store",
  "src/proof/process-tree.ts": "reads /proc",
  "src/proof/session-copy.ts": "copies a session that clew wrote, without links and special files, to a fresh folder",
  "src/proof/record.ts": "reads a fresh folder that clew made for one run of a client",
};

export function checkOpening(path: string, imports: readonly Import[]): readonly string[] {
  if (path.startsWith(OPENERS) || path in EXCEPTIONS) return [];
  return openingsIn(imports).map(
    ({ name, line }) => `${path}:${line}: opens files by ${name} and not through ${OPENERS}`,
  );
}

export function openingsIn(imports: readonly Import[]): readonly { readonly name: string; readonly line: number }[] {
  return imports
    .filter(({ target }) => target !== undefined && /^(node:)?fs(\/promises)?$/.test(target))
    .flatMap(({ names, line }) =>
      names.filter((name) => name === "*" || OPENING.test(name)).map((name) => ({ name, line })),
    );
}
