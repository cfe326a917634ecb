// The pages -> do they tell the truth? Every command and JSON field is named, every example of the README runs and prints what it says.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commandNames } from "../src/cli/app.ts";
import { version } from "../src/cli/version.ts";
import { damageReasons } from "../src/format/index.ts";
import { findingCodes, promptKinds, rulesFor } from "../src/graph/index.ts";
import { clew } from "./cli/fake-io.ts";
import { agentId, ids, loomHome } from "./cli/loom.ts";
import { demoHome, scratchFolder } from "./cli/tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = page("README.md");
const demo = demoHome();
const loom = loomHome();
const folder = scratchFolder();

describe("README.md", () => {
  const examples = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => examplesIn(block));

  test("has four examples or more", () => expect(examples.length).toBeGreaterThanOrEqual(4));

  test.each(examples)("prints what it says for: $command", async ({ args, shown }) => {
    const { out, err, code } = await clew(
      args.map((arg) => (arg === "demo" ? demo : arg)),
      { columns: 10_000, cacheDir: join(folder, "cache"), dataDir: join(folder, "data") },
    );
    const printed = `${out}${err}`.replaceAll(demo, "/path/to/clew/demo");
    expect(printed.trimEnd().split("\n")).toSatisfy((lines: readonly string[]) => fits(shown, lines));
    expect(code).toBeLessThan(2);
  });

  test("has a library example that runs and prints what it says", () => {
    const [, code = "", printed = ""] = /```js\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/.exec(readme) ?? [];
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, encoding: "utf8" });
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toBe(printed);
    expect(code).not.toBe("");
  });

  test("names every command, and only commands that exist", () => {
    const named = new Set([...readme.matchAll(/`clew ([a-z]+)/g)].map(([, command]) => command));
    const plumbing = [...readme.matchAll(/`([a-z]+)`/g)].map(([, word]) => word);
    const missing = commandNames.filter((name) => name !== "overview" && !named.has(name) && !plumbing.includes(name));
    expect(missing).toEqual([]);
    expect([...named].filter((name) => !commandNames.includes(name ?? ""))).toEqual([]);
  });
});

describe("docs/cli.md", () => {
  test.each(commandNames)("has a section on %s", (name) =>
    expect(page("docs/cli.md")).toContain(`\n## clew ${name}\n`),
  );
});

