// Tokens from the address, the storage and other tabs -> the one that the daemon proved to know.
import { createSignal } from "solid-js";
import { provenAmong } from "./proof.ts";
import { joinTabs } from "./tabs.ts";
import { keepToken, takeTokens } from "./token.ts";

/** `asking`: other tabs may know a token. `locked`: none of ours is valid for the server on this port. */
type Access = "open" | "asking" | "locked";

/** A tab that is open answers at once; one that sleeps may still answer later. */
const answerMs = 500;
/** Old ones are forgotten. */
const mostTokens = 8;

let tokens: readonly string[] = takeTokens();
/** Undefined: the server has to prove itself before the next request. */
let proven: string | undefined;
let accepted: string | undefined;
let proving: Promise<string | undefined> | undefined;
let hasAskedTabs = false;
const nudges = new Set<() => void>();
const [access, setAccess] = createSignal<Access>("open");
/** Whether something was read with a token; it stays on the screen from then on. */
const [hasEntered, setEntered] = createSignal(false);
const tabs = joinTabs({ good: () => accepted, onTold: offerToken });

export { access, hasEntered };

/** No token that the server on this port knows: nothing can be read until there is another. */
export const isLockedOut = (): boolean => access() !== "open";

/** Undefined where the server knows none of our tokens; throws where it gives no answer. */
export async function provenToken(): Promise<string | undefined> {
  if (proven !== undefined) return proven;
  proving ??= prove().finally(() => (proving = undefined));
  return await proving;
}

async function prove(): Promise<string | undefined> {
  proven = tokens.length === 0 ? undefined : await provenAmong(tokens);
  if (proven !== undefined) setAccess("open");
  else lock();
  return proven;
}

/** The server may be another one from now on. */
export function contactLost(): void {
  proven = undefined;
}

/** The daemon accepted it: other tabs that have none, or an older one, get it. */
export function wasTaken(used: string): void {
  setEntered(true);
  if (used === accepted) return;
  accepted = used;
  hasAskedTabs = false;
  keepToken(used);
  tabs.tell(used);
}

export function wasRefused(): void {
  proven = undefined;
  lock();
}

/** Tries a token that a person entered; returns whether the daemon knows it. */
export async function tryToken(token: string): Promise<"valid" | "wrong" | "no-answer"> {
  addToken(token);
  try {
    return (await provenAmong([token])) === undefined ? "wrong" : "valid";
  } catch (error) {
    if (error instanceof TypeError) return "no-answer";
    throw error;
  } finally {
    nudge();
  }
}

function offerToken(token: string): void {
  if (tokens.includes(token)) return;
  addToken(token);
  nudge();
}

function addToken(token: string): void {
  tokens = [token, ...tokens.filter((known) => known !== token)].slice(0, mostTokens);
}

function lock(): void {
  accepted = undefined;
  if (hasAskedTabs && access() !== "open") return;
  setAccess("asking");
  hasAskedTabs = true;
  tabs.ask();
  setTimeout(() => {
    if (access() === "asking") setAccess("locked");
  }, answerMs);
}

/** `call` runs when there is a reason to retry at once; returns a function that removes it. */
export function onNudge(call: () => void): () => void {
  nudges.add(call);
  return () => nudges.delete(call);
}

export function nudge(): void {
  for (const call of nudges) call();
}
