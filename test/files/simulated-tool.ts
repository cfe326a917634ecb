// A tool call of a simulated client and the bytes of its file -> the bytes after it and what the log tells of it.
import { structuredPatch } from "diff";

export type ClientVersion = "1.0.108" | "2.0.36" | "2.1.45" | "2.1.325";
export type TextEdit = { readonly old_string: string; readonly new_string: string; readonly replace_all?: boolean };

export type ToolOutcome =
  | { readonly kind: "error"; readonly message: string }
  | {
      readonly kind: "done";
      /** Absent where the tool only looked. */
      readonly bytes?: Buffer;
      readonly text: string;
      readonly result: Record<string, unknown>;
    };

/** Texts above these sizes are not repeated in results. */
const mostOriginal = 50_000;
const mostShown = 40_000;
const mostLines = 2000;

const isNewest = (version: ClientVersion): boolean => version === "2.1.325";

type Decoded = { readonly text: string; readonly encoding: "utf8" | "utf16le"; readonly ends: "lf" | "crlf" };

export function decode(bytes: Buffer): Decoded {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8";
  const sample = bytes.subarray(0, 4096).toString(encoding);
  const crlf = sample.split("\r\n").length - 1;
  const lf = sample.split("\n").length - 1 - crlf;
  return { text: bytes.toString(encoding), encoding, ends: crlf > lf ? "crlf" : "lf" };
}

const toLf = (text: string): string => text.split("\r\n").join("\n");

function encode(text: string, { encoding, ends }: Pick<Decoded, "encoding" | "ends">): Buffer {
  return Buffer.from(ends === "crlf" ? text.split("\n").join("\r\n") : text, encoding);
}

/** The client's patches show each leading tab as two spaces. */
function patchOf(before: string, after: string): readonly unknown[] {
  const untabbed = (text: string): string => text.replaceAll(/^\t+/gm, (tabs) => "  ".repeat(tabs.length));
  const { hunks } = structuredPatch("f", "f", untabbed(before), untabbed(after), "", "", { context: 3 });
  return hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines,
  }));
}

export function runRead(
  version: ClientVersion,
  bytes: Buffer | undefined,
  { path, offset, limit }: { readonly path: string; readonly offset?: number; readonly limit?: number },
): ToolOutcome {
  if (bytes === undefined) return { kind: "error", message: "File does not exist." };
  const isEarly = version === "2.0.36" || version === "1.0.108";
  const decoded = isEarly ? bytes.toString("utf8") : decode(bytes).text;
  const plain = toLf(isEarly ? decoded : decoded.replace(/^\uFEFF/, ""));
  const all = plain.split("\n");
  const start = offset ?? 1;
  let lines = all.slice(start - 1, start - 1 + (limit ?? mostLines));
  let isCapped = false;
  if (lines.join("\n").length > mostShown) {
    if (!isNewest(version))
      return { kind: "error", message: "File content (57246 tokens) exceeds maximum allowed tokens (25000)." };
    isCapped = true;
    while (lines.join("\n").length > mostShown) lines = lines.slice(0, Math.floor(lines.length * 0.9));
  }
  const numbered = lines.map((line, at) => `${mark(version, start + at)}${line}`).join("\n");
  const file = {
    filePath: path,
    content: lines.join("\n"),
    numLines: lines.length,
    startLine: start,
    totalLines: all.length,
    ...(isCapped ? { truncatedByTokenCap: true } : {}),
  };
  const reminder = isNewest(version)
    ? ""
    : "\n\n<system-reminder>\nWhenever you read a file, consider it.\n</system-reminder>\n";
  return { kind: "done", text: `${numbered}${reminder}`, result: { type: "text", file } };
}

function mark(version: ClientVersion, line: number): string {
  if (isNewest(version)) return `${line}\t`;
  return version === "1.0.108" ? `${String(line).padStart(6)}\t` : `${String(line).padStart(6)}→`;
}

