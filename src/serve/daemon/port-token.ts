// The port that was got, and those that were taken -> the token of this run; tokens that others may know are dropped.
import { newToken } from "../guard/token.ts";
import { authorityOf } from "../guard/proof.ts";
import { hasProof } from "./running-daemon.ts";
import { type KeptToken, type TokenPlace, dropToken, keptToken, tokenOf } from "./token-file.ts";

/** `kept`: that of the last run on this port. `renewed`: no token from before is valid again, on any port. */
export type TokenChoice = "kept" | "renewed";

/** Zero as the requested port takes any: the next run gets another one, so the token of such a port is not kept. */
export function portToken(place: TokenPlace, requestedPort: number, port: number): KeptToken {
  return requestedPort === 0 ? { token: newToken(), note: undefined } : keptToken(place, port);
}

/**
 * Pages of clew's that were opened on a port while another program has it gave their token to that program.
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
