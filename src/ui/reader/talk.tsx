// Rows of a log by the thousand -> the conversation: only what is on the screen exists, everything can be jumped to.
import { Match, Show, Switch, createSignal } from "solid-js";
import { plural, sanitizeLine } from "../../view/index.ts";
import { ApiError, isUnanswered } from "../api/client.ts";
import type { Head } from "../api/head.ts";
import { Failure, Notice, SmallNotice } from "../parts/notice.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { FindBar } from "./find-bar.tsx";
import { ForkMarks } from "./fork-marks.tsx";
import { Outline } from "./outline.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { RawDialog } from "./raw-dialog.tsx";
import { RowFrame } from "./row-frame.tsx";
import { useTalkKeys } from "./talk-keys.ts";
import { type TalkProps, type TalkState, createTalk } from "./talk-state.ts";

export function Talk(props: TalkProps) {
  const talk = createTalk(props);
  const [rawLine, setRawLine] = createSignal<number>();
  const [isOutlineOpen, setOutlineOpen] = createSignal(false);
  useTalkKeys(talk, { onRaw: setRawLine, onFork: (turn) => props.onFork?.(turn) });
  return (
    <div class="talk">
      <div class="talk-main">
        <FindBar
          find={talk.find}
          list={() => talk.list()?.element()}
          shown={() => [...talk.held(), talk.total()]}
          onTop={() => talk.go(0, "start")}
          onEnd={talk.toEnd}
          onOutline={() => setOutlineOpen(!isOutlineOpen())}
          folds={talk.folds}
        />
        <Show when={talk.missing()}>
          {(what) => (
            <div class="banner over-talk" role="status">
              <span class="log-text">
                There is no {what().name} {sanitizeLine(what().value).slice(0, 40)} in this log
                {endWords(props.head)}. It is shown from its beginning.
              </span>
            </div>
          )}
        </Show>
        <Rows talk={talk} head={props.head} onRaw={setRawLine} onFork={props.onFork} />
        <Show when={talk.unseen() > 0}>
          <button class="button new-rows" type="button" onClick={talk.toEnd}>
            {plural(talk.unseen(), "new row")} ↓
          </button>
        </Show>
      </div>
      <Show when={isOutlineOpen()}>
        <div class="outline-shade" aria-hidden="true" onClick={() => setOutlineOpen(false)} />
      </Show>
      <Outline
        turns={talk.turns()}
        current={talk.currentTurn()}
        head={props.head}
        source={talk.source}
        isOpen={isOutlineOpen()}
        onClose={() => setOutlineOpen(false)}
        onTurn={(turn) => {
          setOutlineOpen(false);
          talk.toTurn(turn);
        }}
      />
      <PictureDialog />
      <Show when={rawLine()} keyed>
        {(line) => <RawDialog source={talk.source} line={line} onClose={() => setRawLine(undefined)} />}
      </Show>
    </div>
  );
}

const endWords = (head: Head | undefined): string =>
  head === undefined || head.isProvisional ? "" : `, which has ${plural(head.lines, "line")}`;

const estimatePx = 64;

type RowsProps = {
  readonly talk: TalkState;
  readonly head: Head | undefined;
  readonly onRaw: (line: number) => void;
  readonly onFork: TalkProps["onFork"];
};

function Rows(props: RowsProps) {
  const { talk } = props;
  const { store, source, folds } = talk;
  // What was read stays when its log or the daemon goes: a banner above it says so.
  const isGone = (error: unknown) => isUnanswered(error) || (error instanceof ApiError && error.status === 404);
  const failure = () => (store.total() !== undefined && isGone(store.error()) ? undefined : store.error());
  return (
    <Switch>
      <Match when={failure()}>{(error) => <Failure error={error()} again={store.again} />}</Match>
      <Match when={store.total() === undefined}>
        <SmallNotice>Reading the conversation…</SmallNotice>
      </Match>
      <Match when={talk.total() === 0}>
        <Notice title="Nothing was said in this session yet">
          <p>Rows show up here as they are written.</p>
        </Notice>
      </Match>
      <Match when={talk.total() > 0}>
        <VirtualList
          count={talk.total()}
          estimatePx={estimatePx}
          label="Conversation"
          isMain
          onReady={talk.setList}
          onRange={talk.onRange}
          onView={talk.onView}
          render={(index) => (
            <>
              <RowFrame
                index={index}
                row={store.row(index)}
                source={source}
                folds={folds}
                isSelected={talk.selected() === index}
                onSelect={() => talk.select(index)}
                onRaw={props.onRaw}
                onFork={props.onFork}
              />
              <ForkMarks source={source} head={props.head} row={index} />
            </>
          )}
        />
      </Match>
    </Switch>
  );
}
