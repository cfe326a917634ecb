// Tokens from the address and from other tabs, and what the daemon says of them -> the one to ask with, and whether there is one.
import { createSignal } from "solid-js";
import { joinTabs } from "./tabs.ts";
import { keepToken, takeToken } from "./token.ts";

/** `asking`: other tabs may know a token. */
type Access = "open" | "asking" | "none";

/** A tab that is open answers at once; one that sleeps may still answer later. */
const answerMs = 500;

let token = takeToken();
let goodToken: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const refused = new Set<string>();
const [access, setAccess] = createSignal<Access>(token === undefined ? "asking" : "open");
const tabs = joinTabs({ good: () => goodToken, onTold: take });
if (token === undefined) ask();

export { access };

/** No token, or one that the daemon does not know: nothing can be read until there is another. */
export const isLockedOut = (): boolean => access() !== "open";

export const currentToken = (): string | undefined => token;

/** The daemon took it: tabs that have none, or that of a daemon that is gone, go on with it. */
export function wasTaken(used: string | undefined): void {
  if (used === undefined || used !== token || used === goodToken) return;
  goodToken = used;
  tabs.tell(used);
}

export function wasRefused(used: string | undefined): void {
  if (used !== undefined) refused.add(used);
  if (used !== token) return;
  goodToken = undefined;
  ask();
}

function ask(): void {
  if (access() === "asking" && timer !== undefined) return;
  setAccess("asking");
  tabs.ask();
  timer = setTimeout(() => {
    timer = undefined;
    if (access() === "asking") setAccess("none");
  }, answerMs);
}

function take(told: string): void {
  if (told === token || refused.has(told)) return;
  token = told;
  keepToken(told);
  clearTimeout(timer);
  timer = undefined;
  setAccess("open");
}
