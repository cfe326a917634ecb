// Hunks -> lines that went and came, each with its number; very long ones in parts.
import { For, Show, createMemo, createSignal } from "solid-js";
import { formatWhole } from "../../view/index.ts";
import type { Hunk } from "../api/rows.ts";

type Line = { readonly mark: string; readonly text: string; readonly old: string; readonly now: string };

const firstLines = 300;

export function DiffView(props: { readonly hunks: readonly Hunk[]; readonly isTall?: boolean }) {
  const [shown, setShown] = createSignal(firstLines);
  const lines = createMemo(() => props.hunks.flatMap(linesOf));
  return (
    <>
      <div class="diff" classList={{ tall: props.isTall === true }} tabindex="0" role="group" aria-label="What changed">
        <div class="diff-lines">
          <For each={lines().slice(0, shown())}>
            {(line) => (
              <div class="diff-line" data-mark={line.mark}>
                <span class="at">{line.old}</span>
                <span class="at">{line.now}</span>
                <span class="said log-text">
                  {line.mark === "@" ? "" : line.mark}
                  {line.text}
                </span>
              </div>
            )}
          </For>
        </div>
      </div>
      <Show when={lines().length > shown()}>
        <button class="button quiet" type="button" onClick={() => setShown(shown() * 4)}>
          Show more of {formatWhole(lines().length)} lines
        </button>
      </Show>
    </>
  );
}

export function DiffTally(props: { readonly hunks: readonly Hunk[] }) {
  const tally = (mark: string) =>
    props.hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0);
  return (
    <span class="diff-tally">
      <span class="mark-ok">+{tally("+")}</span> <span class="mark-bad">−{tally("-")}</span>
    </span>
  );
}

function linesOf({ oldStart, newStart, lines }: Hunk, at: number): readonly Line[] {
  let old = oldStart;
  let now = newStart;
  // Where the place in the file is not known, no number is better than a wrong one.
  const hasNumbers = newStart > 0;
  const shown = lines.map((line): Line => {
    const mark = line[0] ?? " ";
    const isThere = { old: mark !== "+" && mark !== "\\", now: mark !== "-" && mark !== "\\" };
    const numbers = {
      old: hasNumbers && isThere.old ? String(old) : "",
      now: hasNumbers && isThere.now ? String(now) : "",
    };
    old += isThere.old ? 1 : 0;
    now += isThere.now ? 1 : 0;
    return { mark, text: line.slice(1), ...numbers };
  });
  return at === 0 ? shown : [{ mark: "@", text: "⋯", old: "", now: "" }, ...shown];
}
