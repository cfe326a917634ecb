// Open tabs of the same address <-> the token: a tab that has none asks, a tab whose token is valid answers.
import { fieldsOf, flag, maybeExact } from "./fields.ts";

export type Tabs = {
  /** Whoever has a token that is good tells it. */
  readonly ask: () => void;
  readonly tell: (token: string) => void;
};

type Ears = {
  /** The token, if the daemon took it: one that it refused helps nobody. */
  readonly good: () => string | undefined;
  readonly onTold: (token: string) => void;
};

/** The browser carries it to pages of this scheme, host and port alone, and those have the daemon's own code. */
export function joinTabs({ good, onTold }: Ears): Tabs {
  const channel = new BroadcastChannel("clew");
  const tell = (token: string): void => channel.postMessage({ token });
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const fields = fieldsOf(data);
    const [told, known] = [maybeExact(fields, "token"), good()];
    if (told !== undefined && told !== "") onTold(told);
    else if (flag(fields, "asks") && known !== undefined) tell(known);
  });
  return { ask: () => channel.postMessage({ asks: true }), tell };
}
