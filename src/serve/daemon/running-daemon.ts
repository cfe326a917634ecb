// A record of a daemon -> what it says of itself, if it is there and answers as itself; asked over loopback, and only under its own address.
import { request } from "node:http";
import { type JsonObject, arrayField, isObject, parsedObject, stringField, trueField } from "../../format/index.ts";
import type { Processes } from "../../store/index.ts";
import { isProof, newNonce, proofOf } from "../guard/proof.ts";
import { type DaemonRecord, isRunning } from "./record.ts";

/** Its own word, which need not be what whoever asks would have wanted. */
export type Running = {
  readonly homes: readonly string[];
  readonly demo: boolean;
  readonly actions: boolean;
};

const patienceMs = 2000;

export async function runningOf(record: DaemonRecord, processes: Processes): Promise<Running | undefined> {
  // Another program may have taken the port since: the token is sent only to a server that knows it.
  if (!isRunning(record, processes) || !(await hasProof(record))) return undefined;
  const health = await jsonAt(record, "api/v1/health", { authorization: `Bearer ${record.token}` });
  if (health === undefined || stringField(health, "name") !== "clew") return undefined;
  const homes = (arrayField(health, "homes") ?? []).filter(isObject).flatMap((home) => stringField(home, "path") ?? []);
  return { homes, demo: trueField(health, "demo"), actions: trueField(health, "actions") };
}

type Place = Pick<DaemonRecord, "url" | "token">;

/** Whether a daemon that knows this token answers there; the token is not sent. */
export async function hasProof(place: Place): Promise<boolean> {
  const address = URL.parse(place.url);
  if (address === null) return false;
  const nonce = newNonce();
  const answer = await jsonAt(place, `api/v1/hello?nonce=${nonce}`, {});
  const authority = `${address.hostname}:${address.port === "" ? 80 : address.port}`;
  return isProof((answer && stringField(answer, "proof")) ?? "", proofOf(place.token, authority, nonce));
}

/** A daemon's answers to these requests are much shorter. */
const mostBytes = 1024 * 1024;

function jsonAt(
  { url }: Place,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<JsonObject | undefined> {
  return new Promise((resolve) => {
    const address = URL.parse(path, url);
    if (address === null || !["127.0.0.1", "[::1]", "localhost"].includes(address.hostname)) return resolve(undefined);
    const signal = AbortSignal.timeout(patienceMs);
    const asking = request(address, { headers, signal, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > mostBytes) asking.destroy();
      });
      answer.on("error", () => resolve(undefined));
      answer.on("end", () =>
        resolve(answer.statusCode === 200 ? parsedObject(Buffer.concat(parts).toString("utf8")) : undefined),
      );
    });
    // A server that does not answer is treated as missing.
    asking.on("error", () => resolve(undefined));
    return asking.end();
  });
}
