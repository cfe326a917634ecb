// The address of the page <-> the view that is shown; every view can be linked to, and going back works.
import { createSignal } from "solid-js";

export const tabs = ["talk", "files", "context", "health", "manage"] as const;
export type Tab = (typeof tabs)[number];

export type Route =
  | { readonly view: "overview" }
  | { readonly view: "sessions" }
  | { readonly view: "session"; readonly id: string; readonly tab: Tab }
  | { readonly view: "lost"; readonly path: string };

export type Place = { readonly route: Route; readonly query: URLSearchParams };

let listAddress = "/sessions";
const [place, setPlace] = createSignal<Place>(read());

export { place };

export const route = (): Route => place().route;

export function asked(name: string): string | undefined {
  const value = place().query.get(name);
  return value === null || value === "" ? undefined : value;
}

export function goTo(address: string, how: "push" | "replace" = "push"): void {
  if (address === location.pathname + location.search) return;
  if (how === "push") history.pushState(undefined, "", address);
  else history.replaceState(undefined, "", address);
  setPlace(read());
}

/** The list as it was left: with the words that were searched for. */
export const backToList = (): void => goTo(listAddress);

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

export function sessionAddress(id: string, at: { tab?: Tab; line?: number; agent?: string | undefined } = {}): string {
  const tab = at.tab === undefined || at.tab === "talk" ? "" : `/${at.tab}`;
  const query = new URLSearchParams();
  if (at.agent !== undefined) query.set("agent", at.agent);
  if (at.line !== undefined) query.set("line", String(at.line));
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
  addEventListener("popstate", () => setPlace(read()));
}

function read(): Place {
  const at = { route: routeOf(location.pathname), query: new URLSearchParams(location.search) };
  if (at.route.view === "sessions") listAddress = location.pathname + location.search;
  return at;
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
