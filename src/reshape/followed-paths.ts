// The bytes of a line -> the same with the paths that follow the session to its new place, and with its old ids: what a result is held to.
import { folderScan } from "./folders.ts";
import { lineWriter } from "./line-writer.ts";
import type { Identity } from "./plan.ts";

export function followedPaths(identity: Identity): (bytes: Uint8Array) => Uint8Array {
  const folders = folderScan(identity);
  const write = lineWriter();
  return (bytes) => {
    if (folders.next(bytes, 0) === -1) return bytes;
    return write(bytes, folders.merge(bytes, []), "lf").subarray(0, -1);
  };
}
