// A path outside the API -> a file of the built dashboard, or its page for every deep link; only files listed at the start are read.
import { readFileSync, readdirSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { systemCode } from "../../store/index.ts";

export type PageFile = { readonly type: string; readonly body: Buffer; readonly isForever: boolean };

/** Undefined: there is no such file. */
export type Pages = (path: string) => PageFile | undefined;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** What a request names is looked up among these names and never joined into a path. */
export function pagesIn(folder: string): Pages {
  const files = new Map(listed(folder).map((name) => [`/${name.split(sep).join("/")}`, join(folder, name)]));
  return (path) => {
    // A session may be called by any file's name, also one with a dot.
    const isDeepLink = extname(path) === "" || path.startsWith("/s/");
    const name = isDeepLink ? "/index.html" : path;
    const file = files.get(name);
    if (file === undefined) return isDeepLink ? notBuilt : undefined;
    const type = types[extname(name)];
    return type === undefined ? undefined : { type, body: readFileSync(file), isForever: name.startsWith("/assets/") };
  };
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

const notBuilt: PageFile = {
  type: "text/html; charset=utf-8",
  isForever: false,
  body: Buffer.from(
    "<!doctype html><html lang=en><meta charset=utf-8><title>clew</title>" +
      "<p>The dashboard is not built here. The API answers below <code>/api/v1</code>; <code>npm run build</code> makes the pages.</p>\n",
  ),
};
