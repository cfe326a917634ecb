// A scenario -> the session files a real client writes when it is played, kept as they stood after every run.
import { cp, mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isUuid } from "../format/index.ts";
import { countingIds, fillScript, fillText, startStandIn } from "../model/index.ts";
import type { RecordedRequest, Values } from "../model/index.ts";
import { runClient } from "./client-run.ts";
import type { RunEnd } from "./client-run.ts";
import type { Client } from "./install.ts";
import { clientEnvironment, withPlace } from "./place.ts";
import type { Place } from "./place.ts";
import type { Bench } from "./resume.ts";
import type { Scenario, ScenarioRun } from "./scenario.ts";

export type RecordRequest = {
  readonly client: Client;
  readonly scenario: Scenario;
  /** Copies come to lie in `into/<run>/`. */
  readonly into: string;
};

export type RecordResult = { readonly files: readonly RecordedFile[]; readonly runs: readonly RunEnd[] };

/** A session as it stood after a run that changed it. */
export type RecordedFile = { readonly run: number; readonly sessionId: string; readonly file: string };

export function recordScenario(
  { client, scenario, into }: RecordRequest,
  { host, over }: Bench,
): Promise<RecordResult> {
  return withPlace(host, async (place) => {
    const values = { cwd: place.cwd, config: place.config, agent: agentTool(client.version) };
    await furnish(scenario, place, values);
    const heard = hearing();
    const standIn = await startStandIn({
      script: fillScript({ rules: [...scenario.rules, summarising] }, values),
      ids: countingIds(),
      onRequest: heard.take,
    });
    const snapshots = new Map<string, string>();
    const files: RecordedFile[] = [];
    const runs: RunEnd[] = [];
    try {
      for (const [at, run] of scenario.runs.entries()) {
        const known = [...snapshots.keys()];
        const named = { ...values, first: known.at(0) ?? "", last: known.at(-1) ?? "" };
        const environment = clientEnvironment(place, standIn.port, scenario.environment);
        runs.push(await play(run, { client, place, environment, values: named, heard, over }));
        files.push(...(await snapshot(place, snapshots, join(into, String(at)))).map((made) => ({ run: at, ...made })));
      }
    } finally {
      await standIn.close();
    }
    return { files, runs };
  });
}

const summarising = {
  match: "create a detailed summary",
  steps: [
    {
      content: [
        { type: "text", text: "<analysis>All of it.</analysis>\n\n<summary>\nWhat was done so far.\n</summary>" },
      ],
    },
  ],
} as const;

/** The tool had another name before 2.1.63. */
function agentTool(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major < 2 || (major === 2 && (minor < 1 || (minor === 1 && patch < 63))) ? "Task" : "Agent";
}

async function furnish({ files = {}, settings }: Scenario, place: Place, values: Values): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(place.cwd, path);
    await mkdir(dirname(target), { recursive: true });
    const isText = typeof content === "string";
    await writeFile(target, isText ? fillText(content, values) : Buffer.from(content.base64, "base64"));
  }
  if (settings !== undefined) await writeFile(join(place.config, "settings.json"), JSON.stringify(settings));
}

type Hearing = {
  readonly take: (request: RecordedRequest) => void;
  /** Settles when a later request's human text matches. */
  readonly next: (pattern: string) => Promise<void>;
};

function hearing(): Hearing {
  const waiting = new Set<(human: string) => void>();
  return {
    take: ({ human }) => {
      for (const listen of waiting) listen(human);
    },
    next: (pattern) =>
      new Promise((resolve) => {
        const listen = (human: string) => {
          if (!new RegExp(pattern, "s").test(human)) return;
          waiting.delete(listen);
          resolve();
        };
        waiting.add(listen);
      }),
  };
}

type Stage = {
  readonly client: Client;
  readonly place: Place;
  readonly environment: { readonly [name: string]: string };
  readonly values: Values;
  readonly heard: Hearing;
  readonly over: AbortSignal;
};

function play({ args, stdin, timeoutMs = 60_000, stop }: ScenarioRun, stage: Stage): Promise<RunEnd> {
  const { client, place, environment, values, heard, over } = stage;
  return runClient({
    client,
    place,
    environment,
    args: args.map((arg) => fillText(arg, values)),
    ...(stdin === undefined ? {} : { stdin }),
    ...(stop === undefined ? {} : { stop: { ...stop, due: heard.next(stop.whenAsked) } }),
    timeoutMs,
    over,
  });
}

type Made = { readonly sessionId: string; readonly file: string };

async function snapshot(place: Place, known: Map<string, string>, into: string): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const { sessionId, path } of await sessionsByAge(place)) {
    const text = await readFile(path, "utf8");
    // Some clients leave files behind that hold no conversation.
    if (!text.includes('"type":"user"') || known.get(sessionId) === text) continue;
    known.set(sessionId, text);
    await mkdir(into, { recursive: true });
    const file = join(into, `${sessionId}.jsonl`);
    await writeFile(file, text);
    const side = join(place.project, sessionId);
    if ((await readdir(place.project)).includes(sessionId)) await cp(side, join(into, sessionId), { recursive: true });
    made.push({ sessionId, file });
  }
  return made;
}

async function sessionsByAge(place: Place): Promise<readonly { readonly sessionId: string; readonly path: string }[]> {
  const names = (await readdir(place.project)).filter((name) => name.endsWith(".jsonl") && isUuid(name.slice(0, -6)));
  const found = names.map(async (name) => {
    const path = join(place.project, name);
    return { sessionId: name.slice(0, -6), path, bornMs: (await stat(path)).birthtimeMs };
  });
  return (await Promise.all(found)).toSorted((a, b) => a.bornMs - b.bornMs);
}
