// One source file -> every place where it could write to stdout or stderr past the one output function.
import { type Node, type Parsed, childrenOf, isNode, nameOf } from "./syntax.ts";

/** The only file that writes to a stream. */
const WRITER = "src/cli/output/streams.ts";

/** What else may hand a stream on, and why that is safe. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // `clew resume` gives its terminal to Claude Code.
  "src/cli/main.ts": ["stdio"],
  // The person's own command of `watch --on`; its variables are sanitized.
  "src/cli/start-program.ts": ["stdio"],
  // A process of the daemon, which prints nothing but its own internal errors, sanitized.
  "src/cli/serve/start-lane.ts": ["stdio"],
  // Processes whose stdout is a pipe to the one that started them.
  "src/proof/worker-thread.ts": ["import of stdout"],
  "src/proof/terminal-thread.ts": ["import of stdout"],
};

const STREAMS = new Set(["stdout", "stderr", "_rawDebug"]);
const WRITES = new Set(
  "write writeSync writev writevSync writeFile writeFileSync appendFile appendFileSync createWriteStream openSync open".split(
    " ",
  ),
);
const DEVICE = /^\/(dev\/(std|tty|fd|pts|console)|proc\/self\/fd)/;
const CLOSED_STDIO = new Set(["ignore", "pipe", "ipc", "overlapped"]);

export function checkStreams(path: string, { nodes, own, lineOf }: Parsed): readonly string[] {
  if (path === WRITER) return [];
  const allowed = EXCEPTIONS[path] ?? [];
  const found = nodes.flatMap((node) => usesIn(node, own).map((use) => ({ use, line: lineOf(node) })));
  const stale = allowed.filter((use) => !found.some((each) => each.use === use));
  return [
    ...found
      .filter(({ use }) => !allowed.includes(use))
      .map(({ use, line }) => `${path}:${line}: writes past the one output function: ${use}`),
    ...stale.map((use) => `${path}: does not need its exception for ${use}`),
  ];
}

function usesIn(node: Node, own: ReadonlySet<string>): readonly string[] {
  switch (node["type"]) {
    case "Identifier":
      return ["console", "WriteStream"].filter((name) => nameOf(node) === name && !own.has(name));
    case "MemberExpression":
      return nameOf(node["object"]) === "process" ? streamsIn([keyOf(node["property"])], "process.") : [];
    case "VariableDeclarator":
      return nameOf(node["init"]) === "process" ? streamsIn(keysIn(node["id"]), "process.") : [];
    case "ImportDeclaration":
      return /^(node:)?process$/.test(String(keyOf(node["source"])))
        ? streamsIn(
            childrenOf(node, "specifiers").map(({ imported }) => keyOf(imported)),
            "import of ",
          )
        : [];
    case "Property":
      return keyOf(node["key"]) === "stdio" && !isClosed(node["value"]) ? ["stdio"] : [];
    case "CallExpression":
      return descriptorWrites(node);
    default:
      return [];
  }
}

const streamsIn = (names: readonly (string | undefined)[], how: string): readonly string[] =>
  names.flatMap((name) => (name !== undefined && STREAMS.has(name) ? [`${how}${name}`] : []));

/** `writeSync(1, ...)`, `createWriteStream("/dev/tty")` or `createWriteStream("", { fd: 2 })`. */
function descriptorWrites(call: Node): readonly string[] {
  const callee = call["callee"];
  const name = nameOf(callee) ?? (isNode(callee) ? keyOf(callee["property"]) : undefined);
  if (name === undefined || !WRITES.has(name)) return [];
  const [first, ...others] = childrenOf(call, "arguments");
  const options = others.flatMap((option) => childrenOf(option, "properties"));
  const descriptors = options.filter(({ key }) => keyOf(key) === "fd").map(({ value }) => value);
  return [first, ...descriptors].some(isStream) ? [`${name} to a stream`] : [];
}

function isStream(node: unknown): boolean {
  if (!isNode(node)) return false;
  const { value } = node;
  return value === 1 || value === 2 || (typeof value === "string" && DEVICE.test(value));
}

function isClosed(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value["type"] === "ArrayExpression") return childrenOf(value, "elements").every(isClosed);
  return typeof value["value"] === "string" && CLOSED_STDIO.has(value["value"]);
}

const keysIn = (pattern: unknown): readonly (string | undefined)[] =>
  isNode(pattern) ? childrenOf(pattern, "properties").map(({ key }) => keyOf(key)) : [];

function keyOf(node: unknown): string | undefined {
  const text = isNode(node) ? node["value"] : undefined;
  return nameOf(node) ?? (typeof text === "string" ? text : undefined);
}
