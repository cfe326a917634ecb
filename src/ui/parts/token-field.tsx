// A field for the printed address or its token: unlocks the page, or shows why it cannot.
import { Show, createSignal } from "solid-js";
import { tryToken } from "../api/access.ts";
import { tokenIn } from "../api/token.ts";

export function TokenField() {
  const [pasted, setPasted] = createSignal("");
  const [problem, setProblem] = createSignal("");
  async function unlock(): Promise<void> {
    const token = tokenIn(pasted());
    if (token === undefined) {
      setProblem("cannot find a token: paste the whole address, up to its end");
      return;
    }
    setProblem("");
    const outcome = await tryToken(token);
    if (outcome === "wrong") setProblem("cannot unlock: the daemon on this port has another token");
    if (outcome === "no-answer") setProblem("cannot unlock: the daemon gives no answer; start it with clew serve");
  }
  return (
    <div class="token-field">
      <label>
        <span class="unseen">Address or token</span>
        <input
          type="text"
          value={pasted()}
          placeholder="http://127.0.0.1:2539/#token=…"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setPasted(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") void unlock();
          }}
        />
      </label>
      <button class="button" type="button" onClick={() => void unlock()}>
        Unlock
      </button>
      <Show when={problem()}>{(words) => <span role="alert">{words()}</span>}</Show>
    </div>
  );
}
