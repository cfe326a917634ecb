// What the prover and its worker say to each other, one JSON line each; a line that is neither is refused.
import { isObject, numberField, objectField, stringField } from "../format/index.ts";
import type { RecordRequest, RecordResult } from "./record.ts";
import type { Bench, ResumeRequest, ResumeResult } from "./resume.ts";

export type Job = { readonly id: number; readonly bench: Omit<Bench, "over"> } & Task;

export type Task =
  | { readonly kind: "resume"; readonly request: ResumeRequest }
  | { readonly kind: "record"; readonly request: RecordRequest };

export type Done = { readonly id: number } & Outcome;

export type Outcome =
  | { readonly kind: "resume"; readonly result: ResumeResult }
  | { readonly kind: "record"; readonly result: RecordResult }
  | { readonly kind: "failed"; readonly message: string };

export function isJob(value: unknown): value is Job {
  if (!isObject(value) || numberField(value, "id") === undefined) return false;
  const known = ["resume", "record"].includes(stringField(value, "kind") ?? "");
  return known && objectField(value, "bench") !== undefined && objectField(value, "request") !== undefined;
}

export function isDone(value: unknown): value is Done {
  if (!isObject(value) || numberField(value, "id") === undefined) return false;
  if (stringField(value, "kind") === "failed") return stringField(value, "message") !== undefined;
  return ["resume", "record"].includes(stringField(value, "kind") ?? "") && objectField(value, "result") !== undefined;
}
