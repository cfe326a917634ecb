// A file and its old place -> put back only where nothing is, and never through a link.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isLocalPath, nodeDisk, putFileBack } from "../../src/store/index.ts";
import { scratchFolder } from "../cli/tree.ts";

const base = scratchFolder();

describe.each(["descriptors", "paths"] as const)("a file put back by %s", (way) => {
  const folder = join(base, way);
  const put = (path: string) => () => putFileBack(path, Buffer.from("back"), { disk: nodeDisk, way });
  mkdirSync(join(folder, "real"), { recursive: true });
  writeFileSync(join(folder, "there"), "mine");
  symlinkSync(join(folder, "real"), join(folder, "link"));
  symlinkSync(join(folder, "nowhere"), join(folder, "dangling"));

  test("stands where it was, with the folders that are gone, for its owner alone", () => {
    put(join(folder, "gone", "deep", "a"))();
    expect(readFileSync(join(folder, "gone", "deep", "a"), "utf8")).toBe("back");
    const modes = ["gone", "gone/deep", "gone/deep/a"].map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  test("never replaces a file, nor follows a link", () => {
    expect(put(join(folder, "there"))).toThrow(/nothing is ever written over/);
    expect(readFileSync(join(folder, "there"), "utf8")).toBe("mine");
    expect(put(join(folder, "link", "a"))).toThrow(/through a link/);
    expect(readdirSync(join(folder, "real"))).toEqual([]);
    expect(put(join(folder, "dangling"))).toThrow(/nothing is ever written over/);
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  test.each([
    "C:\\Users\\Kim\\a",
    "\\\\host\\share\\a",
    "//host/share/a",
    "relative/a",
    `${folder}/../up`,
    `${folder}/a\0b`,
  ])("is refused at %j", (path) => expect(put(path)).toThrow(/is no (path of this machine|plain path)/));
});

test("a path of another system or machine is none of this one", () => {
  expect(isLocalPath("/a", "linux")).toBe(true);
  expect(isLocalPath("C:\\a", "linux")).toBe(false);
  expect(isLocalPath("C:\\a", "win32")).toBe(true);
  expect(isLocalPath("/a", "win32")).toBe(false);
  expect(isLocalPath("\\\\host\\share\\a", "win32")).toBe(false);
});
