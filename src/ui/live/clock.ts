// The time -> a signal that the ages on the screen follow; one timer for the whole page.
import { createSignal } from "solid-js";

const tickMs = 10_000;
const [nowMs, setNowMs] = createSignal(Date.now());

export { nowMs };

export function startClock(): void {
  setInterval(() => setNowMs(Date.now()), tickMs);
}