describe("docs/json.md", () => {
  const sections = new Map(
    page("docs/json.md")
      .split(/\n(?=## )/)
      .map((text) => [/^## `clew ([a-z]+)/.exec(text)?.[1] ?? "", words(text)] as const),
  );
  const all = words(page("docs/json.md"));
  /** Sections that say "as in" another one. */
  const borrows: Readonly<Record<string, readonly string[]>> = {
    session: ["lines", "doctor"],
    rows: ["session"],
    ls: ["session"],
    doctor: ["session"],
    cost: ["stats"],
  };

  test.each([
    ["lines", ["lines", "9b821b81", "--json"]],
    ["lines", ["lines", ids.broken, "--json"]],
    ["lines", ["lines", ids.broken, "--json", "--summary"]],
    ["entries", ["entries", ids.broken, "--json"]],
    ["session", ["session", "89dee096", "--json"]],
    ["session", ["session", "6ae43508", "--json"]],
    ["session", ["session", "13e437a1", "--json", "--summary"]],
    ["session", ["session", ids.branched, "--json"]],
    ["session", ["session", ids.agents, "--json"]],
    ["request", ["request", "9b821b81", "--json", "--check"]],
    ["rows", ["rows", "13e437a1"]],
    ["rows", ["rows", ids.broken, "--json"]],
    ["rows", ["rows", ids.agents, "--agent", agentId]],
    ["rows", ["show", "13e437a1", "--json", "--full"]],
    ["ls", ["ls", "--json"]],
    ["ls", ["--json", "--dir", demo]],
    ["search", ["search", "almanac", "--json"]],
    ["search", ["search", "--literal", "e", "--json"]],
    ["stats", ["stats", "--json"]],
    ["stats", ["stats", "--by", "day", "--json"]],
    ["stats", ["stats", "--by", "project", "--json"]],
    ["stats", ["stats", "--by", "session", "--json"]],
    ["stats", ["stats", "--by", "model", "--json"]],
    ["stats", ["stats", "--by", "tool", "--json"]],
    ["stats", ["stats", "--by", "agent", "--json"]],
    ["cost", ["cost", "--json"]],
    ["cost", ["cost", "--by", "session", "--json"]],
    ["tools", ["tools", "--json"]],
    ["tools", ["tools", "--by", "file", "--json"]],
    ["context", ["context", "13e437a1", "--json"]],
    ["context", ["context", "9b821b81", "--json"]],
    ["doctor", ["doctor", "--json"]],
    ["drift", ["drift", "--json"]],
  ])("names in its section on %s every field of: %j", async (section, args) => {
    const { out } = await clew(args, { homes: [demo, loom] });
    const keys = out
      .trimEnd()
      .split("\n")
      .flatMap((line) => keysIn(JSON.parse(line)));
    const told = [section, ...(borrows[section] ?? [])].map((name) => sections.get(name) ?? new Set<string>());
    const missing = keys.filter((key) => !told.some((known) => known.has(key)));
    expect(new Set(missing)).toEqual(new Set());
    expect(keys.length).toBeGreaterThan(0);
  });

  test("tells every code of a finding, every damage and every kind of prompt", () => {
    const wanted = [...Object.keys(findingCodes), ...damageReasons, ...promptKinds];
    expect(wanted.filter((word) => !all.has(word))).toEqual([]);
  });

  test("gives each code the meaning that the source gives it", () => {
    const text = page("docs/json.md");
    const untold = Object.entries(findingCodes).filter(
      ([code, meaning]) => !text.includes(`| \`${code}\` | ${meaning} |`),
    );
    expect(untold).toEqual([]);
  });
});

describe("all pages", () => {
  const pages = [
    ...readdirSync(root).filter((name) => name.endsWith(".md")),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];

  test.each(pages)("%s links only to what is there", (name) => {
    const targets = [...page(name).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(name), target)))).toEqual([]);
  });

  test("the evidence ledger names only tests and sources that are there", () => {
    const named = [...page("docs/format/EVIDENCE.md").matchAll(/`((?:test|src)\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test("the evidence ledger tells a change of rules wherever the rules have one", () => {
    const rows = [
      ...page("docs/format/EVIDENCE.md").matchAll(/\| ([\d.]+) \| (?:[\d.]+ to )?([\d.]+) \| (exact|range) \|/g),
    ];
    const unchanged = rows.filter(([, before = "", after = ""]) => choices(before) === choices(after));
    expect(unchanged.map(([row]) => row)).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
  });

  test("decision records are numbered without a gap and stay under forty lines", () => {
    const records = readdirSync(join(root, "docs/decisions")).toSorted();
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1));
    expect(records.filter((name) => page(`docs/decisions/${name}`).split("\n").length > 40)).toEqual([]);
  });

  test("the command tells the version of the package", () => {
    expect(JSON.parse(page("package.json"))).toMatchObject({ version });
  });
});

const choices = (client: string): string => JSON.stringify({ ...rulesFor(client), version: undefined });

type Example = { readonly command: string; readonly args: readonly string[]; readonly shown: readonly string[] };

/** `$ clew ...` and the lines below it; a line of three dots stands for any lines. */
function examplesIn(block: string): readonly Example[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = "", ...shown] = text.trimEnd().split("\n");
      const [program, ...args] = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? "",
      );
      if (program !== "clew") throw new Error(`the README may only run clew: ${command}`);
      return { command, args, shown };
    });
}

function fits(shown: readonly string[], lines: readonly string[]): boolean {
  const pattern = shown
    .map((line) => (line === "..." ? "(.*\n)*" : `${line.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}\n`))
    .join("");
  return new RegExp(`^${pattern}$`).test(`${lines.join("\n")}\n`);
}

/** What stands in back quotes. */
function words(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, word = ""]) => word));
}

/** Names that are ours: below these fields stand the log's own words, or counts by name. */
const foreign = new Set(["tools", "entry", "recovered", "input", "content", "types"]);

function keysIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => [
    key,
    ...(foreign.has(key) && typeof inside === "object" ? [] : keysIn(inside)),
  ]);
}
