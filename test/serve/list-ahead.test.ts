// A list that was made before anybody asked -> whoever asks first gets what was found for it, and everyone later what is there.
import { expect, test } from "vitest";
import { type JsonObject, arrayField, isObject, parsedObject } from "../../src/format/index.ts";
import { listAhead, listDesk } from "../../src/serve/index.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";

const idOf = (at: number): string => `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`;
const lineOf = (at: number): string =>
  `${JSON.stringify({ type: "user", uuid: `u${at}`, sessionId: idOf(at), message: { role: "user", content: "Weave" } })}\n`;

test("only the first list right behind one that was made ahead goes by what was found for that", async () => {
  const home = scratchFolder();
  writeLog(home, `-home-ada-loom/${idOf(1)}`, lineOf(1));
  const { answer: desk } = listDesk({
    homes: [home],
    openIndex: () => Promise.resolve(undefined),
    titles: () => new Map(),
    makings: () => new Map(),
    kept: () => () => false,
    moment: () => 0,
  });
  const count = async (about: string, nowMs: number): Promise<number> => {
    const { body } = await desk({ about, args: {}, nowMs });
    const told: JsonObject = parsedObject(new TextDecoder().decode(body)) ?? {};
    return (arrayField(told, "sessions") ?? []).filter(isObject).length;
  };
  await count(listAhead, 0);
  writeLog(home, `-home-ada-loom/${idOf(2)}`, lineOf(2));
  expect(await count("sessions", 1000)).toBe(1);
  expect(await count("sessions", 1001)).toBe(2);
  await count(listAhead, 2000);
  writeLog(home, `-home-ada-loom/${idOf(3)}`, lineOf(3));
  expect(await count("sessions", 9000)).toBe(3);
});
