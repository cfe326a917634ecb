// What a good line says about its whole log -> which of that the host has not been told yet.
import { AGENT_ID, CWD, FORKED_FROM_ID, GIT_BRANCH, IS_PROMPT, IS_TASK, SESSION_ID, flags, line } from "./record";
import { isSame } from "./table";

// Bits of what there is to tell. All but the branch count only where they come first.
const SESSION: u32 = 1;
const AGENT: u32 = 2;
const FOLDER: u32 = 4;
const BRANCH: u32 = 8;
const FORK: u32 = 16;
const PROMPT: u32 = 32;
const TASK: u32 = 64;

let wanted: u32 = 0;

/** Longer branches are told each time. */
const KEPT_BYTES: u32 = 1024;
const branch: usize = heap.alloc(1024 + 32);
const UNKNOWN: u32 = 0xffffffff;
let branchLength: u32 = UNKNOWN;

export function wantAll(): void {
  wanted = SESSION | AGENT | FOLDER | FORK | PROMPT | TASK;
  branchLength = UNKNOWN;
}

/** The host read a line itself, which may have named another branch. */
export function forgetBranch(): void {
  branchLength = UNKNOWN;
}

export function untold(): u32 {
  let news: u32 = 0;
  if (wanted) {
    if (load<u32>(line, SESSION_ID)) news |= SESSION;
    if (load<u32>(line, AGENT_ID)) news |= AGENT;
    if (load<u32>(line, CWD)) news |= FOLDER;
    if (load<u32>(line, FORKED_FROM_ID)) news |= FORK;
    if (flags & IS_PROMPT) news |= PROMPT;
    if (flags & IS_TASK) news |= TASK;
    news &= wanted;
    wanted &= ~news;
  }
  return load<u32>(line, GIT_BRANCH) && !isKeptBranch() ? news | BRANCH : news;
}

/** Whether it is the branch of the line before; from now on it is. */
function isKeptBranch(): bool {
  const start = usize(load<u32>(line, GIT_BRANCH));
  const length = load<u32>(line, GIT_BRANCH + 4) - u32(start);
  if (length == branchLength && isSame(branch, start, length)) return true;
  branchLength = length > KEPT_BYTES ? UNKNOWN : length;
  if (length <= KEPT_BYTES) memory.copy(branch, start, usize(length));
  return false;
}
