// One HTTP request as it came in -> what a test may ask about it; read only.
import type { JsonObject } from "../format/index.ts";

export type RecordedRequest = {
  /** From 1, in order of arrival. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  /** Undefined when the body was no JSON object. */
  readonly body: JsonObject | undefined;
  readonly sizeBytes: number;
  /** The last human text, and how many assistant messages stand behind it. */
  readonly human: string;
  readonly step: number;
  /** Index of the rule that answered; undefined when none matched. */
  readonly rule: number | undefined;
};
