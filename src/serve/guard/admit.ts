// The address and the headers of a request, as they came -> why it may not come in; judged before anything else looks at it.
import type { Refusal } from "./refusal.ts";

/** The names under which a daemon on this port may be asked. */
export function hostNames(port: number): ReadonlySet<string> {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  // Browsers leave the usual port out.
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** As Node gives them, headers as name and value in turn: one that comes twice is seen here, and nowhere later. */
export type Asker = { readonly url?: string | undefined; readonly rawHeaders: readonly string[] };

export function refusalOf({ url = "", rawHeaders }: Asker, hosts: ReadonlySet<string>): Refusal | undefined {
  if (!isOwnTarget(url, hosts)) return wrongHost;
  const [host, ...otherHosts] = valuesOf(rawHeaders, "host");
  if (host === undefined || otherHosts.length > 0 || !hosts.has(host.toLowerCase())) return wrongHost;
  const [origin, ...otherOrigins] = valuesOf(rawHeaders, "origin");
  if (origin === undefined) return undefined;
  return otherOrigins.length > 0 || !isOriginOf(origin, hosts) ? wrongOrigin : undefined;
}

/** Proxies are asked with whole addresses, and then it is those that count. */
function isOwnTarget(url: string, hosts: ReadonlySet<string>): boolean {
  if (url.startsWith("/") || url === "*") return true;
  const host = /^http:\/\/([^/?#]*)/i.exec(url)?.[1];
  return host !== undefined && hosts.has(host.toLowerCase());
}

function isOriginOf(origin: string, hosts: ReadonlySet<string>): boolean {
  const scheme = "http://";
  return origin.startsWith(scheme) && hosts.has(origin.slice(scheme.length));
}

export function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** Browsers send how the requesting page relates to ours; a page of another site may not use the API. */
export function isFetchedElsewhere(rawHeaders: readonly string[]): boolean {
  return valuesOf(rawHeaders, "sec-fetch-site").some((site) => site !== "same-origin" && site !== "none");
}

/** Another site whose name was made to lead here must not be answered. */
const wrongHost: Refusal = {
  status: 403,
  code: "wrong-host",
  message: "asked under a name that is not this machine's own",
  hint: "open the address that `clew serve` printed",
};

export const wrongOrigin: Refusal = {
  status: 403,
  code: "wrong-origin",
  message: "asked by a page that is not clew's own",
  hint: "open the address that `clew serve` printed",
};
