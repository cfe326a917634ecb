// The words of a result that is an error -> its flags, by the one rule that there is for them.
import { errorOutcome, resultError } from "../../graph/index.ts";
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";
import { rangeText } from "./text.ts";

/** Of the line that the kernel paused at; only one of its results is an error. */
export function errorFlags({ calls, bytes, words }: Kernel): number {
  const line = calls.line.value / 4;
  const told = words[line + at.toldRange] ?? 0;
  if (told !== 0) return judge(bytes, told, words[line + at.toldRange + 1] ?? 0);
  const first = calls.blocksAt.value / 4;
  const end = first + (words[line + at.lineBlocks] ?? 0) * at.blockWords;
  for (let block = first; block < end; block += at.blockWords) {
    const isResult = words[block + at.blockKind] === at.blockToolResult;
    if (!isResult || ((words[block + at.blockFlags] ?? 0) & at.blockIsError) === 0) continue;
    const start = words[block + at.blockContentRange] ?? 0;
    return judge(bytes, start + 1, (words[block + at.blockContentRange + 1] ?? 0) - 1);
  }
  return resultError;
}

/** What tells a denial from an error stands at the very start: so much is read of a long text. */
const startBytes = 400;
/** Longer than every beginning that the rule knows, so that what is left after white space decides. */
const enough = 100;

function judge(bytes: Uint8Array, start: number, end: number): number {
  // A space is never part of an escape or of a longer character.
  const cut = end - start > startBytes ? bytes.lastIndexOf(space, start + startBytes) : end;
  const text = cut > start ? rangeText(bytes, start, cut) : "";
  const isEnough = cut === end || text.trimStart().slice("Error: ".length).trimStart().length >= enough;
  return errorOutcome(isEnough ? text : rangeText(bytes, start, end));
}

const space = 0x20;
