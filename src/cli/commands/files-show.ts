// `clew files show`: a file as it was at a moment, with how sure that is on stderr.
import { createHash } from "node:crypto";
import { type FileVersion, decodeBytes } from "../../graph/index.ts";
import { gapMark, gapsOf, partialText } from "../../find/index.ts";
import { WorldError } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import { contentText, versionLine } from "../files/file-text.ts";
import { momentIn, tooEarly, versionFor } from "../files/moment.ts";
import { type FilesFlags, withFiles } from "../files/open-files.ts";
import { versionJson } from "../files/version-json.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";

export type Flags = FilesFlags & JsonFlag & { readonly at?: string };

const unknownText = (version: FileVersion): string =>
  version.doubts.includes("too-large")
    ? "<<< not derivable: too large >>>\n"
    : `${gapsOf(version).map(gapMark).join("\n")}\n`;

export async function filesShow(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  return await withFiles(io, flags, ({ named, session }) => {
    const { history, content } = named(name);
    const moment = flags.at === undefined ? undefined : momentIn(io, flags.at, session);
    const held = versionFor(history, moment);
    const [first] = history.versions;
    const version = held ?? first;
    if (version === undefined) throw new WorldError("not-found", tooEarly(history), { hint: "try another time" });
    if (held === undefined) io.err(`clew: ${sanitizeLine(tooEarly(history))}; this is its first version\n`);
    const whole = content(version);
    if (flags.json) {
      const sha256 = whole === undefined ? undefined : createHash("sha256").update(whole.bytes).digest("hex");
      const text = whole?.text ?? partialText(version);
      io.out(jsonLine({ ...versionJson(history, version), sha256, size: whole?.bytes.length, content: text }));
    } else {
      io.err(`clew: ${versionLine(history, version)}\n`);
      if (version.exists) io.out(contentText(io, whole?.text ?? partialText(version) ?? unknownText(version)));
      if (whole !== undefined && !decodeBytes(whole.bytes).isText)
        io.err(`clew: its bytes are no text; \`${io.command} recover\` writes them as they are\n`);
    }
    return held === undefined || !version.exists ? 1 : 0;
  });
}
