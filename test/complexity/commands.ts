// The commands that a growing log is given to, by name -> their arguments for a home that holds the log.
export type GrownHome = { readonly home: string; readonly log: string };

/** The file whose versions the commands about files print. */
export const watchedFile = "/home/ada/loom/watched.ts";

type Command = (grown: GrownHome) => readonly string[];

const dryRun =
  (...args: readonly string[]): Command =>
  ({ log }) => [args[0] ?? "", log, "--dry-run", ...args.slice(1)];
const reading =
  (name: string, ...flags: readonly string[]): Command =>
  ({ log }) => [name, log, ...flags];
const counting =
  (name: string, ...flags: readonly string[]): Command =>
  ({ home }) => [name, "--no-index", "--dir", home, ...flags];

export const commands = {
  session: reading("session", "--json"),
  show: reading("show", "--full"),
  rows: reading("rows", "--json"),
  lines: reading("lines"),
  entries: reading("entries", "--json"),
  doctor: reading("doctor", "--verbose"),
  repair: dryRun("repair"),
  request: reading("request", "--json"),
  check: reading("request", "--check"),
  context: reading("context"),
  trim: dryRun("trim", "--preset", "strong", "--calls", "remove", "--keep-turns", "0"),
  compress: dryRun("compress", "--keep-turns", "1", "--calls"),
  decompress: dryRun("compress", "--undo"),
  clone: dryRun("clone"),
  fork: dryRun("fork", "--at", "1"),
  split: dryRun("split", "--at", "1"),
  title: reading("title"),
  search: counting("search", "p1"),
  stats: counting("stats", "--by", "day"),
  cost: counting("cost", "--by", "model"),
  tools: counting("tools", "--by", "file"),
  ls: ({ home }) => ["ls", "--dir", home],
  status: ({ home }) => ["status", "--dir", home],
  history: reading("history"),
  move: dryRun("move", "--to", "/home/ada/spindle"),
  keep: dryRun("keep"),
  delete: dryRun("delete"),
  drift: reading("drift"),
  index: ({ home }) => ["index", "--rebuild", "--dir", home],
  files: ({ home }) => ["files", "list", "--json", "--dir", home],
  "files log": ({ home }) => ["files", "log", watchedFile, "--dir", home],
  "files show": ({ home }) => ["files", "show", watchedFile, "--at", "v1", "--dir", home],
  "files diff": ({ home }) => ["files", "diff", watchedFile, "v1", "v2", "--dir", home],
  blame: ({ home }) => ["blame", watchedFile, "--dir", home],
  recover: ({ home }) => ["recover", "--deleted", "--json", "--dir", home],
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
