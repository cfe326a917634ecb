// A server on this port -> which of our tokens it knows; no token is sent before that.
import { fieldsOf, maybeExact, parsedJson } from "./fields.ts";

/** Undefined: it knows none of them. Throws where it gives no answer. */
export async function provenAmong(tokens: Iterable<string>): Promise<string | undefined> {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const answer = await fetch(`/api/v1/hello?nonce=${nonce}`, { redirect: "error", cache: "no-store" });
  if (answer.status === 429 || answer.status === 503) throw new TypeError("fetch: the daemon is busy");
  const given = answer.ok ? maybeExact(fieldsOf(parsedJson(await answer.text())), "proof") : undefined;
  if (given === undefined) return undefined;
  for (const token of tokens)
    for (const authority of authorities())
      if ((await proofOf(token, `clew-hello\n${authority}\n${nonce}`)) === given) return token;
  return undefined;
}

/** Where the daemon may listen under the name that this page was opened by. */
function authorities(): readonly string[] {
  const { hostname, port } = location;
  const hosts = hostname === "localhost" ? ["127.0.0.1", "[::1]"] : [hostname];
  return hosts.map((host) => `${host}:${port === "" ? "80" : port}`);
}

async function proofOf(token: string, message: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, ["sign"]);
  return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(message))));
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
