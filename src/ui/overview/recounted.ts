// A counting of the daemon's -> its newest answer, counted again while logs grow; never two at once, and never for a page that is not seen.
import { type Resource, createResource, createSignal, onCleanup } from "solid-js";
import { recounter } from "./recounter.ts";

export type Recounted<T> = {
  readonly found: Resource<T>;
  readonly refetch: () => void;
  /** There may be something new to count. */
  readonly touch: () => void;
};

/** Nothing is counted before it is due. */
export function useRecounted<T>(count: () => Promise<T>, isDue: () => boolean = () => true): Recounted<T> {
  const [age, setAge] = createSignal(1);
  const [found, { refetch }] = createResource(
    () => (isDue() ? age() : undefined),
    async () => {
      const begunMs = performance.now();
      const answer = await count();
      again.took(performance.now() - begunMs);
      return answer;
    },
  );
  const again = recounter({
    recount() {
      // A counting under way is not given up for a newer one.
      if (found.loading || document.hidden) again.touch();
      else setAge((old) => old + 1);
    },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  });
  onCleanup(again.close);
  return { found, refetch: () => void refetch(), touch: again.touch };
}
