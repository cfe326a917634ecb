// Hostile paths, and somebody who plants links and files while they are recovered -> what went wrong: nothing, in any round.
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type Recoverable, recoverFiles } from "../../src/store/index.ts";
import { placeBelow } from "../../src/store/recover/place-below.ts";
import { manifestIn, quickDisk, recoverScene, sha256, treeOf } from "./recover-scene.ts";

const names = fc.oneof(
  fc.constantFrom("..", ".", "", "...", "~", "-rf", "a", "A", "b", "secret", "deep", "manifest.json", "MANIFEST.JSON"),
  fc.constantFrom("CON", "nul.txt", "aux", "COM1.log", "lpt¹", "a:b", "a<b>", "x. ", "end.", "C:", "C:\\x", "\\\\h\\s"),
  fc.constantFrom("caf\u00E9", "cafe\u0301", "CAFE\u0301", "stra\u00DFe", "STRASSE", "\uD800", "\u202Egpj.exe", "a\nb"),
  fc.constantFrom(
    "n".repeat(255),
    "n".repeat(256),
    `${"n".repeat(300)}.ts`,
    "\u{1F600}".repeat(90),
    `a.${"x".repeat(400)}`,
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ maxLength: 8 }).map((text) => `${text}\0${text}`),
);
const roots = [
  "/",
  "",
  "//",
  "\\\\host\\share\\",
  "C:\\",
  "c:/",
  "../../",
  "/../",
  "\\\\?\\C:\\",
  "/proc/self/cwd/",
  "~/",
];
const hostilePath = fc
  .tuple(fc.constantFrom(...roots), fc.array(names, { maxLength: 6 }), fc.constantFrom("/", "\\"))
  .map(([root, parts, separator]) => `${root}${parts.join(separator)}`);

/** What somebody does just before a file is written. */
const deeds = [
  "nothing",
  "link-to-folder",
  "link-to-file",
  "plain-file",
  "exchange",
  "own-folder",
  "manifest-link",
] as const;
type Deed = (typeof deeds)[number];

export const hostileRound = fc.record({
  asked: fc.array(fc.tuple(hostilePath, fc.constantFrom(...deeds)), { minLength: 16, maxLength: 24, size: "max" }),
  rules: fc.constantFrom("posix", "windows"),
  way: fc.constantFrom("descriptors", "paths"),
});
export type HostileRound = typeof hostileRound extends fc.Arbitrary<infer T> ? T : never;

export type Played = {
  readonly problems: readonly string[];
  readonly paths: number;
  readonly recovered: number;
  readonly planted: number;
};

export function playRound({ asked, rules, way }: HostileRound, folder: string): Played {
  const { out, outside } = recoverScene(folder);
  const before = treeOf(outside);
  const planted = planter(out, outside);
  const items = asked.map(([path, deed], mark): Recoverable => ({
    path,
    about: { mark },
    content() {
      planted.plant(placeBelow(path, rules).names, deed);
      return Buffer.from(`${mark} ${path}`);
    },
  }));
  const { manifest, files } = recoverFiles({ items, folder: out, nowMs: 0 }, { disk: quickDisk, rules, way });

  const problems: string[] = [];
  const must = (isTrue: boolean, problem: string): void => void (isTrue || problems.push(problem));
  must(isDeepStrictEqual(treeOf(outside), before), "something outside changed");
  must(isDeepStrictEqual(readdirSync(folder).toSorted(), ["out", "outside"]), "something was made beside the folder");
  const tree = treeOf(out);
  const left = new Set(tree.values());
  const things = planted.things();
  for (const [path, was] of things) {
    must(left.has(was), `what was planted is gone: ${was}`);
    // A folder that was exchanged took along what was planted in it.
    must(planted.isExchanged() || seen(path) === was, `what was planted changed: ${path}`);
  }
  const mine = new Set(things.values());
  for (const [name, was] of tree) {
    const isOurs = planted.own.includes(statSync(join(out, dirname(name))).ino);
    must(!isOurs || mine.has(was), `somebody's folder was used: ${name}`);
  }
  const told = manifestIn(manifest);
  must(told.length === asked.length, "the manifest is not complete");
  told.forEach(({ path, mark, recoveredPath, reason, sha256: hash, size }, at) => {
    const bytes = Buffer.from(`${at} ${asked[at]?.[0] ?? ""}`);
    must(path === asked[at]?.[0] && mark === at, `the manifest tells of another file at ${at}`);
    must((recoveredPath === null) !== (reason === null), `the manifest does not say why at ${at}`);
    if (typeof recoveredPath !== "string") return;
    must(hash === sha256(bytes) && size === bytes.length, `another hash: ${recoveredPath}`);
    must(
      planted.isExchanged() || readFileSync(join(out, recoveredPath)).equals(bytes),
      `other bytes: ${recoveredPath}`,
    );
  });
  const places = files.flatMap(({ recoveredPath }) => recoveredPath ?? []);
  const keys = new Set(places.map((place) => place.normalize("NFC").toLowerCase()));
  must(keys.size === places.length, "two files have names that some system takes for one");
  must(planted.isExchanged() || places.length === asked.length, "a file was not recovered");
  rmSync(folder, { recursive: true });
  return { problems, paths: asked.length, recovered: places.length, planted: planted.count() };
}

type Planter = {
  readonly plant: (place: readonly string[], deed: Deed) => void;
  readonly things: () => ReadonlyMap<string, string>;
  readonly isExchanged: () => boolean;
  /** The folders that were put in the place of others: nothing may be made in them. */
  readonly own: readonly number[];
  readonly count: () => number;
};

function planter(out: string, outside: string): Planter {
  const things = new Map<string, string>();
  const own: number[] = [];
  let isExchanged = false;
  let count = 0;
  const leave = (at: string, what: { readonly link: string } | { readonly text: string }): void => {
    if (isThere(at)) return;
    if ("link" in what) symlinkSync(what.link, at);
    else writeFileSync(at, what.text);
    things.set(at, "link" in what ? `-> ${what.link}` : what.text);
    count += 1;
  };
  return {
    own,
    things: () => things,
    isExchanged: () => isExchanged,
    count: () => count,
    plant(place, deed) {
      const at = join(out, ...place.slice(0, 1 + (place.length % 2)));
      if (!isFolder(dirname(at))) return;
      switch (deed) {
        case "nothing":
          return;
        case "link-to-folder":
          leave(at, { link: outside });
          return;
        case "link-to-file":
          leave(at, { link: join(outside, "secret") });
          return;
        case "manifest-link":
          leave(join(out, "manifest.json"), { link: join(outside, "secret") });
          return;
        case "plain-file":
          leave(at, { text: `mine ${count}` });
          return;
        case "exchange":
        case "own-folder":
          if (!isFolder(at)) return;
          isExchanged = true;
          count += 1;
          renameSync(at, join(dirname(at), `away-${count}`));
          if (deed === "exchange") symlinkSync(outside, at);
          else {
            mkdirSync(at);
            own.push(statSync(at).ino);
          }
      }
    },
  };
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
const isFolder = (path: string): boolean => isThere(path) && lstatSync(path).isDirectory();
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
const seen = (path: string): string => (isLink(path) ? `-> ${readlinkSync(path)}` : readFileSync(path, "utf8"));
