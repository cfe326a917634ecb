// A seed -> sessions that try to make clew derive far more than they hold, each beside an innocent file.
import { type Random, randomFrom } from "../catalog/random.ts";
import { type CraftedLog, craftLog } from "./crafted-log.ts";

export type Bomb = {
  readonly name: string;
  readonly session: string;
  readonly lines: readonly string[];
  /** Whether clew has to report that something is too large. */
  readonly isBeyond: boolean;
  /** The last content of the file, where the log holds it in full. */
  readonly last?: string;
};

export const folder = "/p";
export const target = "/p/bomb.txt";
export const innocent = { path: "/p/good.txt", text: "good 1\ngood 3\n" } as const;

type Scene = { readonly log: CraftedLog; readonly random: Random };
type Planted = { readonly name: string; readonly isBeyond: boolean; readonly last?: string };
type Kind = (scene: Scene) => Planted;

export function bombOf(seed: number): Bomb {
  const random = randomFrom(seed);
  const kind = kinds[seed % kinds.length] ?? doubling;
  const session = `b0b00000-0000-4000-8000-${String(seed).padStart(12, "0")}`;
  const log = craftLog("2.1.325", session);
  log.prompt("make it");
  write(log, innocent.path, "good 1\ngood 2\n");
  const planted = kind({ log, random });
  log.call("Edit", { file_path: innocent.path, old_string: "good 2", new_string: "good 3" }, { text: "updated" });
  return { ...planted, session, lines: log.log.lines };
}

function write(log: CraftedLog, path: string, content: string): void {
  const result = { type: "create", filePath: path, content, structuredPatch: [], originalFile: null };
  log.call("Write", { file_path: path, content }, { text: `File created successfully at: ${path}`, result });
}

function edit(
  log: CraftedLog,
  { path = target, result }: { readonly path?: string; readonly result?: unknown },
  change: Readonly<Record<string, unknown>>,
): void {
  log.call("Edit", { file_path: path, ...change }, { text: `The file ${path} has been updated`, result });
}

const bash = (log: CraftedLog, command: string): void =>
  log.call("Bash", { command }, { result: { stdout: "", stderr: "", interrupted: false } });

const double = (log: CraftedLog, path: string, word: string): void =>
  edit(log, { path }, { old_string: word, new_string: `${word}${word}`, replace_all: true });

/** Long words make few matches: a bomb of single letters takes its time to go off. */
const wordOf = (random: Random): string =>
  random.pick(["汉字汉字\n", "line of the file\n", "a word that is long enough\n", ", \t; and so on", "x".repeat(64)]);

const doubling: Kind = ({ log, random }) => {
  const word = wordOf(random);
  const count = 30 + random.below(40);
  write(log, target, `${word}${word}`);
  for (let at = 0; at < count; at++) double(log, target, word);
  return { name: `${count} edits that double ${JSON.stringify(word.slice(0, 20))}`, isBeyond: true };
};

const restarted: Kind = ({ log, random }) => {
  const word = wordOf(random);
  write(log, target, word);
  for (let at = 0; at < 40; at++) double(log, target, word);
  const last = `whole again ${random.below(1000)}\n`;
  log.call("Write", { file_path: target, content: last }, { text: `The file ${target} has been updated` });
  return { name: "a whole text after doubling edits", isBeyond: true, last };
};

const severalInOne: Kind = ({ log, random }) => {
  const word = wordOf(random);
  const count = 30 + random.below(40);
  const edits = Array.from({ length: count }, () => ({
    old_string: word,
    new_string: `${word}${word}`,
    replace_all: true,
  }));
  const isNew = random.chance(0.5);
  if (!isNew) write(log, target, word);
  const all = isNew ? [{ old_string: "", new_string: word }, ...edits] : edits;
  log.call("MultiEdit", { file_path: target, edits: all }, { text: "applied" });
  return { name: `${count} doubling edits in one call${isNew ? " that makes the file" : ""}`, isBeyond: true };
};

