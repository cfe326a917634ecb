// The token of a daemon's port; drops tokens that a program on the port may have seen.
import { newToken } from "../guard/token.ts";
import { authorityOf } from "../guard/proof.ts";
import { hasProof } from "./running-daemon.ts";
import { type KeptToken, type TokenPlace, dropToken, keptToken, tokenOf } from "./token-file.ts";

/** `kept`: that of the last run on this port. `renewed`: no token from before is valid again, on any port. */
export type TokenChoice = "kept" | "renewed";

/** A requested port of 0 takes any free port, which the next run does not get again: its token is not kept. */
export function portToken(place: TokenPlace, requestedPort: number, port: number): KeptToken {
  return requestedPort === 0 ? { token: newToken(), note: undefined } : keptToken(place, port);
}

/**
 * A program that has the port of a former daemon may have got its token from a page that was opened there.
 * A daemon of the same person on that port proves that it knows the token, and keeps it.
 */
export async function dropLostTokens(
  place: TokenPlace,
  { host, taken }: { readonly host: string; readonly taken: readonly number[] },
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const port of taken) {
    const token = tokenOf(place, port);
    if (token === undefined || (await hasProof({ url: `http://${authorityOf(host, port)}/`, token }))) continue;
    const failure = dropToken(place, port);
    lost.push(
      `another program listens on port ${port}: a page opened there is not clew's; ` +
        (failure === undefined ? "the token of that port was dropped" : `cannot drop its token: ${failure}`),
    );
  }
  return lost;
}
