// Twenty thousand logs that come at once -> each found, each line told, by real watches and real time.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeClock, openTail } from "../../src/live/index.ts";

const count = 20_000;

test("a burst of twenty thousand new files is found whole", async () => {
  const home = fs.mkdtempSync(join(tmpdir(), "clew-burst-"));
  fs.mkdirSync(join(home, "projects", "-p"), { recursive: true });
  const found = new Map<string, number>();
  let lines = 0;
  let done = (): void => undefined;
  let ready = (): void => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const tail = openTail({
    homes: [home],
    clock: nodeClock,
    onEvent(event) {
      if (event.kind === "ready") ready();
      if (event.kind === "found") found.set(event.file.path, (found.get(event.file.path) ?? 0) + 1);
      if (event.kind === "lines") lines += event.lines.length;
      if (lines >= count) done();
    },
  });
  try {
    await isReady;
    for (let file = 0; file < count; file += 1) {
      const folder = join(home, "projects", file % 2 === 0 ? "-p" : `-p${file % 50}`);
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(join(folder, `${file}.jsonl`), `{"type":"user","uuid":"u${file}"}\n`);
    }
    await all;
    expect([found.size, Math.max(...found.values()), lines]).toEqual([count, 1, count]);
  } finally {
    tail.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}, 60_000);
