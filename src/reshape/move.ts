// A session and the folder it shall belong to -> the plan of its copy there, and which paths follow; only paths that mean the project do.
import { startDraft } from "./draft.ts";
import { nearestOf } from "./nearest.ts";
import type { Identity, Plan, Source, Supply } from "./plan.ts";

export type MoveIntention = {
  /** The folder to go to, as the client would name it: absolute, links resolved. */
  readonly to: string;
  /** The folder to leave; by default the one that most entries name. */
  readonly from?: string;
};

export type MovePlanned =
  | { readonly ok: true; readonly plan: Plan; readonly folders: Identity["folders"] }
  | { readonly ok: false; readonly problem: string; readonly choices: readonly string[] };

export function planMove(source: Source, { to, from }: MoveIntention, supply: Supply): MovePlanned {
  const cwds = [...source.session.log.state.cwds].sort(([, a], [, b]) => b - a).map(([cwd]) => cwd);
  const left = from === undefined ? cwds[0] : tidy(from);
  const target = tidy(to);
  const refuse = (problem: string, choices: readonly string[] = []): MovePlanned => ({ ok: false, problem, choices });
  if (!isAbsolute(target)) return refuse(`"${to}" is no absolute path`);
  if (left === undefined) return refuse("no entry of the session names a folder");
  if (!cwds.some((cwd) => cwd === left || isBelow(cwd, left)))
    return refuse(`no entry of the session was written in "${left}"`, nearestOf(left, cwds));
  if (left === target) return refuse(`the session belongs to "${target}" already`);
  const draft = startDraft(source, supply);
  draft.step("moved", `paths below ${left} are paths below ${target}`, 1);
  return { ok: true, plan: draft.plan(), folders: [{ from: left, to: target }] };
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);

/** Without separators at the end; a root keeps its own. */
function tidy(path: string): string {
  const short = path.replace(/[\\/]+$/, "");
  return short === "" || /^[A-Za-z]:$/.test(short) ? path : short;
}
