// A shell command and its folder -> what it did to files as far as that is sure, and the files that it may have changed.
import { fileName, isAbsolutePath, joinPath, pathKey, resolvePath } from "./file-path.ts";
import { type Aim, type Manner, aimsOf, unsure } from "./shell-aim.ts";
import { isAnswer, isSafe, surenessOf } from "./shell-chain.ts";
import { type DoubtAct, anyFile, doubtsAbout } from "./shell-doubt.ts";
import { type Place, movedTo, startPlace } from "./shell-place.ts";
import { spokenBy } from "./shell-spoken.ts";
import { type SimpleCommand, parseShell } from "./shell-words.ts";
import type { Word } from "./shell-word.ts";

export type ShellAct =
  | { readonly kind: "remove"; readonly path: string; readonly below: boolean }
  /**
   * name: the target may be a folder that takes the file in under its own name; slash: it is one if the source is a
   * file, and `path` is in it; sure: the path is what it says.
   */
  | {
      readonly kind: "move" | "copy";
      readonly from: string;
      readonly path: string;
      readonly as: "name" | "slash" | "sure";
    }
  | { readonly kind: "create"; readonly path: string }
  | { readonly kind: "write" | "append"; readonly path: string; readonly spelt: boolean }
  /** Changed, nobody knows to what. */
  | { readonly kind: "change"; readonly path: string; readonly ends?: "kept" }
  | DoubtAct;

export type ShellDeed = {
  readonly act: ShellAct;
  /** Which of the command's redirections it is. */
  readonly part: number;
};
/** failed: with an exit code of its own; unsure: nobody knows how far it came. */
export type ShellOutcome = "done" | "failed" | "unsure";

export const shellActs = (command: string, folder: string | undefined): readonly ShellAct[] =>
  shellDeeds(command, folder, "done").map(({ act }) => act);

/** Without any of these nothing is done to files. */
const acting = />|rm|unlink|mv|cp|touch|tee|sed|truncate|git/;

export function shellDeeds(command: string, folder: string | undefined, outcome: ShellOutcome): readonly ShellDeed[] {
  if (!acting.test(command)) return [];
  const deeds = deedsOf(command, folder);
  if (outcome === "done" || deeds.length === 0) return deeds;
  const [only] = deeds;
  // A command that failed as a whole left its one file as it was.
  if (outcome === "failed" && deeds.length === 1 && only !== undefined && isWhole(only.act) && isAlone(command, folder))
    return [];
  return deeds.flatMap(({ act, part }) => doubtsOf(act).map((doubt) => ({ act: doubt, part })));
}

/** What the command spells out for the file of its `part`th redirection. */
export function shellText(command: string, part: number): string | undefined {
  let seen = 0;
  const { commands, inner } = parseShell(command);
  for (const each of [...commands, ...inner]) {
    if (part < seen + each.redirects.length) return spokenBy(each);
    seen += each.redirects.length;
  }
  return undefined;
}

/** Whether a success of the whole may hide that it failed. */
export const isLenient = (command: string): boolean => isAnswer(parseShell(command));

const isWhole = ({ kind, ...act }: ShellAct): boolean =>
  kind === "create" ||
  kind === "move" ||
  kind === "copy" ||
  kind === "change" ||
  (kind === "remove" && !("below" in act && act.below));

/** Whether nothing else in it can have failed. */
function isAlone(command: string, folder: string | undefined): boolean {
  const { commands, inner, rest } = parseShell(command);
  // Of a folder some may be done when the rest fails.
  const isDeep = commands[0]?.words.some(({ text }) => /^(-\w*[rRa]|--[ar])/.test(text)) === true;
  if (inner.length > 0 || rest !== "" || isDeep) return false;
  return commands.every(
    (each, at) =>
      !each.isOdd && (at === 0 || (each.after === "&&" && each.redirects.length === 0 && isSafe(each, folder))),
  );
}

function doubtsOf(act: ShellAct): readonly DoubtAct[] {
  const { path } = act;
  switch (act.kind) {
    case "doubt":
      return [act];
    case "remove":
      return [{ kind: "doubt", path, below: act.below, gone: true }];
    case "move":
    case "copy":
      return carryDoubts(act);
    case "create":
    case "write":
    case "append":
    case "change":
      return [{ kind: "doubt", path, below: false, gone: false }];
  }
}

