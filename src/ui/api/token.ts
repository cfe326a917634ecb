// The fragment of the address -> the token, kept for this tab alone; it never stands in a query, a cookie or the history.

const key = "clew-token";

/** Takes the token out of the address, so that nobody copies it along with a link. */
export function takeToken(): string | undefined {
  const fragment = new URLSearchParams(location.hash.replace(/^#/, ""));
  const given = fragment.get("token");
  if (given !== null && given !== "") {
    keepToken(given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key) ?? undefined;
}

/** So that the tab can be loaded anew. */
export function keepToken(token: string): void {
  sessionStorage.setItem(key, token);
}
