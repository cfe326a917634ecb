// Where one reads in a log <-> what the history and the session keep of it, told by line: rows may get other numbers.
import { createEffect, createSignal, on, onCleanup, untrack } from "solid-js";
import { type Fields, count, maybeCount } from "../api/fields.ts";
import type { Source } from "../api/rows.ts";
import type { ListView } from "../parts/virtual-list.tsx";
import { type Place, asked, place, useKeeper } from "../shell/router.ts";
import { type Missing, linkedRow, rowOfLine } from "./deep-link.ts";
import { type Folds, createFolds } from "./folds.ts";
import type { RowStore } from "./row-store.ts";

export type ReadingPlace = {
  /** Of the row at the top of the screen. */
  readonly line: number;
  readonly topPx: number;
  /** How many rows below it the chosen one is. */
  readonly chosen: number | undefined;
};

/** What is left of a log's reading while another tab of the session is looked at. */
export type Reading = {
  readonly folds: Folds;
  place: ReadingPlace | undefined;
  /** The last address that was followed. */
  followed: Place | undefined;
};

export type Readings = { readonly of: (source: Source) => Reading };

/** For as long as one stays in the session. */
export function createReadings(): Readings {
  const known = new Map<string, Reading>();
  return {
    of: ({ agent, branch }) => {
      const key = JSON.stringify([agent, branch]);
      const reading = known.get(key) ?? { folds: createFolds(), place: undefined, followed: undefined };
      known.set(key, reading);
      return reading;
    },
  };
}

/** Where to begin: where one was when one comes back, else at what the address names, else where one was in this log. */
export function beginning(reading: Reading): ReadingPlace | undefined {
  const at = untrack(place);
  const isNew = at.coming !== "noted" && at !== reading.followed;
  reading.followed = at;
  const kept = isNew && at.coming === "back" ? decodePlace(at.kept) : undefined;
  if (kept !== undefined) return kept;
  const isLinked = at.query.has("line") || at.query.has("turn");
  return isLinked && (isNew || reading.place === undefined) ? undefined : reading.place;
}

function decodePlace(kept: Fields): ReadingPlace | undefined {
  const line = maybeCount(kept, "line");
  if (line === undefined) return undefined;
  return { line, topPx: count(kept, "topPx"), chosen: maybeCount(kept, "chosen") };
}

type Seen = {
  readonly store: RowStore;
  readonly view: () => ListView;
  readonly selected: () => number | undefined;
};

/** Gives the way to say that one moved. */
export function useReadingKeeper(reading: Reading, { store, view, selected }: Seen): () => void {
  const now = (): ReadingPlace | undefined => {
    const { top, topPx } = view();
    const [row, chosen] = [store.row(top), selected()];
    if (row === undefined) return undefined;
    return { line: row.line, topPx, chosen: chosen === undefined ? undefined : chosen - top };
  };
  onCleanup(() => (reading.place = untrack(now) ?? reading.place));
  return useKeeper(() => untrack(() => now() ?? place().kept));
}

type Way = {
  readonly store: RowStore;
  readonly total: () => number;
  readonly show: (row: number) => void;
  readonly takeUp: (row: number, at: ReadingPlace) => void;
  readonly onMissing: (what: Missing | undefined) => void;
};

type Target = { readonly row: number; readonly at: ReadingPlace | undefined };

/** A deep link, or a place that was left, waits until it is known which row it means, and how many there are; then it is followed. */
export function followAddress(source: Source, begin: ReadingPlace | undefined, way: Way): Promise<void> {
  const [target, setTarget] = createSignal<Target>();
  const aim = (row: number | undefined, at?: ReadingPlace): void => {
    if (row !== undefined) setTarget({ row, at });
  };
  const jump = async (at: ReadingPlace | undefined): Promise<void> => {
    way.onMissing(undefined);
    aim(at === undefined ? await linkedRow(source, way.onMissing) : await rowOfLine(source, at.line), at);
  };
  const setOut = async (): Promise<void> => {
    const early = await way.store.begun;
    if (early === undefined) await jump(begin);
    else aim(early, begin);
  };
  createEffect(
    on(
      [place, () => asked("line")],
      ([{ coming, kept }, line], before) => {
        const back = coming === "back" ? decodePlace(kept) : undefined;
        if (back !== undefined || (coming !== "noted" && line !== before?.[1])) void jump(back);
      },
      { defer: true },
    ),
  );
  createEffect(() => {
    const known = target();
    if (known === undefined || way.total() === 0) return;
    if (known.at === undefined) way.show(known.row);
    else way.takeUp(known.row, known.at);
    setTarget(undefined);
  });
  return setOut();
}
