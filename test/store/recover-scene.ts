// A folder to recover into and a tree beside it that must not change -> what stands in them, and what a manifest tells.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type JsonObject, arrayField, isObject } from "../../src/format/index.ts";
import { type Disk, nodeDisk } from "../../src/store/index.ts";

/** What is written need not outlive the machine here. */
export const quickDisk: Disk = { ...nodeDisk, sync: () => undefined };

export type RecoverScene = { readonly folder: string; readonly out: string; readonly outside: string };

export function recoverScene(folder: string): RecoverScene {
  const outside = join(folder, "outside");
  mkdirSync(join(outside, "deep"), { recursive: true });
  writeFileSync(join(outside, "secret"), "secret");
  writeFileSync(join(outside, "deep", "a"), "deep");
  return { folder, out: join(folder, "out"), outside };
}

/** Everything below a folder: kinds, contents, where links lead. Nothing is followed. */
export function treeOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const item of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, item.name);
      if (item.isDirectory()) open.push(path);
      found.set(
        relative(folder, path),
        item.isDirectory() ? "folder" : item.isFile() ? readFileSync(path, "latin1") : `-> ${readlinkSync(path)}`,
      );
    }
  }
  return found;
}

export function manifestIn(path: string): readonly JsonObject[] {
  const whole: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isObject(whole)) throw new Error("a manifest is an object");
  return (arrayField(whole, "files") ?? []).filter(isObject);
}

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
