// A sample -> a home of its own that holds it as a client would have left it, and what can be asked of it; the sample is only read.
import { copyFile, cp, mkdir, mkdtemp, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isUuid } from "../../../src/format/index.ts";
import { openSession } from "../../../src/store/index.ts";
import type { Sample } from "../sessions.ts";
import type { Subject } from "./operations.ts";

/** Of a sample whose file is not named by one. */
const anyId = "11111111-1111-4111-8111-111111111111";
/** Long enough ago that nobody could still be writing. */
const restedMs = 60 * 60 * 1000;

export type Workplace = { readonly subject: Subject; readonly file: string; readonly root: string };

export async function furnish(sample: Sample, scratchDir: string): Promise<Workplace> {
  const root = await mkdtemp(join(scratchDir, "reshape-"));
  const stem = basename(sample.file, ".jsonl");
  const sessionId = isUuid(stem) ? stem : anyId;
  const project = join(root, "home", "projects", "-sample");
  const elsewhere = join(root, "elsewhere");
  for (const folder of [project, elsewhere]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(project, `${sessionId}.jsonl`);
  await copyFile(sample.file, file);
  const side = join(dirname(sample.file), stem);
  const hasSide = await stat(side).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (hasSide) await cp(side, join(project, sessionId), { recursive: true });
  const then = new Date((await stat(file)).mtimeMs - restedMs);
  await utimes(file, then, then);
  return { root, file, subject: { ...facts(file), sessionId, home: join(root, "home"), elsewhere } };
}

function facts(file: string): Pick<Subject, "turns" | "compactions"> {
  const { session, close } = openSession(file, { agents: "left-out" });
  try {
    return {
      turns: session.turns.filter(({ prompt }) => prompt !== undefined).map(({ label }) => label),
      compactions: session.compactions.filter(({ onPath }) => onPath).length,
    };
  } finally {
    close();
  }
}
