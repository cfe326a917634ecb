// The door of proof: real clients, run on copies against the stand-in, and what they were seen to send.
export type { Input, RunEnd } from "./client-run.ts";
export { comparable } from "./comparable.ts";
export type { ComparableBlock } from "./comparable.ts";
export { compareRequests } from "./compare.ts";
export type { Difference } from "./compare.ts";
export type { Host } from "./host.ts";
export { installClient } from "./install.ts";
export type { Client, InstallOptions } from "./install.ts";
export type { Isolation } from "./isolation.ts";
export { startProver } from "./prover.ts";
export type { Prover } from "./prover.ts";
export type { RecordedFile, RecordRequest, RecordResult } from "./record.ts";
export { defaultPrompt } from "./resume.ts";
export type { ResumeRequest, ResumeResult } from "./resume.ts";
export type { Scenario, ScenarioRun, ScenarioStop } from "./scenario.ts";
export { isSentMessage } from "./sent-message.ts";
