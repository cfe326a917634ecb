// A home beside a secret, a daemon on it, and requests with hostile values in every parameter of every route.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, stateOf, writeLog } from "../cli/tree.ts";
import { apiRoutes, encoded, hostileValues, parameterNames } from "./api-routes.ts";
import { type Told, daemonOptions, served } from "./served.ts";

export const id = "66666666-6666-4666-8666-666666666666";
const secret = "a secret outside of every home";

export function place() {
  const folder = scratchFolder();
  const home = join(folder, "home");
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", call("toolu_1", "Write", { file_path: "/home/ada/cloth.txt", content: "warp\n" }));
  log.result("toolu_1", "File created successfully at: /home/ada/cloth.txt");
  log.answer("m2", say("Woven"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  writeFileSync(join(folder, "secret"), secret);
  writeFileSync(join(folder, "secret.jsonl"), `${JSON.stringify({ type: "user", message: { content: secret } })}\n`);
  mkdirSync(join(folder, "data"));
  return { folder, home };
}

export async function daemonAt({ folder, home }: ReturnType<typeof place>) {
  const options = daemonOptions([home], folder);
  let started = 0;
  const one = await served(home, {
    ...options,
    actions: "allowed",
    startLane(lane, homes) {
      started += 1;
      return options.startLane(lane, homes);
    },
  });
  return { ...one, started: () => started };
}

const fitting: Readonly<Record<string, string>> = { ":id": id, ":agentId": "a1", ":line": "1", ":index": "0" };

/** Each parameter of the path takes each value, and each name in the query takes one, in turn. */
function* targets(): Generator<string, void, undefined> {
  const names = parameterNames();
  let turn = 0;
  for (const { path } of apiRoutes("none")) {
    const parts = path.split("/");
    const filled = (other: (part: string) => string | undefined): string =>
      parts.map((part) => other(part) ?? fitting[part] ?? part).join("/");
    for (const named of parts.filter((part) => part.startsWith(":")))
      for (const value of hostileValues) yield filled((part) => (part === named ? encoded(value) : undefined));
    for (const name of names) {
      const value = hostileValues[(turn += 1) % hostileValues.length] ?? "";
      yield `${filled(() => undefined)}?path=%2Fhome%2Fada%2Fcloth.txt&q=x&line=1&${name}=${encoded(value)}`;
    }
  }
}

export const isCalm = ({ status, bytes, headers }: Told): boolean =>
  status < 500 &&
  !bytes.includes(secret) &&
  !/\n\s+at |node:internal|mistake of clew/.test(bytes.toString("utf8")) &&
  headers["x-content-type-options"] === "nosniff" &&
  headers["set-cookie"] === undefined;

/** Several at once, as a page does. */
export async function eachOf<T>(all: Iterable<T>, check: (one: T) => Promise<void>): Promise<number> {
  const queue = [...all];
  const count = queue.length;
  const worker = async (): Promise<void> => {
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) await check(one);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return count;
}

/** One of `nth` targets of GET routes is tried; the result is how many. */
export async function tryGetRoutes(nth: number): Promise<number> {
  const where = place();
  const { api, ask, daemon, started } = await daemonAt(where);
  const before = [stateOf(where.home), stateOf(join(where.folder, "data"))];
  const wrong: string[] = [];
  const streamless = [...targets()].filter((path) => !/\/events(?:$|\?)/.test(path));
  const count = await eachOf(
    streamless.filter((_, at) => at % nth === 0),
    async (path) => {
      const told = await ask(path, { headers: { authorization: `Bearer ${daemon.token}` } });
      if (!isCalm(told)) wrong.push(`${told.status} ${path} ${told.bytes.toString("utf8").slice(0, 300)}`);
    },
  );
  expect(wrong).toEqual([]);
  expect([stateOf(where.home), stateOf(join(where.folder, "data"))]).toEqual(before);
  expect((await api(`/sessions/${id}`)).status).toBe(200);
  expect(started()).toBeLessThan(20);
  return count;
}
