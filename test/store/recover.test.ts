// Files of any name, and people who plant links -> everything stays below the folder, nothing is written over, the manifest tells of all.
import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Recoverable, recoverFiles } from "../../src/store/index.ts";
import { placeBelow } from "../../src/store/recover/place-below.ts";
import { scratchFolder } from "../cli/tree.ts";
import { hostileRound, playRound } from "./recover-hostile.ts";
import { type RecoverScene, manifestIn, quickDisk, recoverScene } from "./recover-scene.ts";

const base = scratchFolder();
let rounds = 0;
const scene = (): RecoverScene => recoverScene(join(base, `round-${rounds++}`));

test("1,000 hostile paths and links leave nothing outside, nothing written over, and a manifest that tells of all", () => {
  const sums = { paths: 0, recovered: 0, planted: 0 };
  fc.assert(
    fc.property(hostileRound, (round) => {
      const { problems, paths, recovered, planted } = playRound(round, join(base, `round-${rounds++}`));
      sums.paths += paths;
      sums.recovered += recovered;
      sums.planted += planted;
      expect(problems).toEqual([]);
    }),
    { numRuns: 60, seed: 5, endOnFailure: true },
  );
  expect(sums.paths).toBeGreaterThan(1000);
  expect(sums.recovered).toBeGreaterThan(sums.paths * 0.7);
  expect(sums.planted).toBeGreaterThan(100);
});

const item = (path: string, text = path): Recoverable => ({ path, about: {}, content: () => Buffer.from(text) });

describe("the place of a recovered file", () => {
  test.each([
    ["/home/kim/a.ts", "home/kim/a.ts"],
    ["C:\\Users\\Kim\\a.ts", "C/Users/Kim/a.ts"],
    ["c:/Users/Kim/a.ts", "C/Users/Kim/a.ts"],
    ["\\\\host\\share\\a.ts", "unc/host/share/a.ts"],
    ["\\\\?\\C:\\a.ts", "C/a.ts"],
    ["\\\\?\\UNC\\host\\share\\a.ts", "unc/host/share/a.ts"],
    ["/a/../../../etc/passwd", "etc/passwd"],
    ["C:\\..\\..\\x", "C/x"],
    ["/", "_"],
    ["/a/b\0c", "a/b_c"],
    ["/aux.ts", "aux.ts"],
  ])("of %j is %s", (path, place) => {
    expect(placeBelow(path, "posix").names.join("/")).toBe(place);
  });

  test.each([
    ["/aux.ts", "_aux.ts"],
    ["/a:stream", "a_stream"],
    ["/a\\..\\b", "a_.._b"],
    ["/end. .", "end___"],
    ["/COM9", "_COM9"],
    ["/company", "company"],
  ])("of %j on Windows is %s", (path, place) => {
    expect(placeBelow(path, "windows").names.join("/")).toBe(place);
  });

  test("keeps the ending of a name that is too long, and tells two of them apart", () => {
    const [first = ""] = placeBelow(`/${"x".repeat(300)}1.ts`, "posix").names;
    const [second = ""] = placeBelow(`/${"x".repeat(300)}2.ts`, "posix").names;
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(255);
    expect(first).toMatch(/^x+~[0-9a-f]{8}\.ts$/);
    expect(first).not.toBe(second);
  });
});

describe("a recovery", () => {
  test("gives another name to what some file system takes for the same, and says so", () => {
    const { out } = scene();
    const paths = ["/p/Read.me", "/p/read.me", "/P/x", "/caf\u00E9", "/cafe\u0301", "/f", "/f/below", "/manifest.json"];
    const { files } = recoverFiles(
      { items: paths.map((path) => item(path)), folder: out, nowMs: 0 },
      { disk: quickDisk },
    );
    expect(files.map(({ recoveredPath }) => recoveredPath)).toEqual([
      "p/Read.me",
      "p/read~2.me",
      "P~2/x",
      "caf\u00E9",
      "cafe\u0301~2",
      "f",
      "f~2/below",
      "manifest~2.json",
    ]);
    expect(files.map(({ renamed }) => renamed)).toEqual([false, true, true, false, true, false, true, true]);
  });

  test.each([0o000, 0o022, 0o777])("is for its owner alone under umask %o", (umask) => {
    const { out } = scene();
    const usual = process.umask(umask);
    try {
      recoverFiles({ items: [item("/a/b")], folder: out, nowMs: 0 }, { disk: quickDisk });
    } finally {
      process.umask(usual);
    }
    const modes = [".", "a", "a/b", "manifest.json"].map((name) =>
      (statSync(join(out, name)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(["700", "700", "600", "600"]);
  });

  test("takes an empty folder, but none that holds something, a link, or a file", () => {
    const { out, outside } = scene();
    mkdirSync(out);
    recoverFiles({ items: [item("/a")], folder: out, nowMs: 0 }, { disk: quickDisk });
    const again = (folder: string) => () =>
      recoverFiles({ items: [item("/a", "other")], folder, nowMs: 0 }, { disk: quickDisk });
    expect(again(out)).toThrow(/is not empty/);
    expect(again(join(outside, "secret"))).toThrow(/is no folder/);
    const empty = join(dirname(out), "empty");
    mkdirSync(empty);
    symlinkSync(empty, join(dirname(out), "link"));
    expect(again(join(dirname(out), "link"))).toThrow(/is no folder/);
    expect(readdirSync(empty)).toEqual([]);
    expect(readFileSync(join(out, "a"), "utf8")).toBe("/a");
  });

  test("leaves no half file when the disk is full, and tells which files are missing", () => {
    const { out } = scene();
    let isFull = false;
    const disk = {
      ...quickDisk,
      write(descriptor: number, bytes: Uint8Array): number {
        if (!isFull) return quickDisk.write(descriptor, bytes);
        quickDisk.write(descriptor, bytes.subarray(0, 1));
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    };
    const items = ["/a", "/b", "/c"].map((path) => ({
      ...item(path),
      content() {
        isFull = path === "/b";
        return Buffer.from(path);
      },
    }));
    const { files } = recoverFiles({ items, folder: out, nowMs: 0 }, { disk });
    expect(files.map(({ reason }) => reason)).toEqual([undefined, "the disk is full", undefined]);
    expect(readdirSync(out)).toEqual(["a", "c", "manifest.json"]);
  });

  test("tells of what it does not write", () => {
    const { out } = scene();
    const items = [{ path: "/a", about: { grade: "partial" }, content: () => ({ reason: "known in part only" }) }];
    const { manifest } = recoverFiles({ items, folder: out, nowMs: 0 }, { disk: quickDisk });
    expect(manifestIn(manifest)).toEqual([
      {
        path: "/a",
        recoveredPath: null,
        renamed: false,
        reason: "known in part only",
        sha256: null,
        size: null,
        grade: "partial",
      },
    ]);
    expect(readdirSync(out)).toEqual(["manifest.json"]);
  });
});
