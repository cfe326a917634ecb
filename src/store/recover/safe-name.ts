// One part of a path that a log tells -> a name that any folder of this system takes; never a separator, a dot alone or a device.
import { createHash } from "node:crypto";

/** What a system's file names may not hold. */
export type NameRules = "posix" | "windows";

/** Every file system takes this many bytes. */
const mostBytes = 255;
const longestEnding = 24;

const controls = /[\u0000-\u001F\u007F-\u009F/]/g;
const loneSurrogates = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** A colon would write into a stream beside the file, a backslash into another folder. */
const windowsSigns = /[<>:"|?*\\]/g;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)\s*(\.|$)/i;

export function safeName(part: string, rules: NameRules): string {
  const plain = part.replaceAll(controls, "_").replaceAll(loneSurrogates, "_");
  return shortened(dotless(rules === "posix" ? plain : forWindows(plain)), part);
}

function forWindows(name: string): string {
  const ended = name.replaceAll(windowsSigns, "_").replace(/[. ]+$/, (end) => "_".repeat(end.length));
  return devices.test(ended) ? `_${ended}` : ended;
}

const dotless = (name: string): string => (name === "" || name === "." || name === ".." ? `_${name.slice(1)}` : name);

/** A name that is cut keeps its ending, and a mark of what was cut. */
function shortened(name: string, part: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const { stem, ending } = split(name);
  const mark = createHash("sha256").update(part, "utf16le").digest("hex").slice(0, 8);
  return cut(stem, `~${mark}${ending}`);
}

/** Another name for what cannot have its own. */
export function otherName(name: string, attempt: number): string {
  const { stem, ending } = split(name);
  return cut(stem, `~${attempt}${ending}`);
}

/** Two names that some file system takes for the same have the same key. */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");

function split(name: string): { readonly stem: string; readonly ending: string } {
  const at = name.lastIndexOf(".");
  const ending = at > 0 ? name.slice(at) : "";
  return Buffer.byteLength(ending) > longestEnding
    ? { stem: name, ending: "" }
    : { stem: name.slice(0, name.length - ending.length), ending };
}

/** As many whole characters of the stem as there is room for. */
function cut(stem: string, tail: string): string {
  const room = mostBytes - Buffer.byteLength(tail);
  if (Buffer.byteLength(stem) <= room) return `${stem}${tail}`;
  let used = 0;
  let kept = "";
  for (const character of stem) {
    used += Buffer.byteLength(character);
    if (used > room) break;
    kept += character;
  }
  return `${kept}${tail}`;
}
