// A scripted use of a client, as plain data: what lies in the working folder, what the model answers, what is run.
import type { JsonObject } from "../format/index.ts";
import type { Rule } from "../model/index.ts";
import type { Input } from "./client-run.ts";
import type { Environment } from "./place.ts";

/** `{{cwd}}`, `{{config}}` and `{{agent}}` (the sub-agent tool's name) are filled in everywhere. */
export type Scenario = {
  readonly name: string;
  /** What the scenario makes the client write. */
  readonly exercises: string;
  /** Path below the working folder -> its text, or its bytes. */
  readonly files?: { readonly [path: string]: string | { readonly base64: string } };
  readonly settings?: JsonObject;
  readonly environment?: Environment;
  readonly rules: readonly Rule[];
  readonly runs: readonly ScenarioRun[];
};

export type ScenarioRun = {
  /** `{{first}}` and `{{last}}` also stand for the ids of the sessions made so far. */
  readonly args: readonly string[];
  readonly stdin?: readonly Input[];
  readonly timeoutMs?: number;
  readonly stop?: ScenarioStop;
};

/** Ends the client some time after it asked the model something that matches. */
export type ScenarioStop = {
  readonly whenAsked: string;
  readonly afterMs: number;
  readonly signal: "SIGKILL" | "SIGINT";
};
