// What people call a session -> the file they mean; ids are looked up among what was found and never joined into a path.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { ids, loomHome } from "./loom.ts";
import { say, smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const loom = loomHome();
const folder = scratchFolder();
const second = join(folder, "second");
const other = "e5e5e5e5-0000-4000-8000-000000000005";
const otherPath = writeLog(second, "-home-ada-dye/" + other, dyeing());

const homes = [loom, second];
const plainPath = join(loom, "projects", "-home-ada-loom", `${ids.plain}.jsonl`);

describe("a session is named by", () => {
  test.each([
    ["its id", ids.plain, ids.plain],
    ["its id in capitals", ids.plain.toUpperCase(), ids.plain],
    ["four characters of it", "b2b2", ids.branched],
    ["its title", "Count the warp", ids.plain],
    ["an absolute path", plainPath, ids.plain],
    ["a path from the current folder", `projects/-home-ada-loom/${ids.agents}.jsonl`, ids.agents],
    ["a path with dots", `./projects/../projects/-home-ada-loom/${ids.agents}.jsonl`, ids.agents],
    ["an id in the second home", "e5e5e5e5", other],
  ])("%s", async (_, name, id) => check(name, id, loom));
});

describe("@last is", () => {
  test("the newest session of the current folder's project", async () => {
    const here = join(folder, "work.d");
    mkdirSync(here);
    const slug = here.replaceAll(/[^a-zA-Z0-9]/g, "-");
    const own = "f6f6f6f6-0000-4000-8000-000000000006";
    writeLog(second, `${slug}/${own}`, smallSession(own));
    await check("@last", own, here);
  });

  test("the same from behind a link", async () => {
    const link = join(folder, "link-to-work");
    symlinkSync(join(folder, "work.d"), link);
    await check("@last", "f6f6f6f6-0000-4000-8000-000000000006", link);
  });

  test("told so in the help, and that a list goes by the times in the logs", async () => {
    const help = async (...args: readonly string[]) => (await clew([...args, "--help"])).out;
    expect(await help()).toMatch(
      /@last: the\none whose file was written last in the current folder's project, else of all/,
    );
    for (const command of ["show", "resume", "context", "lines"])
      expect(await help(command)).toMatch(/@last.*written last in this folder's project, else of all/);
    expect(await help("ls")).toMatch(/--sort\].*by the times in the logs/);
  });

  test("else the newest of all", async () => check("@last", other, "/"));
});

test("a file outside every home can be read by its path", async () => {
  const path = writeLog(
    join(folder, "outside"),
    "anywhere/notes",
    smallSession("99999999-0000-4000-8000-000000000009"),
  );
  const { code, out } = await clew(["session", path, "--json"], { homes: [] });
  expect(code).toBe(0);
  expect(out).toContain('"sessionId":"99999999-0000-4000-8000-000000000009"');
});

test("a prefix that two homes share is ambiguous, and says both", async () => {
  const third = join(folder, "third");
  writeLog(third, "-x/e5e5e5e5-ffff-4000-8000-000000000005", smallSession("e5e5e5e5-ffff-4000-8000-000000000005"));
  const { code, err } = await clew(["show", "e5e5"], { homes: [...homes, third] });
  expect(err).toContain(other);
  expect(err).toContain("e5e5e5e5-ffff");
  expect(code).toBe(2);
});

describe("several homes", () => {
  test("are all listed, newest first", async () => {
    const { out } = await clew(["ls", "--json", "--dir", loom, "--dir", second, "--limit", "2"], {
      homes: ["/nowhere"],
    });
    const listed = out
      .trimEnd()
      .split("\n")
      .map((line) => idIn(line));
    expect(listed).toEqual([other, ids.plain]);
  });

  test("are named by --dir, which replaces the machine's own", async () => {
    const { out } = await clew(["ls", "--json", "--dir", second, "--project", "dye"], { homes: [loom] });
    expect(out.trimEnd().split("\n").map(idIn)).toEqual([other]);
    expect(out).toContain(JSON.stringify(otherPath));
  });

  test("may be folders of logs that are no homes", async () => {
    const { out } = await clew(["ls", "--json", "--dir", join(second, "projects")], { homes: [] });
    expect(out).toContain(other);
  });

  test("are counted together by drift", async () => {
    const { err } = await clew(["drift", "--dir", loom, "--dir", second]);
    expect(err).toMatch(/^7 files, /);
  });
});

test("without sessions the overview shows the demo and says so", async () => {
  const { code, out } = await clew([], { homes: [join(folder, "none")], demoHome: loom });
  expect(out).toContain(`No sessions in ${folder}/none yet: this is a demo.`);
  expect(out).toContain("Count the warp");
  expect(out).toContain(`clew ls --all --dir ${loom}`);
  expect(code).toBe(0);
});

async function check(name: string, id: string, cwd: string): Promise<void> {
  const { code, out, err } = await clew(["session", name, "--summary", "--json"], { homes, cwd });
  expect(err).toBe("");
  expect(idIn(out)).toBe(id);
  expect(code).toBe(0);
}

function idIn(line: string): string | undefined {
  return /"sessionId":"([^"]+)"/.exec(line)?.[1];
}

function dyeing(): string {
  const log = smallLog({ sessionId: other, envelope: { cwd: "/home/ada/dye" } });
  for (let bath = 1; bath <= 12; bath++) {
    log.prompt(`Bath ${bath}.`);
    log.answer(`msg_${bath}`, say("Stirred."));
  }
  return log.text();
}

function smallSession(sessionId: string): string {
  const log = smallLog({ sessionId });
  log.prompt("Wind the bobbin.");
  return log.text();
}
