// A session and the folder it shall belong to -> the plan of its copy there, and which paths follow; only paths that mean the project do.
import { isWithin, projectFolder } from "../graph/index.ts";
import { startDraft } from "./draft.ts";
import { type Choices, nearestOf } from "./nearest.ts";
import type { Identity, Plan, Refused, Source, Supply } from "./plan.ts";

export type MoveIntention = {
  /** The folder to go to, as the client would name it: absolute, links resolved. */
  readonly to: string;
  /** The folder to leave; by default the one that the session belongs to. */
  readonly from?: string;
  /** The folder that its log stands in, which tells where it belongs. */
  readonly slug?: string;
  /** The folder it belongs to, where somebody knows. */
  readonly held?: string;
};

export type MovePlanned =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly folders: Identity["folders"];
      /** The folder it belongs to now. */
      readonly cwd: string;
    }
  | Refused;

export function planMove(source: Source, { to, from, slug, held }: MoveIntention, supply: Supply): MovePlanned {
  const cwds = [...source.session.log.state.cwds.keys()];
  const own = held ?? projectFolder(slug, cwds);
  const left = from === undefined ? own : tidy(from);
  const target = tidy(to);
  const refuse = (problem: string, choices: Choices = { choices: [] }) => ({ ok: false, problem, ...choices }) as const;
  if (!isAbsolute(target)) return refuse(`"${to}" is no absolute path`);
  if (left === undefined) return refuse("no entry of the session names a folder");
  if (!cwds.some((cwd) => isWithin(cwd, left)))
    return refuse(`no entry of the session was written in "${left}"`, nearestOf(left, cwds));
  if (left === target)
    return { ...refuse(`the session belongs to "${target}" already`), hint: "nothing has to be moved" };
  const draft = startDraft(source, supply);
  draft.step(
    "moved",
    `paths below ${left} are paths below ${target} now, wherever a field is a path; words, commands and outputs stay as they were`,
    1,
  );
  const folders = [{ from: left, to: target }];
  return { ok: true, plan: draft.plan(), folders, cwd: movedFolder(own ?? left, { from: left, to: target }) };
}

/** Where a folder is when another one has become `to`: what is not in that one has no other place to go. */
export function movedFolder(folder: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const [left, target] = [tidy(from), tidy(to)];
  if (!isWithin(folder, left)) return target;
  const rest = folder.slice(left.length);
  return target + (left.includes("\\") && target.startsWith("/") ? rest.replaceAll("\\", "/") : rest);
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** Without separators at the end; a root keeps its own. */
function tidy(path: string): string {
  const short = path.replace(/[\\/]+$/, "");
  return short === "" || /^[A-Za-z]:$/.test(short) ? path : short;
}
