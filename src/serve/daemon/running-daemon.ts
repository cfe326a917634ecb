// A record of a daemon -> whether it is there and answers as itself; asked over loopback, and only under its own address.
import { request } from "node:http";
import { parsedObject, stringField } from "../../format/index.ts";
import type { Processes } from "../../store/index.ts";
import { type DaemonRecord, isRunning } from "./record.ts";

const patienceMs = 2000;

export async function isServing(record: DaemonRecord, processes: Processes): Promise<boolean> {
  return isRunning(record, processes) && (await answers(record));
}

function answers({ url, token }: DaemonRecord): Promise<boolean> {
  return new Promise((resolve) => {
    const address = URL.parse("api/v1/health", url);
    if (address === null || !["127.0.0.1", "[::1]", "localhost"].includes(address.hostname)) return resolve(false);
    const asking = request(
      address,
      { headers: { authorization: `Bearer ${token}` }, timeout: patienceMs },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", () => resolve(false));
        answer.on("end", () => {
          const told = parsedObject(Buffer.concat(parts).toString("utf8")) ?? {};
          resolve(answer.statusCode === 200 && stringField(told, "name") === "clew");
        });
      },
    );
    // Whoever does not answer is not there.
    asking.on("error", () => resolve(false));
    asking.on("timeout", () => asking.destroy());
    return asking.end();
  });
}
