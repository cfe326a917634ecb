// The histories of a file and of the files it came from -> its versions in order, with the text of each, one at a time.
import type { VersionText } from "./blame.ts";
import { readContent } from "./content.ts";
import type { EvidenceReader } from "./evidence-detail.ts";
import type { FileHistory, FileVersion } from "./version.ts";

/** Every version that led to the last one, across renames and copies, oldest first. */
export function versionChain(
  history: FileHistory,
  histories: ReadonlyMap<string, FileHistory>,
): readonly FileVersion[] {
  const chain: FileVersion[] = [];
  let at: { readonly history: FileHistory; readonly number: number } | undefined = {
    history,
    number: history.versions.length,
  };
  // Each step goes to an earlier moment; a loop of moves within one is cut here.
  const most = [...histories.values()].reduce((sum, { versions }) => sum + versions.length, history.versions.length);
  while (at !== undefined && chain.length <= most) {
    const version: FileVersion | undefined = at.history.versions[at.number - 1];
    if (version === undefined) break;
    chain.push(version);
    const from: FileHistory | undefined = version.body.kind === "same" ? histories.get(version.body.key) : undefined;
    at =
      version.body.kind === "same" && from !== undefined
        ? { history: from, number: version.body.number }
        : { history: at.history, number: at.number - 1 };
  }
  return chain.reverse();
}

/** The text of each version, made from the one before it where that is quicker. */
export function* versionTexts(
  chain: readonly FileVersion[],
  reader: EvidenceReader,
): Generator<VersionText, void, undefined> {
  let text: string | undefined;
  for (const version of chain) {
    text = textAfter(version, text, reader);
    yield { version, text };
  }
}

function textAfter({ body }: FileVersion, before: string | undefined, reader: EvidenceReader): string | undefined {
  switch (body.kind) {
    case "none":
    case "lines":
      return undefined;
    case "ref":
      return readContent(body.ref, reader)?.text;
    case "same":
      return before;
    case "delta":
      return before === undefined
        ? undefined
        : `${before.slice(0, body.start)}${body.text}${before.slice(body.start + body.removed)}`;
  }
}
