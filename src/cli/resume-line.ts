// A folder, a session's id and a config home -> the line to paste that resumes the session.
import { commandLine, unprintable } from "../view/index.ts";
import { clewLine } from "./clew-line.ts";
import { homeVariable } from "./client-home.ts";
import type { Io } from "./io.ts";

export type ResumeTarget = {
  readonly sessionId: string;
  readonly folder: string | undefined;
  /** The config home, where Claude Code would not look into it by itself. */
  readonly home?: string | undefined;
};

/** The problem: why the line does not name the folder, or why no line would find the session. */
export type ResumeLine =
  | { readonly line: string; readonly problem?: string }
  | { readonly line: undefined; readonly problem: string };

/** `clew resume` starts Claude Code without a shell, so its line works for a folder that no line can name. */
export function resumeLine(io: Pick<Io, "command">, { sessionId, folder, home }: ResumeTarget): ResumeLine {
  const homeProblem = isPath(home) ? unprintable(home) : undefined;
  if (homeProblem !== undefined)
    return { line: undefined, problem: `cannot print a line for this config home: ${homeProblem}` };
  const folderProblem = isPath(folder) ? unprintable(folder) : undefined;
  if (folderProblem !== undefined)
    return {
      line: clewLine(io, ["resume", sessionId, ...(isPath(home) ? ["--dir", home] : [])]),
      problem: `cannot print a line for this folder: ${folderProblem}`,
    };
  const setting = isPath(home) ? `${homeVariable}=${commandLine([home])} ` : "";
  const resume = setting + commandLine(["claude", "--resume", sessionId]);
  return { line: isPath(folder) ? `${commandLine(["cd", asFolder(folder)])} && ${resume}` : resume };
}

/** Printed after a session that was just made. */
export function resumeText({ line, problem }: ResumeLine): string {
  const next = line === undefined ? "" : `go on with: ${line}\n`;
  return problem === undefined ? next : `${next}  ${problem}\n`;
}

/** `cd -x` takes an option, `cd +1` and `cd x` may go elsewhere (zsh's stack, CDPATH). */
const asFolder = (folder: string): string => (/^(?:[\\/]|[A-Za-z]:)/.test(folder) ? folder : `./${folder}`);

/** A path cannot hold NUL, so a folder that does is none. */
export const isPath = (folder: string | undefined): folder is string =>
  folder !== undefined && folder !== "" && !folder.includes("\0");

/** Claude Code would take other ids for an option or a path. */
export const isResumable = (sessionId: string): boolean => /^[0-9A-Za-z][0-9A-Za-z_-]*$/.test(sessionId);
