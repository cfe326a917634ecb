// The table of commands -> docs/cli.md on stdout; run by `npm run docs`, so that the page cannot drift from the help texts.
import { commandNames } from "./app.ts";
import type { Io } from "./io.ts";
import { flushOut, writeOut } from "./output/streams.ts";
import { files } from "./routes/files.ts";
import { runCli } from "./run.ts";

async function helpOf(...command: readonly string[]): Promise<string> {
  const written: string[] = [];
  const io: Io = {
    out: (text) => void written.push(text),
    err: (text) => void written.push(text),
    progress: () => undefined,
    isTerminal: false,
    isInputTerminal: false,
    colour: false,
    columns: 100,
    homes: [],
    cwd: "/",
    nowMs: 0,
    timeZone: "UTC",
    cacheDir: "/",
    dataDir: "/",
    command: "clew",
    demoHome: "/",
    messagesApi: {},
    ask: () => Promise.resolve(false),
    host: { node: "node", path: "", tempDir: "/" },
    run: () => undefined,
    live: {
      clock: { nowMs: () => 0, monotonicMs: () => 0, after: () => () => undefined },
      flush: () => undefined,
      environment: {},
      screen: () => ({ columns: 100, rows: 30 }),
      listen: () => () => undefined,
      start: () => Promise.resolve({ kind: "not-started", reason: "ENOENT" }),
    },
  };
  await runCli([...command, "--help"], io);
  return `${"#".repeat(command.length + 1)} clew ${command.join(" ")}\n\n\`\`\`\n${written.join("").trimEnd()}\n\`\`\`\n`;
}

const pages: string[] = [];
for (const command of commandNames) {
  pages.push(await helpOf(command));
  for (const part of partsOf(command)) pages.push(await helpOf(command, part));
}

/** The commands below one. */
function partsOf(command: string): readonly string[] {
  return command === "files" ? files.getAllEntries().map(({ name }) => name.original) : [];
}

writeOut(
  `# The command line\n\nPrinted from the table of commands by \`npm run docs\`. What the JSON means is told in [json.md](json.md).\n\n${pages.join("\n")}`,
);
flushOut();
