// Files on disk -> sessions with their agents: joined by folder or by what they say, read only where nothing is known of them.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type SurveyOptions, survey } from "../../src/find/index.ts";
import { discover } from "../../src/store/index.ts";
import { digestOf } from "../digest.ts";
import { lines } from "./stats-log.ts";

const home = mkdtempSync(join(tmpdir(), "clew-survey-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const first = "11111111-0000-4000-8000-000000000001";
const second = "22222222-0000-4000-8000-000000000002";
const gone = "33333333-0000-4000-8000-000000000003";

function write(place: string, text: string): string {
  const path = join(home, "projects", place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const log = (sessionId: string): string =>
  lines({ sessionId }).prompt(`p-${sessionId}`).message(`m-${sessionId}`).text();
const agent = (sessionId: string, id: string): string => lines({ sessionId, isSidechain: true }).message(id).text();

const firstPath = write(`-loom/${first}.jsonl`, log(first));
write(`-loom/${first}/subagents/agent-a111111.jsonl`, agent(first, "m-a1"));
write(`-loom/${second}.jsonl`, log(second).slice(0, -1));
write("-loom/agent-a222222.jsonl", agent(second, "m-a2"));
write(`-loom/${gone}/subagents/agent-a333333.jsonl`, agent(gone, "m-a3"));
write("-loom/44444444-0000-4000-8000-000000000004.jsonl", "");
write("-loom/55555555-0000-4000-8000-000000000005.jsonl", "\n\n");

const surveyed = (options: SurveyOptions = {}) => survey(discover([home]), options);

test("agents stand with their sessions, by folder or by what they say, and alone where the session is gone", async () => {
  const { sessions, strays, failed } = await surveyed();
  const joined = sessions.map(({ id, agents }) => [id, agents.map(({ agentId }) => agentId).join()] as const);
  expect(new Map(joined)).toEqual(
    new Map([
      [first, "a111111"],
      [second, "a222222"],
    ]),
  );
  expect(strays.map(({ agentId, sessionStem }) => [agentId, sessionStem])).toEqual([["a333333", gone]]);
  expect(failed).toEqual([]);
});

test("what is known of a log is not read again, and its last lines are read where it grew", async () => {
  const whole = { ...digestOf(log(first)), customTitle: "from the catalog" };
  const text = log(second).slice(0, -1);
  const start = { ...digestOf(text.slice(0, text.indexOf("\n") + 1)), customTitle: "the beginning" };
  const known = new Map([
    [firstPath, { digest: whole }],
    [firstPath.replace(first, second), { digest: start }],
  ]);
  const { sessions } = await surveyed({ known });
  const told = sessions.map(({ id, digest }) => {
    const { customTitle = "", messages } = digest;
    return [id, `${customTitle} ${digest.lines} ${messages.ids.length}`] as const;
  });
  expect(new Map(told)).toEqual(
    new Map([
      [first, "from the catalog 2 1"],
      [second, "the beginning 2 1"],
    ]),
  );
});

test("a log that is shorter than what is known of it is read anew", async () => {
  const known = new Map([[firstPath, { digest: { ...digestOf(log(first)), bytes: 1_000_000, customTitle: "old" } }]]);
  const { sessions } = await surveyed({ known });
  expect(sessions.find(({ id }) => id === first)?.digest).toMatchObject({ customTitle: undefined, lines: 2 });
});

test("what the ledger kept of deleted logs stands beside the others", async () => {
  const facts = { slug: "-loom", sizeBytes: 10, modifiedMs: 0, deletedMs: 1 };
  const deleted = [
    { ...facts, kind: "session", path: "/gone", stem: gone, session: undefined, digest: digestOf(log(gone)) },
    {
      ...facts,
      kind: "agent",
      path: "/a",
      stem: "agent-a999999",
      session: gone,
      digest: digestOf(agent(gone, "m-a9")),
    },
  ] as const;
  const { sessions, strays } = await surveyed({ deleted });
  const back = sessions.find(({ id }) => id === gone);
  expect(back).toMatchObject({ isDeleted: true, stem: gone });
  expect(back?.agents.map(({ agentId, isDeleted }) => [agentId, isDeleted])).toEqual([
    ["a333333", false],
    ["a999999", true],
  ]);
  expect(strays).toEqual([]);
});

test.skipIf(process.getuid?.() === 0)("a log that cannot be read is named and hides no other", async () => {
  const path = write("-loom/66666666-0000-4000-8000-000000000006.jsonl", log("x"));
  chmodSync(path, 0);
  const { sessions, failed } = await surveyed();
  expect([sessions.length, failed.map((each) => each.path)]).toEqual([2, [path]]);
});

test("folders that could not be looked into are counted", async () => {
  const found = discover([home]);
  expect((await survey({ ...found, unreadable: [{ path: "/closed", reason: "permission denied" }] })).unreadable).toBe(
    1,
  );
  expect((await survey(found)).unreadable).toBe(0);
});
