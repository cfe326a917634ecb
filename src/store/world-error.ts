// What went wrong outside of us, said once: what, where, and what to do; thrown where it is met, caught at the edge.

export type WorldErrorCode =
  | "not-found"
  | "is-directory"
  | "not-readable"
  | "ambiguous"
  | "unknown-session"
  | "bad-argument"
  /** Somebody writes to the session now, or may do so. */
  | "in-use"
  | "no-space"
  /** Something stands where we would write. */
  | "exists"
  /** It is no longer what it was when we looked. */
  | "changed"
  /** Too many requests at once. */
  | "too-many"
  /** Temporarily unavailable: a later try can succeed. */
  | "busy"
  | "timeout"
  | "failed";

export class WorldError extends Error {
  readonly code: WorldErrorCode;
  readonly hint: string;

  constructor(code: WorldErrorCode, message: string, options: { readonly hint: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = "WorldError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** An error of the file system as one of ours; anything else is a mistake of ours and stays what it is. */
export function worldError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  const cause = error;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return new WorldError("not-found", `no such file: ${path}`, {
        hint: "check the path, or list sessions with `clew ls`",
        cause,
      });
    case "EISDIR":
      return new WorldError("is-directory", `${path} is a folder`, {
        hint: "name a .jsonl file or a session id",
        cause,
      });
    case "EACCES":
    case "EPERM":
      return new WorldError("not-readable", `cannot read ${path}: permission denied`, {
        hint: "check the file's owner and mode",
        cause,
      });
    case "EMFILE":
    case "ENFILE":
      return new WorldError("failed", `cannot open ${path}: too many open files`, {
        hint: "raise the limit of open files, then try again",
        cause,
      });
    // A socket and a terminal without a process cannot even be opened.
    case "EFTYPE":
    case "ENXIO":
      return new WorldError("not-readable", `${path} is not a regular file`, {
        hint: "copy what it holds to a file first",
        cause,
      });
    case "ELOOP":
    case "EMLINK":
      return new WorldError("not-readable", `cannot read ${path}: it is a link`, {
        hint: "name the file that it leads to",
        cause,
      });
    case undefined:
      return error;
  }
  return new WorldError("failed", `cannot read ${path}: ${code}`, { hint: "try again, or check the disk", cause });
}

/** The system's own code; ours are no such. */
export function systemCode(error: unknown): string | undefined {
  if (error instanceof WorldError) return undefined;
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
