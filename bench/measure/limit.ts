// A measured figure and what it may be at most -> met or not; only what noise cannot move may fail a run.

export type Limit = {
  readonly what: string;
  readonly figure: number;
  readonly most: number;
  /** What we aim for beyond the limit. */
  readonly goal?: number;
  readonly unit: string;
  /** `told`: a busy machine may break it, so it is only printed; `kept`: breaking it fails the run. */
  readonly force: "told" | "kept";
};

export const isMet = ({ figure, most }: Limit): boolean => figure <= most;

export const isBroken = (limit: Limit): boolean => limit.force === "kept" && !isMet(limit);

export function limitText(limit: Limit): string {
  const { what, figure, most, goal, unit, force } = limit;
  const aim = goal === undefined ? "" : `, goal ${goal}${unit}${figure <= goal ? " met" : ""}`;
  const word = isMet(limit) ? "met    " : "NOT MET";
  return `${word}  ${what}: ${figure.toFixed(2)}${unit} (at most ${most}${unit}${aim}; ${force === "kept" ? "enforced" : "told only"})`;
}