function carryDoubts({ kind, from, path, as }: Extract<ShellAct, { kind: "move" | "copy" }>): readonly DoubtAct[] {
  const about = { kind: "doubt", below: true, gone: false } as const;
  const targets: readonly DoubtAct[] =
    as === "name"
      ? [
          { ...about, path, below: false },
          { ...about, path: joinPath(path, fileName(from)) },
        ]
      : [{ ...about, path }];
  return kind === "move" ? [{ ...about, path: from, gone: true }, ...targets] : targets;
}

type Ground = {
  readonly place: Place;
  readonly isSure: boolean;
  readonly values: Map<string, readonly string[]>;
  readonly made: ReadonlySet<string>;
  readonly named: () => readonly string[];
};

function deedsOf(command: string, folder: string | undefined): readonly ShellDeed[] {
  const parsed = parseShell(command);
  const commands = [...parsed.commands, ...parsed.inner];
  const deeds = boundedDeeds();
  const known = surenessOf(parsed, folder);
  const values = new Map<string, readonly string[]>();
  const made = new Set<string>();
  let all: readonly string[] | undefined;
  const named = (): readonly string[] => (all ??= namesIn(commands));
  let place = startPlace(folder);
  let part = 0;
  commands.forEach((each, at) => {
    const sureness = known[at] ?? "perhaps";
    note(each, values);
    place = place.before(each);
    const isSingle = each.after !== "|" && commands[at + 1]?.after !== "|" && !each.isOdd;
    const isDone = isSingle && (sureness === "done" || (sureness === "ran" && isSafe(each, folder)));
    const ground = { place: each.isOdd ? place.anywhere() : place, values, made, named };
    if (each.words[0]?.text === "mkdir") for (const path of foldersMade(each, place)) made.add(path);
    deeds.add(redirectDeeds(each, { ...ground, isSure: sureness !== "perhaps" }, part));
    part += each.redirects.length;
    for (const aim of aimsOf(each))
      deeds.add(aimActs(aim, { ...ground, isSure: sureness === "done" }).map((act) => ({ act, part: 0 })));
    place = movedTo(place, each, { isDone, isSingle, values });
  });
  const { rest } = parsed;
  if (rest !== "") deeds.add(restDeeds(rest, { place, values, made, named, isSure: false }));
  return deeds.all();
}

/** Of one command; one with more of them may have met any file. */
const mostDeeds = 20_000;

function boundedDeeds(): {
  readonly add: (more: readonly ShellDeed[]) => void;
  readonly all: () => readonly ShellDeed[];
} {
  const deeds: ShellDeed[] = [];
  let isAny = false;
  const add = (more: readonly ShellDeed[]): void => {
    const isTooMany = deeds.length + more.length > mostDeeds;
    for (const deed of isTooMany ? [{ act: anyFile, part: 0 }] : more) {
      if (deed.act === anyFile && isAny) continue;
      isAny ||= deed.act === anyFile;
      deeds.push(deed);
    }
  };
  return { add, all: () => deeds };
}

function redirectDeeds(command: SimpleCommand, ground: Ground, part: number): readonly ShellDeed[] {
  const isSpelt = command.redirects.length > 0 && spokenBy(command) !== undefined;
  return command.redirects.flatMap(({ kind, to }, at): readonly ShellDeed[] => {
    const path = to.unclear ? undefined : resolvePath(to.text, ground.place.folders[0]);
    if (path?.startsWith("/dev/") === true || (path === undefined && !to.unclear)) return [];
    if (kind !== "other" && path !== undefined && isSettled(to, ground))
      return [{ act: { kind, path, spelt: isSpelt }, part: part + at }];
    return doubtful(to, ground, { below: false, gone: false }).map((act) => ({ act, part: part + at }));
  });
}

/** Whether it happened, and to what the word says. */
const isSettled = ({ text }: Word, { isSure, place }: Ground): boolean =>
  isSure && (place.isSure || isAbsolutePath(text));

type Reach = Pick<DoubtAct, "below" | "gone">;

const doubtful = (word: Pick<Word, "shape">, ground: Ground, reach: Reach): readonly DoubtAct[] =>
  ground.place.isLost ? [anyFile] : doubtsAbout(word, { ...ground, folders: ground.place.folders }, reach);