const toggled: Kind = ({ log, random }) => {
  const count = 20 + random.below(20);
  write(log, target, `${"a".repeat(60)}\n`);
  for (let at = 0; at < 12; at++) double(log, target, `${"a".repeat(60)}\n`);
  for (let at = 0; at < count; at++) {
    const [old, next] = at % 2 === 0 ? ["aaaa", "bbbb"] : ["bbbb", "aaaa"];
    edit(log, {}, { old_string: old, new_string: next, replace_all: true });
  }
  return { name: `${count} edits that each change all of a text`, isBeyond: false };
};

const copied: Kind = ({ log, random }) => {
  const count = 10 + random.below(20);
  const word = "x".repeat(64);
  write(log, target, word);
  for (let at = 0; at < 15; at++) double(log, target, word);
  for (let at = 0; at < count; at++) {
    bash(log, `cp ${target} ${folder}/copy${at}.txt`);
    edit(log, { path: `${folder}/copy${at}.txt` }, { old_string: word, new_string: `${at}${word}` });
  }
  return { name: `${count} copies of two megabytes, each edited`, isBeyond: true };
};

const folders: Kind = ({ log, random }) => {
  const count = 20 + random.below(10);
  for (let at = 0; at < 4; at++) write(log, `${folder}/d/f${at}.txt`, `file ${at}\n`);
  for (let at = 0; at < count; at++) bash(log, `cp -r ${folder}/d ${folder}/d/c${at}`);
  return { name: `${count} copies of a folder into itself`, isBeyond: true };
};

const spoken: Kind = ({ log, random }) => {
  const text = "spoken\n".repeat(10_000);
  const count = 500 + random.below(500);
  const files = Array.from({ length: count }, (_, at) => `${folder}/s${at}.txt`);
  bash(log, `cat <<'EOF' | tee ${files.join(" ")} > ${target}\n${text}EOF`);
  bash(log, `cat <<'EOF' ${files.map((file) => `> ${file}`).join(" ")}\n${text}EOF`);
  for (let at = 0; at < 20; at++) bash(log, `cat ${target} ${target} > ${target}`);
  return { name: `one text for ${count} files`, isBeyond: false };
};

const patched: Kind = ({ log, random }) => {
  const large = random.pick([1e9, 2 ** 31, 1e15, 1e308, -5, 0.5]);
  const count = 20 + random.below(100);
  write(log, target, "one\ntwo\n");
  for (let at = 0; at < count; at++) {
    const hunk = {
      oldStart: large,
      oldLines: large,
      newStart: large,
      newLines: large,
      lines: [" one", "+three", "-two"],
    };
    const result = {
      filePath: target,
      oldString: "one",
      newString: "1",
      structuredPatch: [hunk, hunk],
      userModified: at % 2 === 0,
    };
    edit(log, { result }, { old_string: "one", new_string: "1" });
  }
  return { name: `${count} patches with lines of number ${large}`, isBeyond: false };
};

const numbered: Kind = ({ log, random }) => {
  const large = random.pick([999_999_999, 2 ** 31, 1e15, 1e21]);
  const text = Array.from({ length: 200 }, (_, at) => `${at % 3 === 0 ? large + at : at * 7}→line ${at}`).join("\n");
  log.call("Read", { file_path: target, offset: 5 }, { text });
  const file = { filePath: target, content: "x\ny", numLines: 2, startLine: large, totalLines: large * 2 };
  log.call("Read", { file_path: target, offset: large }, { result: { type: "text", file } });
  edit(log, {}, { old_string: "line 3", new_string: "line three" });
  return { name: `lines of number ${large}`, isBeyond: false };
};

