// A nonce -> the proof that this daemon knows its token, without giving the token away.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Refusal } from "./refusal.ts";

/** `authority`: the address and port that the daemon listens on, so that a proof relayed from elsewhere does not match. */
export const proofOf = (token: string, authority: string, nonce: string): string =>
  createHmac("sha256", token).update(`clew-hello\n${authority}\n${nonce}`).digest("hex");

export const newNonce = (): string => randomBytes(32).toString("hex");

export const isNonce = (text: string): boolean => /^[0-9a-f]{32,128}$/.test(text);

export function isProof(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** As in a URL, and always with the port. */
export const authorityOf = (address: string, port: number): string =>
  `${address.includes(":") ? `[${address}]` : address}:${port}`;

const mostPerSecond = 1000;

/** The route needs no token, so any program on this machine can use it; false beyond the limit of a second. */
export function proofBudget(monotonicMs: () => number): () => boolean {
  let secondBeganMs = -Infinity;
  let used = 0;
  return () => {
    const nowMs = monotonicMs();
    if (nowMs - secondBeganMs >= 1000) [secondBeganMs, used] = [nowMs, 0];
    used += 1;
    return used <= mostPerSecond;
  };
}

export const tooManyProofs: Refusal = {
  status: 429,
  code: "too-many",
  message: `cannot prove the token: more than ${mostPerSecond} requests in a second`,
  hint: "try again in a second",
};

export const badNonce: Refusal = {
  status: 400,
  code: "bad-argument",
  message: "cannot prove the token: `nonce` must be 32 to 128 hexadecimal digits in lower case",
  hint: "see docs/api.md",
};