function aimActs(aim: Aim, ground: Ground): readonly ShellAct[] {
  if (aim.verb === "carry") return carryActs(aim, ground);
  const { word } = aim;
  const path = word.unclear ? undefined : resolvePath(word.text, ground.place.folders[0]);
  if (path === undefined || !isSettled(word, ground) || aim.verb === "doubt") {
    const doubt = unsure(aim);
    return doubt.verb === "doubt" ? doubtful(word, ground, { below: doubt.below, gone: doubt.gone }) : [];
  }
  if (aim.verb === "remove") return [{ kind: "remove", path, below: aim.below }];
  return [{ kind: aim.verb, path, ...("ends" in aim && { ends: aim.ends }) }];
}

function carryActs({ kind, from, to, as }: Extract<Aim, { verb: "carry" }>, ground: Ground): readonly ShellAct[] {
  const folder = ground.place.folders[0];
  const source = from.unclear ? undefined : resolvePath(from.text, folder);
  const target = to.unclear ? undefined : resolvePath(to.text, folder);
  const isSure = isSettled(from, ground) && isSettled(to, ground);
  if (source === undefined || target === undefined || !isSure || as === "unsure") {
    const isContents = /[\\/]\.?$|^\.$/.test(from.text) || as === "unsure";
    const shape = joinPath(to.shape, fileName(from.shape));
    // Into a folder or not: both are in doubt.
    const doubts = [
      ...doubtful(to, ground, { below: isContents, gone: false }),
      ...doubtful({ ...to, shape }, ground, { below: true, gone: false }),
    ];
    return kind === "copy" ? doubts : [...doubtful(from, ground, { below: true, gone: true }), ...doubts];
  }
  const isFolder = ground.made.has(pathKey(target)) || isAbove(target, folder);
  return [carryAct({ kind, from: source }, target, isFolder && as !== "contents" ? "folder" : as)];
}

function carryAct(
  { kind, from }: { readonly kind: "move" | "copy"; readonly from: string },
  target: string,
  as: Exclude<Manner, "unsure">,
): ShellAct {
  switch (as) {
    case "name":
      return { kind, from, path: target, as };
    case "contents":
      return { kind, from, path: target, as: "sure" };
    case "folder":
      return { kind, from, path: joinPath(target, fileName(from)), as: "sure" };
    case "slash":
      return { kind, from, path: joinPath(target, fileName(from)), as };
  }
}

const isAbove = (path: string, folder: string | undefined): boolean =>
  folder !== undefined && (path === folder || folder.startsWith(path.endsWith("/") ? path : `${path}/`));

function foldersMade({ words }: SimpleCommand, { folders }: Place): readonly string[] {
  return words.slice(1).flatMap((word) => {
    const path = word.unclear || word.text.startsWith("-") ? undefined : resolvePath(word.text, folders[0]);
    return path === undefined ? [] : [pathKey(path.replace(/(.)[\\/]$/, "$1"))];
  });
}

/** The values that variables get. */
function note({ words }: SimpleCommand, values: Map<string, readonly string[]>): void {
  const add = (name: string, more: readonly string[]): void => {
    values.set(name, [...(values.get(name) ?? []), ...more].slice(0, 64));
  };
  if (words[0]?.text === "for" && words[1] !== undefined)
    add(
      words[1].text,
      words.slice(3).map(({ shape }) => shape),
    );
  for (const { shape } of words) {
    const found = /^([A-Za-z_]\w*)=(.*)$/s.exec(shape);
    if (found === null) {
      if (/^(export|local|readonly|declare)$/.test(shape) || shape.startsWith("-")) continue;
      return;
    }
    add(found[1] ?? "", [found[2] ?? ""]);
  }
}

const mostNames = 300;

function namesIn(commands: readonly SimpleCommand[]): readonly string[] {
  const names = new Set<string>();
  for (const { words } of commands)
    words.forEach(({ shape }, at) => {
      const value = shape.replace(/^[A-Za-z_]\w*=/, "");
      const isFile = value !== "" && !/^[-\u0003\u0004]/.test(value) && (at > 0 || value !== shape);
      if (isFile && names.size < mostNames) names.add(value);
    });
  return [...names];
}

/** Of what could not be read, every word may be a file that is met. */
function restDeeds(rest: string, ground: Ground): readonly ShellDeed[] {
  const words = new Set(rest.slice(0, 20_000).match(/[^\s"'`;|&<>()$*?{}[\]]+/g) ?? []);
  return [...words]
    .slice(0, mostNames)
    .filter((word) => !word.startsWith("-"))
    .flatMap((shape) => doubtful({ shape }, ground, { below: true, gone: false }))
    .map((act) => ({ act, part: 0 }));
}
