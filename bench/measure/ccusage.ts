// A cache folder -> ccusage's own binary in it, fetched when asked for; undefined where there is none for this machine.
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Job, runChild } from "./child.ts";
import type { Field } from "./field.ts";

export const ccusageVersion = "20.0.24";

export type Ccusage = { readonly path: string };

/** `fetch` asks the registry; else only what an earlier run left is used. */
export async function findCcusage(cache: string, how: "fetch" | "look"): Promise<Ccusage | undefined> {
  const folder = join(cache, `ccusage-${ccusageVersion}`);
  const name = `@ccusage/ccusage-${process.platform}-${process.arch}`;
  const path = join(folder, "node_modules", name, "bin", "ccusage");
  if (!existsSync(path) && how === "fetch") {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
    await runChild({ program: "npm", args: [...args, `${name}@${ccusageVersion}`] });
  }
  if (!existsSync(path)) return undefined;
  chmodSync(path, 0o755);
  return { path };
}

export function ccusageJob({ path }: Ccusage, { dir, scratch }: Field): Job {
  const env = { ...process.env, HOME: join(scratch, "home"), CLAUDE_CONFIG_DIR: dir };
  return { program: path, args: ["claude", "session", "--json", "--offline"], env };
}
