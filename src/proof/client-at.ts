// The path of an installed client -> which version it says it is; it is run in a fresh home of its own.
import { runClient } from "./client-run.ts";
import type { Host } from "./host.ts";
import type { Client } from "./install.ts";
import { clientEnvironment, withPlace } from "./place.ts";

const timeoutMs = 30_000;
/** Nobody listens there. */
const noPort = 9;

/** Undefined when it does not run or tells no version. */
export function clientAt(binary: string, host: Host): Promise<Client | undefined> {
  return withPlace(host, async (place) => {
    const { stdout } = await runClient({
      client: { version: "unknown", binary },
      place,
      environment: clientEnvironment(place, noPort),
      args: ["--version"],
      timeoutMs,
      over: new AbortController().signal,
    }).catch((error: unknown) => {
      if (error instanceof Error && "code" in error) return { stdout: "" };
      throw error;
    });
    const version = /^\s*(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
    return version === undefined ? undefined : { version, binary };
  });
}
