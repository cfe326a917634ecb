// What a scan of logs gives back: shapes only.
import type { Digest } from "../../graph/index.ts";
import type { WorldError } from "../world-error.ts";

export type ScannedLog = {
  readonly path: string;
  readonly digest: Digest;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
};
export type ScanFailure = { readonly path: string; readonly error: WorldError };
export type ScannedLogs = { readonly logs: readonly ScannedLog[]; readonly failed: readonly ScanFailure[] };
