// Randomness -> a token of 256 bits; a header -> whether it carries that token, told in the same time whatever it holds.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { valuesOf } from "./admit.ts";
import type { Refusal } from "./refusal.ts";

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Exactly what `newToken` makes. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Both sides are hashed: then they are equally long, and comparing them says nothing of either. */
export function isBearer(rawHeaders: readonly string[], token: string): boolean {
  const [given, ...others] = valuesOf(rawHeaders, "authorization");
  const bearer = /^Bearer (\S+)$/i.exec(given ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(bearer), digest(token)) && others.length === 0;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

export const unauthorized: Refusal = {
  status: 401,
  code: "unauthorized",
  message: "the token is missing or is another one",
  hint: "open the address that `clew serve` printed, with all that stands behind #",
};
