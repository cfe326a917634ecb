// A way to hear and to say, and one who knows the answers -> every question answered, whatever goes wrong; runs in the lane's process.
import { WorldError, type WorldErrorCode } from "../../store/index.ts";
import { type Refusal, refusalJson } from "../guard/refusal.ts";
import { type Answer, type Progress, type Question, type Said, isAsked, jsonAnswer } from "./question.ts";

export type Answerer = (question: Question, onProgress: Progress) => Promise<Answer>;

export type Port = { readonly hear: (take: (asked: unknown) => void) => void; readonly say: (said: Said) => void };

export function answerAt({ hear, say }: Port, answerer: Answerer): void {
  hear((asked) => {
    if (!isAsked(asked)) return;
    const { id, question } = asked;
    const onProgress: Progress = (doneBytes, totalBytes) => say({ id, progress: { doneBytes, totalBytes } });
    let isAnswered = false;
    const answered = (answer: Answer): void => {
      isAnswered = true;
      say({ id, answer });
    };
    // Sent before the work, which may block: the daemon must know which question it was.
    say({ id, state: "begun" });
    answerer(question, onProgress).then(answered, (error: unknown) => answered(failure(error)));
    setImmediate(() => {
      if (!isAnswered) say({ id, state: "waiting" });
    });
  });
  say({ ready: true });
}

const statuses: Readonly<Record<WorldErrorCode, Refusal["status"]>> = {
  "not-found": 404,
  "unknown-session": 404,
  "is-directory": 404,
  "not-readable": 404,
  ambiguous: 400,
  "bad-argument": 400,
  "in-use": 409,
  exists: 409,
  changed: 409,
  "no-space": 500,
  failed: 500,
  "too-many": 429,
  busy: 503,
  timeout: 504,
};

/** A mistake of ours is told as one, and ends nothing: the other questions of this lane have nothing to do with it. */
export function failure(error: unknown): Answer {
  const refusal: Refusal =
    error instanceof WorldError
      ? { status: statuses[error.code], code: error.code, message: error.message, hint: error.hint }
      : {
          status: 500,
          code: "failed",
          message: `this is a mistake of clew's own: ${error instanceof Error ? error.message : String(error)}`,
          hint: "please report it",
        };
  return jsonAnswer(refusalJson(refusal), refusal.status);
}
