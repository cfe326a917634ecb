// Whole lines in the kernel's memory -> the digest; the kernel reads them, and pauses where it needs to be helped.
import { type Line, maxLineBytes } from "../../format/index.ts";
import { type Digester, type LastWord, readablePrompt } from "../../graph/index.ts";
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";
import { errorFlags } from "./outcome.ts";
import { foldLine } from "./reference.ts";
import { cutPreview, rangeText } from "./text.ts";

/** Where the lines stand in memory, and where the first of them stands in the log. */
export type Stretch = { readonly start: number; readonly end: number; readonly offset: number };

/** By the kernel's numbers. */
const lastWords: readonly (LastWord | undefined)[] = [undefined, "answer", "error", "call", "result", "prompt"];

export function lineFolder(kernel: Kernel, into: Digester): (stretch: Stretch) => void {
  const { calls } = kernel;
  const record = calls.line.value / 4;
  const counts = calls.countsAt.value / 8;

  function text(range: number): string | undefined {
    const start = kernel.words[record + range] ?? 0;
    return start === 0 ? undefined : rangeText(kernel.bytes, start, kernel.words[record + range + 1] ?? 0);
  }

  function tell(news: number): void {
    const asked = (bit: number, range: number) => ((news & bit) === 0 ? undefined : text(range));
    into.envelope({
      sessionId: asked(at.newSession, at.sessionIdRange),
      agentId: asked(at.newAgent, at.agentIdRange),
      cwd: asked(at.newFolder, at.cwdRange),
      gitBranch: asked(at.newBranch, at.gitBranchRange),
      forkedFrom: asked(at.newFork, at.forkedFromRange),
      // The kernel keeps the versions itself.
      version: undefined,
    });
  }

  function pass(news: number): void {
    const lines = kernel.doubles[counts] ?? 0;
    const blank = kernel.doubles[counts + 1] ?? 0;
    if (lines + blank === 0) return;
    const prompt = news & (at.newPrompt | at.newTask) ? sayPrompt(text(at.contentRange) ?? "") : undefined;
    into.passed({
      lines,
      blank,
      startMs: kernel.doubles[counts + 2] ?? Infinity,
      endMs: kernel.doubles[counts + 3] ?? -Infinity,
      last: lastWords[kernel.doubles[counts + 4] ?? 0],
      firstPrompt: (news & at.newPrompt) === 0 ? undefined : prompt,
      task: (news & at.newTask) === 0 ? undefined : prompt,
    });
  }

  return ({ start, end, offset }) => {
    for (let next = start; next < end;) {
      next = calls.scan(next, end, offset + next - start);
      kernel.refresh();
      const pause = calls.pause.value;
      if (pause === at.atError) calls.commitError(errorFlags(kernel));
      kernel.refresh();
      const news = calls.news.value;
      pass(news);
      if (pause === at.atUnsure) foldLine(into, pausedLine(kernel, offset - start));
      else if (news !== 0) tell(news);
    }
  };
}

/** The line that the kernel paused at. `base`: the offset of address 0. */
function pausedLine({ calls, bytes, words }: Kernel, base: number): Line {
  const record = calls.line.value / 4;
  const start = words[record + at.lineStart] ?? 0;
  const end = words[record + at.lineEnd] ?? 0;
  const length = end - start;
  const content = length > maxLineBytes ? undefined : bytes.subarray(start, end);
  return { number: 0, offset: base + start, length: length + 1, end: "lf", bytes: content };
}

const sayPrompt = (text: string): string => cutPreview(readablePrompt(text.trim()).trim());
