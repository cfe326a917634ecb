// The histories of a file and of the files it came from -> its versions in order, with the text of each, one at a time.
import type { VersionText } from "./blame.ts";
import { readContent, redoEdit } from "./content.ts";
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

/** The text of each version, as a change of the one before it where that is how it is known. */
export function* versionTexts(
  chain: readonly FileVersion[],
  reader: EvidenceReader,
): Generator<VersionText, void, undefined> {
  let isKnown = false;
  for (const version of chain) {
    const text: VersionText["text"] = textOf(version, reader);
    const isOnBefore = text.kind !== "text" && text.kind !== "unknown";
    const found: VersionText["text"] = isOnBefore && !isKnown ? unknown : text;
    isKnown = found.kind !== "unknown";
    yield { version, text: found };
  }
}

const unknown = { kind: "unknown" } as const;

function textOf({ body }: FileVersion, reader: EvidenceReader): VersionText["text"] {
  switch (body.kind) {
    case "none":
    case "lines":
      return unknown;
    case "ref": {
      const text = readContent(body.ref, reader)?.text;
      return text === undefined ? unknown : { kind: "text", text };
    }
    case "same":
      return body;
    case "delta":
      return body;
    case "edit":
      return { kind: "edit", apply: (before) => redoEdit(before, body, reader) };
  }
}
