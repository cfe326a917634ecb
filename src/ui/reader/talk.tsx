// Rows of a log by the thousand -> the conversation: only what is on the screen exists, everything can be jumped to.
import { Match, Show, Switch, createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";
import { plural } from "../../view/index.ts";
import type { Head } from "../api/head.ts";
import { type Source, locate } from "../api/rows.ts";
import { connection, onGrowth, reloads } from "../live/live.ts";
import { Failure, Notice, SmallNotice } from "../parts/notice.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import { asked, sessionAddress, goTo } from "../shell/router.ts";
import { useKeys } from "../shell/keys.ts";
import { FindBar } from "./find-bar.tsx";
import { createFind } from "./find.ts";
import { createFolds } from "./folds.ts";
import { ForkMarks } from "./fork-marks.tsx";
import { Outline } from "./outline.tsx";
import { RawDialog } from "./raw-dialog.tsx";
import { createRowStore } from "./row-store.ts";
import { RowFrame } from "./row-frame.tsx";

type TalkProps = { readonly source: Source; readonly head: Head | undefined; readonly onForked: () => void };

const estimatePx = 64;

export function Talk(props: TalkProps) {
  const { source } = props;
  const store = createRowStore(source);
  const folds = createFolds();
  const find = createFind(source);
  const [selected, setSelected] = createSignal<number>();
  const [firstShown, setFirstShown] = createSignal(0);
  const [lastShown, setLastShown] = createSignal(0);
  const [rawLine, setRawLine] = createSignal<number>();
  const [unseen, setUnseen] = createSignal(0);
  const [isOutlineOpen, setOutlineOpen] = createSignal(false);
  let list: ListHandle | undefined;

  const total = () => store.total() ?? 0;
  const turns = createMemo(() => {
    if (source.branch === undefined) return props.head?.turns ?? [];
    return props.head?.branches.find(({ number }) => number === source.branch)?.turns ?? [];
  });
  const middle = () => selected() ?? Math.floor((firstShown() + Math.min(lastShown(), firstShown() + 8)) / 2);
  const currentTurn = createMemo(() => turns().findLastIndex(({ row }) => row <= middle()));

  function go(row: number, align: "start" | "center" | "auto" = "auto"): void {
    const to = Math.max(0, Math.min(total() - 1, row));
    setSelected(to);
    list?.scrollTo(to, align);
  }
  function goTurn(step: number): void {
    const at = turns()[Math.max(0, currentTurn() + step)];
    if (at !== undefined) go(at.row, "start");
  }
  function toEnd(): void {
    setUnseen(0);
    if (total() > 0) list?.scrollTo(total() - 1, "end");
  }

  const stop = onGrowth(({ sessionId, agentId }) => {
    if (sessionId === source.id && agentId === source.agent) store.grow();
  });
  onCleanup(stop);
  createEffect(on(reloads, () => store.grow(), { defer: true }));
  createEffect(
    on(connection, (state) => {
      if (state === "open" && store.error() !== undefined) store.again();
    }),
  );
  createEffect(on(store.path, (_path, before) => before !== undefined && props.onForked(), { defer: true }));
  createEffect(
    on(store.total, (now, before) => {
      if (now === undefined || before === undefined || now <= before) return;
      if (list?.isAtEnd() === true) queueMicrotask(toEnd);
      else setUnseen((rows) => rows + now - before);
    }),
  );

  // A deep link waits until it is known which row it means, and how many there are.
  const [target, setTarget] = createSignal<number>();
  onMount(() => void jump());
  createEffect(
    on(
      () => asked("line"),
      () => void jump(),
      { defer: true },
    ),
  );
  async function jump(): Promise<void> {
    const line = asked("line");
    const turn = asked("turn");
    if (line === undefined && turn === undefined) return;
    try {
      const { row, branch } = await locate(source, { line, turn });
      if (branch !== undefined && source.branch !== branch && line !== undefined) {
        goTo(`${sessionAddress(source.id)}?branch=${branch}&line=${encodeURIComponent(line)}`, "replace");
      } else setTarget(row);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // The line is not in this log any more: the conversation is shown from its beginning.
      setTarget(undefined);
    }
  }
  createEffect(() => {
    const row = target();
    if (row === undefined || total() === 0) return;
    go(row, "center");
    setTarget(undefined);
  });
  createEffect(on(find.current, (match) => match !== undefined && go(match.row, "center")));

  useKeys({
    j: () => go((selected() ?? firstShown() - 1) + 1),
    ArrowDown: () => go((selected() ?? firstShown() - 1) + 1),
    k: () => go((selected() ?? firstShown() + 1) - 1),
    ArrowUp: () => go((selected() ?? firstShown() + 1) - 1),
    n: () => goTurn(1),
    p: () => goTurn(-1),
    g: () => go(0, "start"),
    G: () => {
      setSelected(total() - 1);
      toEnd();
    },
    e: folds.turnAll,
    r: () => {
      const row = store.row(selected() ?? -1);
      if (row === undefined) return false;
      setRawLine(row.line);
      return undefined;
    },
    "/": () => find.focus(),
    Enter: () => {
      const at = selected();
      const row = at === undefined ? undefined : store.row(at);
      if (at === undefined || row === undefined) return false;
      clickFold(at);
      return undefined;
    },
    Escape: () => {
      if (find.query() !== "") find.clear();
      else if (selected() !== undefined) setSelected(undefined);
      else if (source.agent !== undefined || source.branch !== undefined) goTo(sessionAddress(source.id));
      else return false;
      return undefined;
    },
  });

  return (
    <div class="talk">
      <div class="talk-main">
        <FindBar
          find={find}
          list={() => list?.element()}
          shown={() => [firstShown(), lastShown(), total()]}
          onTop={() => go(0, "start")}
          onEnd={toEnd}
          onOutline={() => setOutlineOpen(!isOutlineOpen())}
          folds={folds}
        />
        <Switch>
          <Match when={store.error()}>{(error) => <Failure error={error()} again={store.again} />}</Match>
          <Match when={store.total() === undefined}>
            <SmallNotice>Reading the conversation…</SmallNotice>
          </Match>
          <Match when={total() === 0}>
            <Notice title="Nothing was said in this session yet">
              <p>Rows show up here as they are written.</p>
            </Notice>
          </Match>
          <Match when={total() > 0}>
            <VirtualList
              count={total()}
              estimatePx={estimatePx}
              label="Conversation"
              onReady={(handle) => (list = handle)}
              onRange={(first, last) => {
                setFirstShown(first);
                setLastShown(last);
                store.want(first, last);
                if (last >= total() - 1) setUnseen(0);
              }}
              render={(index) => (
                <>
                  <RowFrame
                    index={index}
                    row={store.row(index)}
                    source={source}
                    folds={folds}
                    isSelected={selected() === index}
                    onSelect={() => setSelected(index)}
                    onRaw={setRawLine}
                  />
                  <ForkMarks source={source} head={props.head} row={index} />
                </>
              )}
            />
          </Match>
        </Switch>
        <Show when={unseen() > 0}>
          <button class="button new-rows" type="button" onClick={toEnd}>
            {plural(unseen(), "new row")} ↓
          </button>
        </Show>
      </div>
      <Outline
        turns={turns()}
        current={currentTurn()}
        head={props.head}
        source={source}
        isOpen={isOutlineOpen()}
        onTurn={(row) => {
          setOutlineOpen(false);
          go(row, "start");
        }}
      />
      <Show when={rawLine()} keyed>
        {(line) => <RawDialog source={source} line={line} onClose={() => setRawLine(undefined)} />}
      </Show>
    </div>
  );
}

function clickFold(index: number): void {
  const fold = document.querySelector(`[data-index="${index}"] button[aria-expanded]`);
  if (fold instanceof HTMLElement) fold.click();
}