const partial: Kind = ({ log, random }) => {
  const count = 100 + random.below(100);
  const lines = Array.from({ length: 4000 }, (_, at) => `line ${at} of many`);
  const file = { filePath: target, content: lines.join("\n"), numLines: 4000, startLine: 10, totalLines: 90_000 };
  log.call("Read", { file_path: target, offset: 10 }, { result: { type: "text", file } });
  for (let at = 0; at < count; at++) {
    const line = 10 + ((at * 97) % 4000);
    const hunk = {
      oldStart: line,
      oldLines: 1,
      newStart: line,
      newLines: 2,
      lines: [`-line ${line}`, `+new ${at}`, "+more"],
    };
    const isShown = at % 2 === 0;
    const result = { oldString: `line ${line}`, newString: "new", structuredPatch: [hunk], userModified: false };
    edit(log, isShown ? { result } : {}, { old_string: `line ${line} of`, new_string: `line ${line}\nof` });
  }
  return { name: `${count} edits of 4,000 known lines`, isBeyond: false };
};

const notebook: Kind = ({ log, random }) => {
  const book = `${folder}/bomb.ipynb`;
  const text = JSON.stringify({ cells: Array.from({ length: 200 }, (_, at) => ({ source: `cell ${at}` })) });
  for (let at = 0; at < 20 + random.below(20); at++)
    log.call(
      "NotebookEdit",
      { notebook_path: book, new_source: `x${at}`, cell_id: `c${at}` },
      { result: { original_file: text, updated_file: `${text}${at}`, new_source: `x${at}` } },
    );
  return { name: "edits of a notebook", isBeyond: false };
};

const emptyOld: Kind = ({ log, random }) => {
  const next = "e".repeat(1 + random.below(5000));
  write(log, target, "start\n");
  for (let at = 0; at < 50; at++) {
    edit(log, {}, { old_string: "", new_string: next, replace_all: true });
    edit(log, {}, { old_string: "e", new_string: "", replace_all: true });
  }
  return { name: "edits of nothing everywhere", isBeyond: false };
};

const deepPath: Kind = ({ log, random }) => {
  const path = `${folder}${"/a".repeat(random.pick([1500, 20_000, 100_000]))}`;
  write(log, path, "deep\n");
  write(log, target, "flat\n");
  bash(log, `rm -rf ${path.slice(0, 3000)}`);
  return { name: `a path of ${path.length} characters`, isBeyond: false };
};

const globbed: Kind = ({ log, random }) => {
  const letters = "a".repeat(800 + random.below(200));
  write(log, `${folder}/${letters}`, "hit\n");
  for (let at = 0; at < 20; at++) bash(log, `ls && rm ${folder}/${"*a".repeat(10 + at)}*b?; true`);
  return { name: "patterns with many wildcards", isBeyond: false };
};

const manyFiles: Kind = ({ log, random }) => {
  const count = 200 + random.below(300);
  for (let at = 0; at < count; at++) write(log, `${folder}/many/f${at}.txt`, `file ${at}\n`);
  for (let at = 0; at < 50; at++) bash(log, `rm -rf ${folder}/many/none${at}; sed -i s/a/b/ ${folder}/many/*.txt`);
  return { name: `${count} files in doubt`, isBeyond: false };
};

const different: Kind = ({ log, random }) => {
  const lines = (mark: string): string =>
    Array.from({ length: 3000 }, (_, at) => `${mark}${random.below(50)} ${at}\n`).join("");
  write(log, target, lines("old"));
  log.call("Write", { file_path: target, content: lines("new") }, { text: `The file ${target} has been updated` });
  return { name: "two texts without a common line", isBeyond: false };
};

const moved: Kind = ({ log, random }) => {
  const count = 100 + random.below(100);
  write(log, `${folder}/m0.txt`, "moved\n");
  for (let at = 0; at < count; at++) bash(log, `mv ${folder}/m${at}.txt ${folder}/m${at + 1}.txt`);
  bash(log, `mv ${folder}/m${count}.txt ${target}`);
  return { name: `a row of ${count} moves`, isBeyond: false };
};

const kinds: readonly Kind[] = [
  doubling,
  restarted,
  severalInOne,
  toggled,
  copied,
  folders,
  spoken,
  patched,
  numbered,
  partial,
  notebook,
  emptyOld,
  deepPath,
  globbed,
  manyFiles,
  different,
  moved,
];

export const kindCount = kinds.length;
