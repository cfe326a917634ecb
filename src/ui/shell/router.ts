// The address of the page <-> the view that is shown; every view can be linked to, and going back works.
import { createSignal, onCleanup } from "solid-js";
import { type Fields, fieldsOf } from "../api/fields.ts";

export const tabs = ["talk", "files", "context", "health", "manage"] as const;
export type Tab = (typeof tabs)[number];

export type Route =
  | { readonly view: "overview" }
  | { readonly view: "sessions" }
  | { readonly view: "session"; readonly id: string; readonly tab: Tab }
  | { readonly view: "lost"; readonly path: string };

/** How one came to an address: by going on, by going back or loading it anew, or the view only noted where one is. */
type Coming = "on" | "back" | "noted";

export type Place = {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly coming: Coming;
  /** What the view kept in the history when one was last here. */
  readonly kept: Fields;
};

let list: { readonly address: string; readonly kept: Fields } = { address: "/sessions", kept: {} };
const keepers: (() => Fields)[] = [];
const restMs = 200;
const [place, setPlace] = createSignal<Place>(read("back"));

export { place };

export const route = (): Route => place().route;

export function asked(name: string): string | undefined {
  const value = place().query.get(name);
  return value === null || value === "" ? undefined : value;
}

export function goTo(address: string, how: "push" | "replace" = "push"): void {
  if (address === location.pathname + location.search) return;
  if (how === "replace") history.replaceState(history.state, "", address);
  else {
    keepNow();
    history.pushState(undefined, "", address);
  }
  setPlace(read(how === "replace" ? "noted" : "on"));
}

/** The list as it was left: with the words that were searched for, and where it was scrolled to. */
export function backToList(): void {
  keepNow();
  history.pushState(list.kept, "", list.address);
  setPlace(read("back"));
}

/** For as long as the view stands: what it wants to find again when one comes back to it. Gives the way to say that this changed. */
export function useKeeper(keep: () => Fields): () => void {
  keepers.push(keep);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => {
    clearTimeout(timer);
    keepers.splice(keepers.lastIndexOf(keep), 1);
  });
  // Browsers take so many changes of the history and no more.
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      keepNow();
    }, restMs);
  };
}

function keepNow(): void {
  const kept = keepers.at(-1)?.();
  if (kept === undefined) return;
  history.replaceState(kept, "");
  if (route().view === "sessions") list = { ...list, kept };
}

/** Keeps the rest of the address; undefined takes a name out of it. */
export function setAsked(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  const search = query.toString();
  goTo(location.pathname + (search === "" ? "" : `?${search}`), "replace");
}

export type LogPlace = {
  readonly tab?: Tab;
  readonly line?: number;
  readonly agent?: string | undefined;
  /** Words to find in it. */
  readonly find?: string | undefined;
};

export function sessionAddress(id: string, at: LogPlace = {}): string {
  const tab = at.tab === undefined || at.tab === "talk" ? "" : `/${at.tab}`;
  const query = new URLSearchParams();
  if (at.agent !== undefined) query.set("agent", at.agent);
  if (at.line !== undefined) query.set("line", String(at.line));
  if (at.find !== undefined) query.set("find", at.find);
  const search = query.toString();
  return `/s/${encodeURIComponent(id)}${tab}${search === "" ? "" : `?${search}`}`;
}

/** Plain clicks on links of ours change the view without loading the page anew. */
export function followLinks(root: HTMLElement): void {
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-own]") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    goTo(link.pathname + link.search);
  });
  addEventListener("popstate", () => setPlace(read("back")));
  addEventListener("pagehide", keepNow);
}

function read(coming: Coming): Place {
  const route = routeOf(location.pathname);
  const kept = fieldsOf(history.state);
  if (route.view === "sessions") list = { address: location.pathname + location.search, kept };
  return { route, query: new URLSearchParams(location.search), coming, kept };
}

export function routeOf(path: string): Route {
  const [first, second, third, ...more] = path.split("/").filter((step) => step !== "");
  if (first === undefined) return { view: "overview" };
  if (first === "sessions" && second === undefined) return { view: "sessions" };
  const tab = third === undefined ? "talk" : tabs.find((name) => name === third);
  if (first === "s" && second !== undefined && tab !== undefined && more.length === 0) {
    return { view: "session", id: decoded(second), tab };
  }
  return { view: "lost", path };
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch (error) {
    if (error instanceof URIError) return step;
    throw error;
  }
}
