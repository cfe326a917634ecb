// The table of commands -> docs/cli.md on stdout; run by `npm run docs`, so that the page cannot drift from the help texts.
import { commandNames } from "./app.ts";
import type { Io } from "./io.ts";
import { runCli } from "./run.ts";

async function helpOf(command: string): Promise<string> {
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
  };
  await runCli([command, "--help"], io);
  return `## clew ${command}\n\n\`\`\`\n${written.join("").trimEnd()}\n\`\`\`\n`;
}

const pages: string[] = [];
for (const command of commandNames) pages.push(await helpOf(command));
process.stdout.write(
  `# The command line\n\nPrinted from the table of commands by \`npm run docs\`. What the JSON means is told in [json.md](json.md).\n\n${pages.join("\n")}`,
);
