// What went wrong between here and a Messages API -> one error with a code, a message and what to do; never holds a key.

export type ModelErrorCode = "bad-address" | "unreachable" | "refused" | "bad-answer" | "timed-out";

export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly hint: string;

  constructor(code: ModelErrorCode, message: string, options: { readonly hint: string; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "ModelError";
    this.code = code;
    this.hint = options.hint;
  }
}
