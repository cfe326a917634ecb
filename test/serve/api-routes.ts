// The daemon's app itself, and its source -> every route it has, and every parameter that any of them reads.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { appOf } from "../../src/serve/http/app.ts";
import { jsonAnswer } from "../../src/serve/index.ts";

export type ApiRoute = { readonly method: string; readonly path: string };

/** As the app has them registered: a new route is here without being named. */
export function apiRoutes(actions: "allowed" | "none"): readonly ApiRoute[] {
  const app = appOf({
    token: () => "",
    pages: () => undefined,
    ask: () => Promise.resolve(jsonAnswer("{}")),
    health: () => ({}),
    statuses: () => ({}),
    live: () => undefined,
    listen: () => "full",
    actions,
    nowMs: () => 0,
    monotonicMs: () => 0,
  });
  const own = app.routes.filter(
    ({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !path.includes("*"),
  );
  return [...new Map(own.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()];
}

const folders = ["../../src/serve/session", "../../src/serve/list", "../../src/serve/http", "../../src/cli/serve"];

/** Every name by which the source takes something out of a request. */
export function parameterNames(): readonly string[] {
  const texts = folders.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    return readdirSync(path).map((name) => readFileSync(join(path, name), "utf8"));
  });
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\bargs(?:\["|, ")(\w+)"|req\.query\("(\w+)"\)/g)].map(([, one, other]) => one ?? other ?? ""),
  );
  return [...new Set([...found, "nonce", "q", "days", "tz", "uuid", "turn"])].toSorted();
}

/** In a URL they are percent-encoded; those that begin with % are so already, and some of them wrongly. */
export const hostileValues: readonly string[] = [
  "\0",
  "a\0b",
  "..",
  "../../../../etc/passwd",
  "/etc/passwd",
  "/proc/self/environ",
  "..\\..\\secret",
  "C:\\..\\..\\secret",
  "\\\\host\\share",
  "%2e%2e%2f%2e%2e%2fsecret",
  "%ff%fe",
  "%ed%a0%80",
  "%zz",
  "\u001b]52;c;aGFja2Vk\u0007",
  "a\r\nset-cookie: x=y",
  "\u202Egnp.exe",
  "__proto__",
  "constructor",
  "toString",
  "-1",
  "0",
  "1e309",
  "NaN",
  "0x10",
  "99999999999999999999",
  "",
  " ",
  "'\"`;$(touch pwned)",
  "<script>alert(1)</script>",
  '{"$gt":""}',
  "[object Object]",
  "~root",
  "@last",
  "file:///etc/passwd",
  "(a+)+$",
  "*",
  "a".repeat(3000),
  "\u{1F9F6}".repeat(300),
];

export const encoded = (value: string): string => (value.startsWith("%") ? value : encodeURIComponent(value));
