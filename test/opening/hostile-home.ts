// A folder -> a config home with two sessions and everything a session can have, clew's own folders, and the places to attack.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathHash } from "../../src/find/index.ts";
import type { Kind, Outside } from "./special-file.ts";

export const attacked = "a7a7a7a7-0000-4000-8000-000000000007";
export const other = "b8b8b8b8-0000-4000-8000-000000000008";
const stray = "c9c9c9c9-0000-4000-8000-000000000009";
/** Stands only in files outside of the home. */
export const marker = "MARKER-FROM-OUTSIDE";

const project = "projects/-home-ada-loom";
const editedFile = "/home/ada/loom/warp.txt";
const backup = `${pathHash(editedFile)}@v1`;

type PlaceFacts = {
  /** A log or a saved output may have any size. */
  readonly isLarge?: true;
  /** People may link these, so what a link shows is theirs. */
  readonly isLinkable?: true;
  /** Without it, the other session is gone too. */
  readonly isAll?: true;
};

type Places = Readonly<Record<string, PlaceFacts>>;

/** Of one session, below its home. */
export function sessionPlaces(id: string): Places {
  const own = `${project}/${id}`;
  return {
    [`${own}.jsonl`]: { isLarge: true },
    [own]: {},
    [`${own}/resume-head.jsonl`]: { isLarge: true },
    [`${own}/subagents`]: {},
    [`${own}/subagents/agent-abc.jsonl`]: { isLarge: true },
    [`${own}/subagents/agent-abc.meta.json`]: {},
    [`${own}/subagents/below`]: { isLarge: true },
    [`${own}/tool-results`]: {},
    [`${own}/tool-results/toolu_1.txt`]: { isLarge: true },
    [`file-history/${id}`]: {},
    [`file-history/${id}/${backup}`]: {},
    [`todos/${id}-agent-${id}.json`]: { isLarge: true },
    [`tasks/${id}`]: {},
  };
}

/** Below a config home. */
const homePlaces: Places = {
  projects: { isLinkable: true, isAll: true },
  [project]: { isLinkable: true },
  "projects/stray": { isLinkable: true },
  "projects/stray.jsonl": { isLarge: true, isLinkable: true },
  [`${project}/${stray}.jsonl`]: { isLarge: true },
  [`${project}/agent-f1a7.jsonl`]: { isLarge: true },
  [`${project}/memory`]: { isLarge: true },
  ...sessionPlaces(attacked),
  "file-history": {},
  todos: {},
  tasks: {},
  sessions: {},
  "sessions/1.json": {},
  "settings.json": {},
  "history.jsonl": {},
  plans: {},
};

/** Below the folder that holds `home`, `data` and `cache`. */
export const places: Places = {
  ...Object.fromEntries(Object.entries(homePlaces).map(([place, facts]) => [`home/${place}`, facts])),
  data: {},
  "data/titles.jsonl": {},
  "data/lineage.jsonl": {},
  "data/deleted-sessions.jsonl": {},
  "data/kept": {},
  [`data/kept/${attacked}`]: {},
  "data/trash": {},
  "data/locks": {},
  "data/intents": {},
  cache: {},
  "cache/catalog.sqlite": {},
  "cache/catalog.sqlite-wal": {},
  "cache/catalog.lock": {},
  "cache/serve": {},
};

/** A log or an output of that size is read for as long as it takes. */
export const isTried = ({ isLarge }: PlaceFacts, kind: Kind): boolean => isLarge !== true || kind !== "1 TB of nothing";

/** Written a day before the clock of the tests, so that no session counts as in use. */
const written = new Date("2026-11-14T18:00:00.000Z");

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, written, written);
}

type Line = Readonly<Record<string, unknown>>;
const text = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

