// The protected list -> whether a line or a call stands under it; and what of the list is not to be found in the session.
import { type Block, blocksOf, editDistance, field, isObject, objectField, stringField } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import { type Choices, counted, nearestOf, turnChoices } from "../nearest.ts";
import type { Planned, Source } from "../plan.ts";
import { chainEntries } from "./chain-entries.ts";
import { type CallRule, type Protected, type TrimIntention, lookUps } from "./intention.ts";
import { isNamed, isOfClient } from "./tool-name.ts";

export type Shield = {
  readonly holdsLine: (node: Node) => boolean;
  readonly holdsCall: (block: Extract<Block, { type: "tool_use" }>) => boolean;
};

const nobody: Protected = { tools: [], turns: [], uuids: [], paths: [] };

export function shieldOf({ session }: Source, { protect = nobody }: TrimIntention): Shield {
  const uuids = new Set(protect.uuids);
  const numbers = new Set(protect.turns);
  const lines = new Set(session.turns.flatMap((turn) => (numbers.has(turn.number) ? turn.lines : [])));
  const paths = protect.paths.map(bare).filter((path) => path !== "");
  return {
    holdsLine: ({ id, line }) => lines.has(line) || (id !== undefined && uuids.has(id)),
    holdsCall: ({ name, input }) =>
      isNamed(name, protect.tools) ||
      (isObject(input) && pathKeys.some((key) => paths.some((path) => isAt(stringField(input, key) ?? "", path)))),
  };
}

const pathKeys = ["file_path", "notebook_path", "path", "command"];

/** With slashes, and none at the end. */
const bare = (path: string): string => slashed(path).replace(/\/+$/, "");

const slashed = (path: string): string => path.replaceAll("\\", "/");

/** The file itself, one below that folder, or a command that names it. */
function isAt(value: string, path: string): boolean {
  const given = slashed(value);
  for (let at = given.indexOf(path); at !== -1; at = given.indexOf(path, at + 1)) {
    if (isEdge(given[at - 1]) && isEdge(given[at + path.length])) return true;
  }
  return false;
}

const isEdge = (character: string | undefined): boolean =>
  character === undefined || /[\s/"'`=:;|&()<>]/.test(character);

type Fault = Extract<Planned, { ok: false }>;

/** The first thing asked for that the session does not have. */
export function unknownIn(source: Source, { protect = nobody, calls = [] }: TrimIntention): Fault | undefined {
  const { session } = source;
  const names = new Set(session.calls.map(({ name }) => name));
  const tools = [...calls.flatMap(toolsOf), ...protect.tools];
  const tool = tools.find((given) => !isOfClient(given) && ![...names].some((name) => isNamed(name, [given])));
  if (tool !== undefined) return fault(`no call of a tool ${tool} in this session`, nearestOf(tool, [...names]));
  const turns = session.turns.map(({ number }) => number);
  const turn = protect.turns.find((number) => !turns.includes(number));
  if (turn !== undefined) return fault(`no turn ${turn} in this session`, turnChoices(turns.map(String)));
  const uuid = protect.uuids.find((id) => !session.log.nodes.some((node) => node.id === id));
  const ids = (): readonly string[] => session.log.nodes.flatMap(({ id }) => id ?? []);
  if (uuid !== undefined) return fault(`no entry ${uuid} in this session`, nearestOf(uuid, ids()));
  return protect.paths.length === 0 ? undefined : unknownPath(source, protect.paths);
}

function unknownPath(source: Source, paths: readonly string[]): Fault | undefined {
  const named = new Map(pathKeys.map((key) => [key, new Set<string>()]));
  for (const [, decoded] of chainEntries(source, ({ calls }) => calls.length > 0))
    for (const block of "raw" in decoded ? blocksOf(field(objectField(decoded.raw, "message") ?? {}, "content")) : [])
      if (block.type === "tool_use" && isObject(block.input))
        for (const [key, values] of named) values.add(stringField(block.input, key) ?? "");
  const all = [...named.values()].flatMap((values) => [...values]);
  const path = paths.find((one) => !all.some((value) => isAt(value, bare(one))));
  if (path === undefined) return undefined;
  const files = [...named].flatMap(([key, values]) => (key === "command" ? [] : [...values])).filter(Boolean);
  return fault(`no call of this session names the path ${path}`, nearestPaths(path, [...new Set(files)]));
}

/** By their last part first: people leave out what stands before it. */
function nearestPaths(path: string, files: readonly string[]): Choices {
  const lastPart = (one: string): string => bare(one).split("/").at(-1) ?? "";
  const near = files
    .map((file) => ({
      file,
      away: editDistance(lastPart(path), lastPart(file)),
      far: Math.abs(file.length - path.length),
    }))
    .sort((a, b) => a.away - b.away || a.far - b.far)
    .slice(0, mostPaths)
    .map(({ file }) => file);
  return counted(near, files.length);
}

const mostPaths = 5;

/** The list of a preset names tools that a session need not have. */
const toolsOf = ({ tools = [] }: CallRule): readonly string[] => (tools === lookUps ? [] : tools);

const fault = (problem: string, choices: Choices): Fault => ({ ok: false, problem, ...choices });
