// What is asked of a lane and what it says; shapes that both sides agree on, nothing happens here.

/** Where it is answered: each lane is a process of its own, so that long work holds up none but its like. */
export const laneNames = ["read", "list", "look", "search", "count", "index", "act"] as const;
export type LaneName = (typeof laneNames)[number];

export type Question = {
  readonly about: string;
  readonly args: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** What the daemon knows and the lane does not: where sessions stand, by id. */
  readonly live?: Readonly<Record<string, unknown>>;
};

export type Progress = (doneBytes: number, totalBytes: number) => void;

export type Answer = { readonly status: number; readonly type: string; readonly body: Uint8Array<ArrayBuffer> };

export type Asked = { readonly id: number; readonly question: Question };

export type Said =
  /** The worker has loaded its code. */
  | { readonly ready: true }
  /** `begun`: its code runs now. `waiting`: it is not answered yet, but the worker can take another question. */
  | { readonly id: number; readonly state: "begun" | "waiting" }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly progress: { readonly doneBytes: number; readonly totalBytes: number } };

export function isAsked(value: unknown): value is Asked {
  return typeof value === "object" && value !== null && "id" in value && "question" in value;
}

export function isSaid(value: unknown): value is Said {
  if (typeof value !== "object" || value === null) return false;
  return "ready" in value || ("id" in value && ("answer" in value || "progress" in value || "state" in value));
}

const jsonType = "application/json; charset=utf-8";

export function jsonAnswer(text: string, status = 200): Answer {
  return { status, type: jsonType, body: new TextEncoder().encode(text) };
}
