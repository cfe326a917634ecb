// What cannot be done -> one line on stderr that says what, where and what to do, nothing on stdout, exit 2; never a stack.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { agentId, ids, loomHome } from "./loom.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const home = loomHome();
const twin = "a1a1a1a1-0000-4000-8000-00000000ffff";
writeLog(home, `-home-ada-loom/${twin}`, "");
const folder = scratchFolder();
const perSession = ["lines", "entries", "session", "request", "rows", "show", "doctor"] as const;

type Case = readonly [what: string, args: readonly string[], says: RegExp];

const anySession: readonly Case[] = perSession.flatMap((verb): readonly Case[] => [
  [`${verb} of a file that is not there`, [verb, join(folder, "gone.jsonl")], /no such file: .*gone\.jsonl/],
  [`${verb} of a folder`, [verb, `${folder}/`], /is a folder \(name a \.jsonl file/],
  [`${verb} below a file, as if it were a folder`, [verb, join(logPath(ids.plain), "x.jsonl")], /no such file/],
  [`${verb} of an id nobody has`, [verb, "ffffffff"], /no session is called "ffffffff" among 5 in .* \(list them/],
  [`${verb} of a prefix of two sessions`, [verb, "a1a1"], /"a1a1" is the beginning of 2 sessions: .* \(give more/],
  [`${verb} of a prefix under four characters`, [verb, "b2b"], /no session is called "b2b"/],
]);

const ofOne: readonly Case[] = [
  ["a turn that is not there", ["show", ids.branched, "--turn", "9"], /there is no turn 9 \(turns go from 1 to 3\)/],
  ["a turn that is no number", ["show", ids.branched, "--turn", "x"], /there is no turn x/],
  ["a turn of a branch that is not there", ["show", ids.branched, "--turn", "B7.1"], /there is no branch 7/],
  ["a branch that is not there", ["show", ids.branched, "--branch", "2"], /there is no branch 2 \(.* 1 dead/],
  ["rows of a branch that is not there", ["rows", ids.branched, "--branch", "2"], /there is no branch 2/],
  ["a branch that is no number", ["show", ids.branched, "--branch", "one"], /"one" is not a whole number/],
  ["an agent of a session without agents", ["show", ids.plain, "--agent", "a5"], /no agent log called a5 \(it has no/],
  ["an agent that is not there", ["rows", ids.agents, "--agent", "zz"], new RegExp(`its agents are ${agentId}`)],
  ["an agent named by a path", ["show", ids.agents, "--agent", "../../etc/passwd"], /no agent log called/],
  ["request as a version that is none", ["request", ids.plain, "--as", "newest"], /"newest" is not a client version/],
  ["session as an empty version", ["session", ids.plain, "--as", ""], /"" is not a client version/],
  ["drift of a folder that is not there", ["drift", join(folder, "gone")], /no such file or folder: .*gone \(name/],
  ["an unknown command", ["shwo", ids.plain], /shwo.*did you mean `?show/],
  ["an unknown flag", ["show", ids.plain, "--loud"], /--loud/],
  ["an unknown flag of the overview", ["--json", "--loud"], /--loud/],
  ["a flag without its value", ["show", ids.plain, "--turn"], /--turn/],
  ["no session at all", ["show"], /SESSION/],
  [
    "a word behind ls, which may be meant in several ways",
    ["ls", "loom"],
    /Too many arguments.*\(say --title TEXT or --project TEXT .*`clew search TEXT`/,
  ],
  ["two sessions where one is wanted", ["show", ids.plain, ids.agents], /Too many arguments/],
  ["a limit that is no number", ["ls", "--limit", "many"], /"many" is not a whole number/],
  ["an age in minutes", ["keep", "--older-than", "30m"], /"30m" is not an age like 20d, 3w or 2mo/],
  ["a limit below zero", ["ls", "--limit=-1"], /"-1" is not a whole number/],
  ["a limit of nothing", ["ls", "--limit", "0"], /"0" is not a whole number/],
  ["a limit with a fraction", ["ls", "-n", "1.5"], /"1\.5" is not a whole number/],
  ["the newest session where there is none", ["show", "@last", "--dir", folder], /there are no sessions in/],
];

describe("exit 2 and one line for", () => {
  test.each([...anySession, ...ofOne])("%s", async (_, args, says) => check(await clew(args, at(home)), says));
});

// Modes do not bind root, and containers often run as root.
test.skipIf(process.getuid?.() === 0)(
  "exit 2 and one line for a file that may not be read (skipped as root)",
  async () => {
    const path = join(folder, "locked.jsonl");
    writeFileSync(path, "{}\n");
    chmodSync(path, 0);
    check(await clew(["lines", path]), /cannot read .*locked\.jsonl: permission denied/);
  },
);

test.skipIf(process.getuid?.() === 0)(
  "drift names a log that may not be read, and examines the others (skipped as root)",
  async () => {
    const logs = join(folder, "half-locked", "projects", "-a");
    mkdirSync(logs, { recursive: true });
    for (const name of ["1", "2"]) writeFileSync(join(logs, `${name}.jsonl`), '{"type":"mode","mode":"a"}\n');
    chmodSync(join(logs, "1.jsonl"), 0);
    const { code, err } = await clew(["drift", "--dir", join(folder, "half-locked")]);
    expect(code).toBe(2);
    expect(err).toMatch(/cannot read .*1\.jsonl: permission denied/);
    expect(err).toContain("2 files, 1 readable lines");
  },
);

test.skipIf(!existsSync("/proc/self/mem"))(
  "exit 2 and one line for a file that gives no bytes (Linux alone)",
  async () => {
    check(await clew(["lines", "/proc/self/mem"]), /\/proc\/self\/mem/);
  },
);

test("a name too long for the system is an unknown file, told in one line", async () => {
  check(await clew(["lines", join(folder, `${"x".repeat(300)}.jsonl`)]), /x{300}\.jsonl/);
});

test("raw bytes are refused on a terminal and printed elsewhere", async () => {
  check(await clew(["show", ids.plain, "--raw"], { ...at(home), isTerminal: true }), /--raw .* \(send them to a file/);
  expect(await clew(["show", ids.plain, "--raw"], at(home))).toMatchObject({ code: 0, err: "" });
});

test("a home that is not there is one line, exit 2", async () => {
  expect(await clew(["ls", "--dir", join(folder, "gone")], at(home))).toEqual({
    code: 2,
    out: "",
    err: `clew: no such folder: ${folder}/gone (--dir names a config home)\n`,
  });
});

describe("exit 1, which is not an error, for", () => {
  test.each<readonly [string, readonly string[], string]>([
    ["a home without sessions", ["ls", "--dir", folder, "--no-index"], `clew: no sessions in ${folder}\n`],
    ["doctor in a home without sessions", ["doctor", "--dir", folder], `clew: no sessions in ${folder}\n`],
    [
      "a project nobody has",
      ["ls", "--project", "spindle", "--no-index"],
      `clew: no sessions in ${home} below a folder with "spindle"\n`,
    ],
  ])("%s", async (_, args, err) => expect(await clew(args, at(home))).toEqual({ code: 1, out: "", err }));

  test("entries of a type that is not there", async () => {
    const { code, out, err } = await clew(["entries", ids.plain, "--type", "tag"], at(home));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^clew: no entry of type "tag" in .*\n$/);
  });

  test("a session with errors, and 0 for a sound one", async () => {
    expect((await clew(["doctor", ids.broken], at(home))).code).toBe(1);
    expect((await clew(["doctor", ids.plain], at(home))).code).toBe(0);
  });

  test("one session with errors among sound ones", async () => {
    expect((await clew(["doctor", ids.plain, ids.broken, ids.agents, "--json"], at(home))).code).toBe(1);
  });

  test("an overview of a named home without sessions", async () => {
    mkdirSync(join(folder, "empty"), { recursive: true });
    expect((await clew(["--dir", join(folder, "empty")], at(home))).code).toBe(1);
  });
});

function check({ code, out, err }: Awaited<ReturnType<typeof clew>>, says: RegExp): void {
  expect(out).toBe("");
  expect(err).toMatch(says);
  expect(err).toMatch(/^clew: [^\n]+\n$/);
  expect(err).not.toContain("    at ");
  expect(code).toBe(2);
}

function at(root: string): { readonly homes: readonly string[]; readonly cwd: string } {
  return { homes: [root], cwd: folder };
}

function logPath(id: string): string {
  return join(home, "projects", "-home-ada-loom", `${id}.jsonl`);
}
