// A folder, a session's id and a config home -> the line that resumes it in a shell: harmless on a terminal, and right when it is pasted.
import { sanitize } from "../view/index.ts";
import { homeVariable } from "./client-home.ts";

/** For shells of the Bourne family; a path cannot hold NUL, so a folder that does is none. The home: one that a client must be told. */
export function resumeLine(folder: string | undefined, sessionId: string, home?: string): string {
  const setting = isPath(home) ? `${homeVariable}=${shellQuoted(home)} ` : "";
  const resume = `${setting}claude --resume ${shellQuoted(sessionId)}`;
  if (!isPath(folder)) return resume;
  // A name that begins with a minus would be taken for an option.
  return `cd ${shellQuoted(folder.startsWith("-") ? `./${folder}` : folder)} && ${resume}`;
}

export const isPath = (folder: string | undefined): folder is string =>
  folder !== undefined && folder !== "" && !folder.includes("\0");

/** An id that the client would take for an option, or for a path, is none. */
export const isResumable = (sessionId: string): boolean => /^[0-9A-Za-z][0-9A-Za-z_-]*$/.test(sessionId);

/** Characters that a terminal would obey are told by their numbers, which takes `$'...'`. */
export function shellQuoted(text: string): string {
  if (/^[\w/.,:=@%+][\w/.,:=@%+-]*$/.test(text)) return text;
  const characters = Array.from(text);
  if (characters.every(isHarmless)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${characters.map((each) => (isHarmless(each) ? each.replace(/['\\]/, "\\$&") : octal(each))).join("")}'`;
}

const isHarmless = (character: string): boolean => !/[\n\t]/.test(character) && sanitize(character) === character;

/** Always three digits: what follows cannot become a part of the number. */
function octal(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
