// A record of a daemon -> what it says of itself, if it is there and answers as itself; asked over loopback, and only under its own address.
import { request } from "node:http";
import { type JsonObject, arrayField, isObject, parsedObject, stringField, trueField } from "../../format/index.ts";
import type { Processes } from "../../store/index.ts";
import { type DaemonRecord, isRunning } from "./record.ts";

/** Its own word, which need not be what whoever asks would have wanted. */
export type Running = {
  readonly homes: readonly string[];
  readonly demo: boolean;
  readonly actions: boolean;
};

const patienceMs = 2000;

export async function runningOf(record: DaemonRecord, processes: Processes): Promise<Running | undefined> {
  const health = isRunning(record, processes) ? await healthOf(record) : undefined;
  if (health === undefined || stringField(health, "name") !== "clew") return undefined;
  const homes = (arrayField(health, "homes") ?? []).filter(isObject).flatMap((home) => stringField(home, "path") ?? []);
  return { homes, demo: trueField(health, "demo"), actions: trueField(health, "actions") };
}

function healthOf({ url, token }: DaemonRecord): Promise<JsonObject | undefined> {
  return new Promise((resolve) => {
    const address = URL.parse("api/v1/health", url);
    if (address === null || !["127.0.0.1", "[::1]", "localhost"].includes(address.hostname)) return resolve(undefined);
    const asking = request(
      address,
      { headers: { authorization: `Bearer ${token}` }, timeout: patienceMs },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", () => resolve(undefined));
        answer.on("end", () =>
          resolve(answer.statusCode === 200 ? parsedObject(Buffer.concat(parts).toString("utf8")) : undefined),
        );
      },
    );
    // Whoever does not answer is not there.
    asking.on("error", () => resolve(undefined));
    asking.on("timeout", () => asking.destroy());
    return asking.end();
  });
}
