// A path and content -> the file, with the folders above it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
}
