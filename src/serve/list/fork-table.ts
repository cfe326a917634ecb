// Session files -> the session that each repeats, where its own entries do not say; only logs that begin alike are compared.
import { isUuid } from "../../format/index.ts";
import { type Forkable, forkParents } from "../../find/index.ts";
import type { Digest } from "../../graph/index.ts";
import type { SessionFile } from "../../store/index.ts";

export type ForkOptions = {
  /** Undefined where it is not known, or not worth a look. */
  readonly firstUuid: (file: SessionFile) => string | undefined;
  /** Undefined while only parts of the log were read. */
  readonly digest: (file: SessionFile) => Digest | undefined;
};

export type ForkTable = (file: SessionFile) => string | undefined;

export function forkTable(files: readonly SessionFile[], { firstUuid, digest }: ForkOptions): ForkTable {
  const parents = new Map<string, string | undefined>();
  let families: ReadonlyMap<string, readonly SessionFile[]> | undefined;

  function compare(family: readonly SessionFile[]): void {
    const read = family.flatMap((file) => forkable(file, digest(file)) ?? []);
    forkParents(read).forEach((parent, at) => void parents.set(read[at]?.path ?? "", parent));
    for (const { path } of family) if (!parents.has(path)) parents.set(path, undefined);
  }

  return (file) => {
    const first = firstUuid(file);
    if (first === undefined) return undefined;
    families ??= familiesOf(files, firstUuid);
    const family = families.get(first) ?? [];
    if (family.length < 2) return undefined;
    if (!parents.has(file.path)) compare(family);
    return parents.get(file.path);
  };
}

function familiesOf(
  files: readonly SessionFile[],
  firstUuid: ForkOptions["firstUuid"],
): ReadonlyMap<string, readonly SessionFile[]> {
  const families = new Map<string, SessionFile[]>();
  for (const file of files) {
    const first = firstUuid(file);
    if (first === undefined) continue;
    const others = families.get(first);
    if (others === undefined) families.set(first, [file]);
    else others.push(file);
  }
  return families;
}

function forkable({ path, stem }: SessionFile, digest: Digest | undefined): Forkable | undefined {
  return digest && { id: isUuid(stem) ? stem : (digest.sessionId ?? stem), path, digest };
}
