// Keys -> moves in a conversation, its folds, its find bar and the raw entry of the row that is looked at.
import { goTo, sessionAddress } from "../shell/router.ts";
import { useKeys } from "../shell/keys.ts";
import type { TalkState } from "./talk-state.ts";

type Wishes = { readonly onRaw: (line: number) => void; readonly onFork: (turn: string) => void };

export function useTalkKeys(talk: TalkState, { onRaw, onFork }: Wishes): void {
  const { source, store, folds, find, selected, select, view, go } = talk;
  const down = () => go((selected() ?? view().top - 1) + 1);
  const up = () => go((selected() ?? view().top + 1) - 1);
  useKeys({
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    n: () => talk.goTurn(1),
    p: () => talk.goTurn(-1),
    g: () => go(0, "start"),
    G: () => {
      select(talk.total() - 1);
      talk.toEnd();
    },
    e: folds.turnAll,
    r: () => {
      const row = store.row(selected() ?? -1);
      if (row === undefined) return false;
      onRaw(row.line);
      return undefined;
    },
    f: () => {
      const row = store.row(selected() ?? -1);
      const turn = row?.kind === "turn" ? row.label : row?.turn;
      if (turn === undefined || turn === "") return false;
      onFork(turn);
      return undefined;
    },
    "/": () => find.focus(),
    Enter: () => {
      const at = selected();
      if (at === undefined || store.row(at) === undefined) return false;
      clickFold(at);
      return undefined;
    },
    Escape: () => {
      if (find.query() !== "") find.clear();
      else if (selected() !== undefined) select(undefined);
      else if (source.agent !== undefined || source.branch !== undefined) goTo(sessionAddress(source.id));
      else return false;
      return undefined;
    },
  });
}

function clickFold(index: number): void {
  const fold = document.querySelector(`[data-index="${index}"] button[aria-expanded]`);
  if (fold instanceof HTMLElement) fold.click();
}
