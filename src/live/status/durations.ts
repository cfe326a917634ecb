// How long calls of each tool took in a log -> how long one may be quiet before that is odd; a few numbers per tool, no calls.

/** By tool: how many calls ended within 0.25 s, 0.5 s, 1 s and so on, each doubled. */
export type Durations = ReadonlyMap<string, readonly number[]>;

export const noDurations: Durations = new Map();

const firstMs = 250;
const steps = 16;
const mostTools = 64;

export function addDuration(durations: Durations, tool: string, ms: number): Durations {
  if (ms < 0 || (!durations.has(tool) && durations.size >= mostTools)) return durations;
  const step = Math.min(steps - 1, Math.max(0, Math.ceil(Math.log2(Math.max(ms, 1) / firstMs))));
  const counts = durations.get(tool) ?? Array.from({ length: steps }, () => 0);
  return new Map([...durations, [tool, counts.with(step, (counts[step] ?? 0) + 1)]]);
}

/** `calls`: how many it was learnt from; 0 when it is only what is usual. */
export type Patience = { readonly ms: number; readonly calls: number };

const fewestCalls = 5;
const shortestMs = 10_000;
const longestMs = 600_000;
const usualMs = 20_000;
const usualShellMs = 45_000;

/** Twice what nine in ten calls of the tool took. */
export function patienceWith(durations: Durations, tool: string): Patience {
  const counts = durations.get(tool) ?? [];
  const calls = counts.reduce((sum, count) => sum + count, 0);
  if (calls < fewestCalls) return { ms: isShell(tool) ? usualShellMs : usualMs, calls: 0 };
  let seen = 0;
  const step = counts.findIndex((count) => {
    seen += count;
    return seen >= calls * 0.9;
  });
  return { ms: Math.min(longestMs, Math.max(shortestMs, 2 * firstMs * 2 ** step)), calls };
}

export const isShell = (tool: string): boolean => /^(Bash|PowerShell|Shell|Monitor)$/.test(tool);
