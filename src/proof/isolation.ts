// A machine -> how far a client can be shut off from the network there, and the command that does it.
import { spawn } from "node:child_process";
import { searchPath } from "./host.ts";
import type { Host } from "./host.ts";

/** `settings-only`: the client is merely told to phone nobody; its address and key are still the stand-in's. */
export type Isolation = "network-namespace" | "settings-only";

export type Enclosure = { readonly isolation: Isolation; readonly command: readonly string[] };

const loopbackOnly = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
const enclosures: readonly (readonly string[])[] = [
  ["unshare", "-n", ...loopbackOnly],
  ["unshare", "-r", "-n", ...loopbackOnly],
];

export async function chooseEnclosure(host: Host): Promise<Enclosure> {
  for (const command of enclosures) {
    if (await works([...command, "true"], host)) return { isolation: "network-namespace", command };
  }
  return { isolation: "settings-only", command: [] };
}

function works([program = "", ...args]: readonly string[], host: Host): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { PATH: searchPath(host) }, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}
