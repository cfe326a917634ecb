// The command in a clone on a Node that is too old for the index -> it runs on the one that was fetched, and hands on what comes of it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "./tree.ts";

const source = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

/** A clone whose command tells who runs it, and does as it is told; `fetched` is what stands for the newer Node. */
function clone(fetched?: string): { readonly root: string; readonly binary: string } {
  const root = scratchFolder();
  for (const folder of ["bin", "dist/clew"]) mkdirSync(join(root, folder), { recursive: true });
  const binary = join(root, "bin", "clew.js");
  copyFileSync(source, binary);
  writeFileSync(
    join(root, "dist", "clew", "main.cjs"),
    `console.log(JSON.stringify({ by: process.env.BY ?? "the machine's", mark: process.env.CLEW_HANDED_ON, args: process.argv.slice(2) }));
     if (process.argv[2] === "wait") setInterval(() => undefined, 1000);
     else process.exitCode = Number(process.argv[2]);`,
  );
  if (fetched !== undefined) {
    const folder = join(root, ".toolchain", "node_modules", "node-any", "bin");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "node"), fetched);
    chmodSync(join(folder, "node"), 0o755);
  }
  return { root, binary };
}

const newer = `#!/bin/sh\nBY=fetched exec "${process.execPath}" "$@"\n`;

/** For every Node below as well: a newer one that is none must not be tried for ever. */
function pretending(root: string, version: string): Readonly<Record<string, string | undefined>> {
  const preload = join(root, "pretend.cjs");
  writeFileSync(
    preload,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
  );
  return { ...process.env, NODE_OPTIONS: `--require=${preload}` };
}

function told(version: string, fetched?: string): { readonly status: number | null; readonly said: unknown } {
  const { root, binary } = clone(fetched);
  const env = pretending(root, version);
  const { status, stdout } = spawnSync(process.execPath, [binary, "3", "a b"], { env, encoding: "utf8" });
  return { status, said: JSON.parse(stdout) };
}

describe.skipIf(process.platform === "win32")("an old Node", () => {
  test.each(["20.19.0", "22.12.0"])("hands on to a newer one beside it, once: %s", (version) => {
    expect(told(version, newer)).toEqual({ status: 3, said: { by: "fetched", args: ["3", "a b"] } });
  });

  test("that has none beside it, or one that does not run, does the work itself", () => {
    const own = { status: 3, said: { by: "the machine's", args: ["3", "a b"] } };
    expect(told("20.19.0")).toEqual(own);
    expect(told("20.19.0", "#!/nowhere\n")).toEqual(own);
  });

  test("that is new enough does the work itself", () => {
    expect(told("22.13.0", newer).said).toMatchObject({ by: "the machine's" });
    expect(told("24.0.0", newer).said).toMatchObject({ by: "the machine's" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)("hands on %s, and ends by it as the other does", async (signal) => {
    const { root, binary } = clone(newer);
    const env = pretending(root, "20.19.0");
    const child = spawn(process.execPath, [binary, "wait"], { env, stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    // Its output is closed only when both are gone.
    const closed = once(child, "close");
    child.stdout.resume();
    child.kill(signal);
    expect(await closed).toEqual([null, signal]);
  });
});
