// What a session does now, as one value: the state, since when, on which evidence and how surely; nothing is found out here.

export const statusNames = [
  "working",
  "running_command",
  "compacting",
  "waiting_approval",
  "asking_question",
  "waiting_input",
  "rate_limited",
  "error",
  "idle",
  "ended",
  "unknown",
] as const;
export type StatusName = (typeof statusNames)[number];

/** `certain`: the client itself says so, and it runs. `likely`: all that is known fits. `guess`: only silence speaks for it. */
export const confidences = ["certain", "likely", "guess"] as const;
export type Confidence = (typeof confidences)[number];

/** One sentence, with where it comes from. Sentences may quote a log: they are as untrusted as the log. */
export type StatusEvidence = {
  readonly source: "registry" | "log" | "agent" | "clock";
  readonly text: string;
  readonly atMs: number | undefined;
};

export type StatusCall = {
  readonly id: string;
  readonly tool: string;
  /** What the call is about, in one short line. */
  readonly about: string;
  /** The agent that made it; undefined for the session itself. */
  readonly agentId: string | undefined;
};

export type Status = {
  readonly status: StatusName;
  readonly confidence: Confidence;
  readonly sinceMs: number | undefined;
  /** The most telling first; never empty. */
  readonly evidence: readonly [StatusEvidence, ...StatusEvidence[]];
  /** The call that runs, waits for approval or asks. */
  readonly call: StatusCall | undefined;
  /** Agents of the session that are at work. */
  readonly agents: number;
};
