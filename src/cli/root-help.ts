// The table of commands -> what `clew --help` prints: the commands first, as wide as the screen; runs none of them.
import { root } from "./app.ts";
import type { Io } from "./io.ts";

/** Longer lines are hard to read, and a pipe has no width of its own. */
const widest = 100;

export function rootHelp({ columns, command }: Pick<Io, "columns" | "command">): string {
  const width = Math.max(40, Math.min(widest, columns));
  const entries = root.getAllEntries().filter(({ hidden }) => !hidden);
  const names = Math.max(...entries.map(({ name }) => name.original.length));
  const list = entries.flatMap(({ name, target }) =>
    hanging(name.original.padEnd(names), target.brief, width).map((line) => `  ${line}`),
  );
  const about = [
    "Reads the logs below ~/.claude/projects without loss. What it makes of a session is a new session.",
    "A SESSION is named by its id, a unique beginning of it (4 or more), its title, a path, or @last: the one whose file was written last in the current folder's project, else of all.",
    "Data goes to stdout, talk to stderr. Exit 0 done or found, 1 nothing or errors found, 2 could not be done.",
  ];
  return [
    "Follow the thread through your Claude Code sessions.",
    "",
    "COMMANDS",
    ...list,
    "",
    "USAGE",
    `  ${command}                        the newest sessions`,
    `  ${command} COMMAND [FLAGS] ...    one of the commands`,
    `  ${command} COMMAND --help         its flags, with examples`,
    `  ${command} --version`,
    "",
    ...about.flatMap((text) => wrapped(text, width)),
    "",
  ].join("\n");
}

/** A name, and the text beside it with its further lines below each other. */
function hanging(name: string, text: string, width: number): readonly string[] {
  const space = " ".repeat(name.length);
  return wrapped(text, width - name.length - 4).map((line, at) => `${at === 0 ? name : space}  ${line}`);
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
