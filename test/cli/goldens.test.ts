// Every verb on a tree -> exactly the golden page beside this file; to renew them: npx vitest run test/cli/goldens.test.ts -u
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { agentId, ids, loomHome } from "./loom.ts";
import { demoHome, placeless } from "./tree.ts";

const loom = loomHome();
const demo = demoHome();

/** `json` goldens are spread over several lines, so that a difference is seen at once. */
type Case = readonly [name: string, args: readonly string[], layout?: "json"];

const handMade: readonly Case[] = [
  ["lines", ["lines", ids.plain]],
  ["lines-json", ["lines", ids.broken, "--json"]],
  ["lines-broken", ["lines", ids.broken]],
  ["lines-summary", ["lines", ids.broken, "--summary"]],
  ["lines-summary-json", ["lines", ids.broken, "--summary", "--json"], "json"],
  ["entries", ["entries", ids.plain]],
  ["entries-broken", ["entries", ids.broken]],
  ["entries-broken-json", ["entries", ids.broken, "--json"]],
  ["entries-type-json", ["entries", ids.plain, "--type", "custom-title", "--json"]],
  ["session", ["session", ids.plain]],
  ["session-broken", ["session", ids.broken]],
  ["session-plain-json", ["session", ids.plain, "--json"], "json"],
  ["session-branched-json", ["session", ids.branched, "--json"], "json"],
  ["session-agents-json", ["session", ids.agents, "--json"], "json"],
  ["session-summary-json", ["session", ids.branched, "--summary", "--json"], "json"],
  ["request", ["request", ids.plain]],
  ["request-json", ["request", ids.plain, "--json", "--check"], "json"],
  ["request-reminders-json", ["request", ids.plain, "--json", "--reminders"], "json"],
  ["request-branched-json", ["request", ids.branched, "--json"], "json"],
  ["rows", ["rows", ids.plain]],
  ["rows-branch", ["rows", ids.branched, "--branch", "1"]],
  ["rows-agent", ["rows", ids.agents, "--agent", agentId]],
  ["show", ["show", ids.plain]],
  ["show-full", ["show", ids.plain, "--full"]],
  ["show-branched", ["show", ids.branched]],
  ["show-branch", ["show", ids.branched, "--branch", "1"]],
  ["show-turn", ["show", ids.branched, "--turn", "2"]],
  ["show-branch-turn", ["show", ids.branched, "--turn", "b1.1"]],
  ["show-broken", ["show", ids.broken]],
  ["show-agents", ["show", ids.agents]],
  ["show-agent", ["show", ids.agents, "--agent", "a5a5"]],
  ["show-raw", ["show", ids.branched, "--turn", "2", "--raw"]],
  ["show-json", ["show", ids.branched, "--json"]],
  ["ls", ["ls", "--no-index"]],
  ["ls-json", ["ls", "--json", "--no-index"], "json"],
  ["overview", ["overview"]],
  ["doctor", ["doctor"]],
  ["doctor-verbose", ["doctor", ids.plain, "--verbose"]],
  ["doctor-json", ["doctor", ids.broken, "--json"], "json"],
  ["drift", ["drift"]],
  ["drift-json", ["drift", "--json"]],
];

const onDemo: readonly Case[] = [
  ["demo-overview", ["--dir", demo]],
  ["demo-ls", ["ls", "--no-index"]],
  ["demo-ls-json", ["ls", "--json", "--limit", "2", "--no-index"], "json"],
  ["demo-show-compaction", ["show", "13e437a1"]],
  ["demo-show-branch", ["show", "CSV export", "--branch", "1"]],
  ["demo-show-turn-full", ["show", "13e437a1", "--turn", "2", "--full"]],
  ["demo-show-agent", ["show", "6ae43508", "--agent", "a4fe"]],
  ["demo-lines-summary", ["lines", "9b821b81", "--summary"]],
  ["demo-entries", ["entries", "9b821b81"]],
  ["demo-session", ["session", "89dee096"]],
  ["demo-session-summary-json", ["session", "89dee096", "--summary", "--json"], "json"],
  ["demo-request", ["request", "9b821b81"]],
  ["demo-rows", ["rows", "9b821b81"]],
  ["demo-doctor", ["doctor"]],
  ["demo-drift", ["drift"]],
];

describe("on the hand-made sessions", () => {
  test.each(handMade.map(asTest))("$name is as its golden says", (one) => check(one, loom));
});

describe("on the demo tree", () => {
  test.each(onDemo.map(asTest))("$name is as its golden says", (one) => check(one, demo));
});

test("the head of the schema is as its golden says", async () => {
  const { code, out } = await clew(["schema"]);
  expect(code).toBe(0);
  expect(() => void JSON.parse(out)).not.toThrow();
  await expect(out.split("\n").slice(0, 24).join("\n")).toMatchFileSnapshot("golden/schema-head.txt");
});

type Golden = { readonly name: string; readonly args: readonly string[]; readonly layout: "json" | undefined };

function asTest([name, args, layout]: Case): Golden {
  return { name, args, layout };
}

async function check({ name, args, layout }: Golden, home: string): Promise<void> {
  const { code, out, err } = await clew(args, { homes: [home], cwd: home });
  const shown = layout === "json" ? spread(out) : out;
  const talk = err === "" ? "" : `--- stderr\n${err}`;
  const page = placeless(`${shown}${talk}--- exit ${code}\n`, home);
  await expect(page).toMatchFileSnapshot(`golden/${name}.txt`);
}

function spread(out: string): string {
  return out
    .trimEnd()
    .split("\n")
    .map((line) => `${JSON.stringify(JSON.parse(line), undefined, 1)}\n`)
    .join("");
}
