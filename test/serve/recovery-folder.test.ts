// Folder names for recovering by the API: only a new folder below the home folder, reached through no link.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recoveryFolder } from "../../src/cli/serve/recovery-folder.ts";
import { stringField } from "../../src/format/index.ts";
import { scratchFolder } from "../cli/tree.ts";
import { post } from "./asking.ts";
import { place } from "./hostile-requests.ts";
import { daemonOptions, served } from "./served.ts";

function userFolder(): { readonly userDir: string; readonly outside: string } {
  const folder = scratchFolder();
  const userDir = join(folder, "ada");
  const outside = join(folder, "victim");
  mkdirSync(join(userDir, "full"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(userDir, "file"), "");
  symlinkSync(outside, join(userDir, "link"));
  symlinkSync("/nowhere", join(userDir, "dangling"));
  symlinkSync(join(userDir, "loop"), join(userDir, "loop"));
  return { userDir, outside };
}

const refusedNames = (userDir: string, outside: string): readonly string[] => [
  "",
  ".",
  "./",
  "..",
  "../victim",
  "../victim/new",
  "a/../..",
  "a/../../victim/new",
  "/",
  "/etc/new",
  "/tmp",
  outside,
  `${outside}/new`,
  userDir,
  `${userDir}/`,
  `${userDir}/../victim/new`,
  `${userDir}x/new`,
  "~",
  "~/",
  "~/..",
  "~/../victim/new",
  "~root/new",
  "./~/new",
  "a/~b/c",
  "full",
  "file",
  "file/new",
  "link",
  "link/new",
  "link/../new/../link/x",
  "dangling",
  "dangling/new",
  "loop",
  "loop/new",
  "\0",
  "a\0b",
  "new\0/../../victim",
  "a\nb",
  "a\tb",
  "a\u001b]52;c;x\u0007",
  "a\u009b31m",
  "a\u202egnp",
  "a\u2028b",
  "a\u007f",
  "a\uFEFFb",
  "\uD800",
  "a".repeat(256),
  `${"a/".repeat(2100)}a`,
  "\u{1F9F6}".repeat(64),
  "home/projects/new",
  "home/projects/-p/new",
  `${userDir}/home/projects/x/y`,
];

test("every hostile folder name is refused, and nothing is made", () => {
  const { userDir, outside } = userFolder();
  const places = { userDir, homes: [join(userDir, "home")] };
  const before = readdirSync(userDir);
  const taken = refusedNames(userDir, outside).filter((into) => {
    try {
      recoveryFolder(into, places);
      return true;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "bad-argument") return false;
      throw error;
    }
  });
  expect(taken).toEqual([]);
  expect(readdirSync(userDir)).toEqual(before);
});

test("an ordinary new folder is taken, however it is written", () => {
  const { userDir } = userFolder();
  for (const into of [
    "new",
    "new/deep/er",
    "~/new",
    `${userDir}/new`,
    "full/new",
    "./new",
    "two  words",
    "\u00e9t\u00e9",
    "-rf",
    "$(x)",
    "...",
    "a/../new",
  ])
    expect(recoveryFolder(into, { userDir, homes: [] }).startsWith(`${userDir}/`)).toBe(true);
});

test("a folder that becomes a link or is filled between preview and act is refused, and nothing is written behind it", async () => {
  const where = place();
  const one = await served(where.home, { ...daemonOptions([where.home], where.folder), actions: "allowed" });
  const victim = join(where.folder, "victim");
  mkdirSync(victim);
  const path = "/home/ada/cloth.txt";
  const planFor = async (into: string) =>
    stringField((await post(one, "/actions/recover/preview", { path, into })).json(), "plan") ?? "";
  mkdirSync(join(where.folder, "part"));
  const [asLink, asParent, asFile, asFull] = [
    await planFor("l"),
    await planFor("part/p"),
    await planFor("f"),
    await planFor("full"),
  ];
  symlinkSync(victim, join(where.folder, "l"));
  renameSync(join(where.folder, "part"), join(where.folder, "moved"));
  symlinkSync(victim, join(where.folder, "part"));
  writeFileSync(join(where.folder, "f"), "mine");
  mkdirSync(join(where.folder, "full"));
  writeFileSync(join(where.folder, "full", "x"), "mine");
  for (const plan of [asLink, asParent, asFile, asFull]) {
    expect(plan).not.toBe("");
    expect((await post(one, "/actions/recover", { plan })).status).toBeGreaterThanOrEqual(400);
  }
  expect(readdirSync(victim)).toEqual([]);
  expect(readFileSync(join(where.folder, "f"), "utf8")).toBe("mine");
  expect(readdirSync(join(where.folder, "full"))).toEqual(["x"]);
  const good = await planFor("good");
  const racing = await Promise.all(
    [good, good, good].map(async (each) => (await post(one, "/actions/recover", { plan: each })).status),
  );
  expect(racing.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(existsSync(join(where.folder, "good"))).toBe(true);
}, 120_000);