export function runWrite(
  version: ClientVersion,
  bytes: Buffer | undefined,
  {
    path,
    content,
    projectEnds,
  }: { readonly path: string; readonly content: string; readonly projectEnds: "lf" | "crlf" },
): ToolOutcome {
  const before = bytes === undefined ? undefined : decode(bytes);
  const isMarked = isNewest(version) && before?.text.startsWith("\uFEFF") === true && !content.startsWith("\uFEFF");
  const written = isMarked ? `\uFEFF${content}` : content;
  const ends = isNewest(version) ? "lf" : (before?.ends ?? projectEnds);
  const shown = before === undefined ? undefined : isNewest(version) ? toLf(before.text) : before.text;
  const result: Record<string, unknown> = {
    type: before === undefined ? "create" : "update",
    filePath: path,
    content: written,
    structuredPatch: shown === undefined ? [] : patchOf(shown, written),
  };
  if (version === "2.1.45" || isNewest(version))
    result["originalFile"] = shown === undefined || tooLong(version, shown) ? null : shown;
  if (isNewest(version)) result["userModified"] = false;
  return {
    kind: "done",
    bytes: encode(written, { encoding: before?.encoding ?? "utf8", ends }),
    text:
      before === undefined
        ? `File created successfully at: ${path}`
        : `The file ${path} has been updated successfully.`,
    result,
  };
}

const tooLong = (version: ClientVersion, text: string): boolean => isNewest(version) && text.length > mostOriginal;

export function runEdits(
  version: ClientVersion,
  bytes: Buffer | undefined,
  { path, edits, tool }: { readonly path: string; readonly edits: readonly TextEdit[]; readonly tool: string },
): ToolOutcome {
  const isMaking = edits[0]?.old_string === "";
  if (bytes === undefined && !isMaking) return { kind: "error", message: "File does not exist." };
  const before = bytes === undefined ? { text: "", encoding: "utf8" as const, ends: "lf" as const } : decode(bytes);
  const original = toLf(before.text);
  if (isNewest(version) && bytes !== undefined && !Buffer.from(before.text, before.encoding).equals(bytes))
    return { kind: "error", message: "<tool_use_error>File is not valid UTF-8</tool_use_error>" };
  let text = original;
  const applied: TextEdit[] = [];
  for (const edit of edits) {
    const next = applyOne(version, text, edit);
    if (typeof next === "string") return { kind: "error", message: `<tool_use_error>${next}</tool_use_error>` };
    ({ text } = next);
    applied.push({ ...edit, old_string: next.found });
  }
  const shared = { filePath: path, structuredPatch: patchOf(original, text), userModified: false };
  const shown = tooLong(version, original) ? null : original;
  const [only] = applied;
  const result =
    tool === "MultiEdit"
      ? { ...shared, edits: applied, originalFileContents: original }
      : {
          ...shared,
          oldString: only?.old_string,
          newString: only?.new_string,
          originalFile: shown,
          replaceAll: only?.replace_all === true,
        };
  return { kind: "done", bytes: encode(text, before), text: `The file ${path} has been updated successfully.`, result };
}

type Applied = { readonly text: string; readonly found: string };

function applyOne(
  version: ClientVersion,
  text: string,
  { old_string: old, new_string: next, replace_all: all }: TextEdit,
): Applied | string {
  if (old === "") return text === "" ? { text: next, found: "" } : "Cannot create new file - file already exists.";
  const straight = (value: string): string =>
    value.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201C\u201D]/g, '"');
  const at = straight(text).indexOf(straight(old));
  const found = text.includes(old) ? old : text.slice(at, at + old.length);
  if (at === -1 || found === "") return `String to replace not found in file.\nString: ${old}`;
  const count = text.split(found).length - 1;
  if (count > 1 && all !== true) return `Found ${count} matches of the string to replace, but replace_all is false.`;
  // The newest clients give the new text the quotes of the file.
  const quoted = version === "2.1.325" && found !== old ? curly(next) : next;
  const gone = quoted === "" && !found.endsWith("\n") && text.includes(`${found}\n`) ? `${found}\n` : found;
  const parts = text.split(gone);
  const made = all === true ? parts.join(quoted) : [parts[0], parts.slice(1).join(gone)].join(quoted);
  return { text: made, found };
}

function curly(text: string): string {
  let isOpen = false;
  return text.replaceAll('"', () => {
    isOpen = !isOpen;
    return isOpen ? "\u201C" : "\u201D";
  });
}
