// The errors that a request gets when its lane has no answer.
import { WorldError } from "../../store/index.ts";

export const failed = (cause: unknown): WorldError =>
  new WorldError("failed", "cannot answer: the worker failed", { hint: "try again", cause });

export const closed = (): WorldError =>
  new WorldError("failed", "cannot answer: the daemon is stopping", { hint: "start it again with `clew serve`" });

export const abandoned = (): WorldError =>
  new WorldError("failed", "cannot answer: the client is gone", { hint: "send the request again" });

export const tooMany = (mostOpen: number): WorldError =>
  new WorldError("too-many", `cannot answer: ${mostOpen} requests are waiting already`, { hint: "try again later" });

export const resting = (): WorldError =>
  new WorldError("busy", "cannot answer: the workers are busy or keep failing", { hint: "try again in a few seconds" });

export const notStarted = (): WorldError =>
  new WorldError("timeout", "cannot answer: the worker did not start in time", { hint: "try again" });

export const tooLate = (ms: number): WorldError =>
  new WorldError("timeout", `cannot answer: the worker did not finish within ${Math.round(ms / 1000)} s`, {
    hint: "other requests are answered; run the command in a terminal to wait longer",
  });
