// The token of this address: from the fragment of the printed link, then from the browser's storage.

const key = "clew-token";

/** `localhost` may be another address tomorrow: there the token is kept for the tab alone. */
const store = (): Storage => (location.hostname === "localhost" ? sessionStorage : localStorage);

/** Takes the token out of the address, so that nobody copies it along with a link; the newest comes first. */
export function takeTokens(): readonly string[] {
  const given = new URLSearchParams(location.hash.replace(/^#/, "")).get("token") ?? "";
  if (given !== "") {
    // So that the tab can be loaded again before the daemon has taken it.
    sessionStorage.setItem(key, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return [sessionStorage, store()].flatMap((kept) => kept.getItem(key) ?? []);
}

/** Only one that the daemon took: a wrong link must not replace it. */
export function keepToken(token: string): void {
  store().setItem(key, token);
}

/** What a person pasted -> the token in it: the printed address, or the token alone. */
export function tokenIn(pasted: string): string | undefined {
  return /(?:^|[#&]token=)([\w-]{43})$/.exec(pasted.trim())?.[1];
}
