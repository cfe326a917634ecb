// A seed -> members of the class: a growing log, a twist of it and a command; the same on every machine.
import { type CommandName, commands } from "../complexity/commands.ts";
import { fileShapes } from "../complexity/file-shapes.ts";
import type { Member } from "../complexity/growth.ts";
import { shapes } from "../complexity/shapes.ts";
import { twists } from "../complexity/twists.ts";

/** These need about the same time for every log. */
const constantCommands: ReadonlySet<string> = new Set<CommandName>(["history", "delete", "keep", "title"]);
/** These do something only where a log holds versions of a file. */
const fileCommands: ReadonlySet<string> = new Set<CommandName>([
  "files",
  "files log",
  "files show",
  "files diff",
  "blame",
  "recover",
]);

/** Every shape is a member before one is a member twice, and so is every command of its kind. */
export function membersFrom(seed: number, count: number): readonly Member[] {
  const draw = drawer(seed);
  const nextShape = cycle(shapes, draw);
  const names = Object.keys(commands).filter((name) => !constantCommands.has(name));
  const nextCommand = cycle(
    names.filter((name) => !fileCommands.has(name)),
    draw,
  );
  const nextFileCommand = cycle(
    names.filter((name) => fileCommands.has(name)),
    draw,
  );
  return Array.from({ length: count }, () => {
    const shape = nextShape();
    const isOfFiles = fileShapes.includes(shape) && draw(4) > 0;
    return {
      shape: shape.name,
      twist: twists[draw(2) === 0 ? 0 : draw(twists.length)]?.name ?? "",
      command: isOfFiles ? nextFileCommand() : nextCommand(),
    };
  });
}

type Draw = (below: number) => number;

/** One after the other in a drawn order, and then again in another one. */
function cycle<T>(all: readonly T[], draw: Draw): () => T {
  let rest: T[] = [];
  return () => {
    if (rest.length === 0) rest = [...all];
    const [drawn] = rest.splice(draw(rest.length), 1);
    if (drawn === undefined) throw new Error("nothing to draw from");
    return drawn;
  };
}

/** Mulberry32. */
function drawer(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