export function furnish(folder: string): void {
  const home = join(folder, "home");
  furnishSession(home, attacked);
  put(join(home, `projects/-home-ada-dye/${other}.jsonl`), text(sessionLines(other, "Dye the weft")));
  put(join(home, project, "agent-f1a7.jsonl"), text([agentLine(attacked, "f1a7")]));
  put(join(home, "sessions", "1.json"), JSON.stringify({ pid: 1, sessionId: other, procStart: "0" }));
  put(join(home, "settings.json"), '{"cleanupPeriodDays":99}');
  for (const name of ["data", "cache"]) mkdirSync(join(folder, name));
}

export function furnishSession(home: string, id: string): void {
  const own = join(home, project, id);
  put(`${own}.jsonl`, text(sessionLines(id, "Weave the warp")));
  put(join(own, "subagents", "agent-abc.jsonl"), text([agentLine(id, "abc")]));
  put(join(own, "subagents", "agent-abc.meta.json"), '{"agentType":"Explore","description":"look"}');
  put(join(own, "tool-results", "toolu_1.txt"), "a long output");
  put(join(home, "file-history", id, backup), "warp\n");
  put(join(home, "todos", `${id}-agent-${id}.json`), "[]");
  put(join(home, "tasks", id, "1.json"), "{}");
}

const agentLine = (sessionId: string, agentId: string): Line => ({
  type: "user",
  uuid: "a1",
  parentUuid: null,
  isSidechain: true,
  agentId,
  sessionId,
  timestamp: "2026-11-14T10:00:02.000Z",
  message: { role: "user", content: "Look around" },
});

/** One line that a log, a note, a registry and a title all would read. */
export function furnishOutside(folder: string): Outside {
  const line = {
    ...sessionLines(attacked, marker)[0],
    agentId: "abc",
    agentType: marker,
    description: marker,
    title: marker,
    status: marker,
    name: marker,
  };
  const names = ["outside.jsonl", `${stray}.jsonl`, "agent-abc.jsonl", "toolu_1.txt", "1.json", backup, "titles.jsonl"];
  for (const name of [...names, `subagents/agent-abc.jsonl`, "agent-abc.meta.json"])
    put(join(folder, name), text([line]));
  return { folder, file: join(folder, "outside.jsonl") };
}

function sessionLines(sessionId: string, words: string): readonly Line[] {
  const entry = (at: number, more: Line): Line => ({
    parentUuid: at === 0 ? null : `${sessionId.slice(0, 4)}-${at - 1}`,
    isSidechain: false,
    uuid: `${sessionId.slice(0, 4)}-${at}`,
    timestamp: `2026-11-14T10:00:0${at}.000Z`,
    sessionId,
    cwd: "/home/ada/loom",
    version: "2.1.45",
    ...more,
  });
  const reply = (at: number, block: Line): Line =>
    entry(at, {
      type: "assistant",
      message: { id: `msg_${at}`, type: "message", role: "assistant", model: "m", content: [block] },
    });
  const result = (at: number, id: string, toolUseResult: Line): Line =>
    entry(at, {
      type: "user",
      toolUseResult,
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
    });
  const edit = { file_path: editedFile, old_string: "warp", new_string: "weft" };
  const task = { description: "look", prompt: "Look around", subagent_type: "Explore" };
  return [
    entry(0, { type: "user", message: { role: "user", content: words } }),
    {
      type: "file-history-snapshot",
      messageId: `${sessionId.slice(0, 4)}-0`,
      isSnapshotUpdate: false,
      snapshot: {
        messageId: `${sessionId.slice(0, 4)}-0`,
        timestamp: "2026-11-14T10:00:00.500Z",
        trackedFileBackups: {
          [editedFile]: { backupFileName: backup, version: 1, backupTime: "2026-11-14T10:00:00.500Z" },
        },
      },
    },
    reply(1, { type: "tool_use", id: "toolu_1", name: "Edit", input: edit }),
    result(2, "toolu_1", {
      filePath: editedFile,
      oldString: "warp",
      newString: "weft",
      originalFile: null,
      structuredPatch: [],
    }),
    reply(3, { type: "tool_use", id: "toolu_2", name: "Task", input: task }),
    result(4, "toolu_2", { agentId: "abc", status: "completed", content: [] }),
    reply(5, { type: "text", text: "It is done." }),
  ];
}
