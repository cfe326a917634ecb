// What fills the model's window -> how full it is, by what, and the largest things in it.
import { For, Match, Show, Switch, createResource } from "solid-js";
import { formatCount, formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import { type Context, type Share, contextOf } from "../api/context.ts";
import { Command } from "../parts/copy.tsx";
import { LineText } from "../parts/path-text.tsx";
import { retryWhenBack } from "../parts/retried.ts";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { sessionAddress } from "../shell/router.ts";
import { setScrollArea } from "../shell/scroll-keys.ts";
import { Act, ActHint, isActing } from "./act.tsx";
import { clewCommand } from "./clew-command.ts";

const mostShares = 8;

export function ContextTab(props: { readonly id: string }) {
  const [context, { refetch }] = createResource(() => contextOf(props.id));
  retryWhenBack(context, refetch);
  return (
    <Switch fallback={<SmallNotice>Counting what the model would see…</SmallNotice>}>
      <Match when={context.error !== undefined}>
        <Failure error={context.error} again={() => void refetch()} />
      </Match>
      <Match when={context()}>{(known) => <Filled id={props.id} context={known()} />}</Match>
    </Switch>
  );
}

function Filled(props: { readonly id: string; readonly context: Context }) {
  const share = (tokens: number) => Math.min(100, (100 * tokens) / Math.max(1, props.context.window));
  const unseen = () => props.context.unseen ?? 0;
  return (
    <div class="tab-page" tabindex="0" role="region" aria-label="Context" ref={(element) => setScrollArea(element)}>
      <h2>
        {formatCount(props.context.total)} of {formatCount(props.context.window)} tokens,{" "}
        {Math.round(share(props.context.total))} %
      </h2>
      <div class="meter" role="img" aria-label={`${Math.round(share(props.context.total))} % of the window is filled`}>
        <div data-part="unseen" style={{ width: `${share(unseen())}%` }} />
        <div style={{ width: `${share(Math.max(0, props.context.total - unseen()))}%` }} />
      </div>
      <div class="facts">
        <span>the total is {gradeWords[props.context.grade] ?? props.context.grade}</span>
        <Show when={unseen() > 0}>
          <span>{formatCount(unseen())} tokens are not in the log: system prompt and tools (lighter)</span>
        </Show>
        <Show when={props.context.since > 0}>
          <span>{formatCount(props.context.since)} came after the last count</span>
        </Show>
        <Show when={props.context.compactedTimes > 0}>
          <span>
            compacted {plural(props.context.compactedTimes, "time")}, {formatWhole(props.context.compactedEntries)}{" "}
            entries are not sent any more
          </span>
        </Show>
        <Show when={props.context.refused}>{(why) => <span>the client would not resume it: {why()}</span>}</Show>
      </div>
      <h2>What it is made of</h2>
      <div class="share-grid">
        <For each={props.context.shares.filter(({ shares }) => shares.length > 0)}>
          {({ title, shares }) => <Shares title={title} shares={shares} />}
        </For>
      </div>
      <h2>The largest things in it</h2>
      <div class="table-wrap" tabindex="0" role="region" aria-label="The largest things in it">
        <table class="plain">
          <thead>
            <tr>
              <th>Tokens</th>
              <th>What</th>
              <th>Line</th>
              <th>Begins with</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.context.biggest}>
              {(item) => (
                <tr>
                  <td class="number">{formatCount(item.tokens)}</td>
                  <td class="brief log-text">{sanitizeLine(item.name)}</td>
                  <td class="number">
                    <Show when={item.line}>
                      {(line) => (
                        <a href={sessionAddress(props.id, { line: line() })} data-own>
                          {line()}
                        </a>
                      )}
                    </Show>
                  </td>
                  <td class="wide log-text">{sanitizeLine(item.file || item.preview)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
      <h2>Make it smaller</h2>
      <Smaller id={props.id} />
      <Command text={clewCommand(["trim", props.id, "--dry-run"])} />
      <ActHint />
    </div>
  );
}

const keptTurns = 3;

function Smaller(props: { readonly id: string }) {
  const trim = (preset: string) => ({ session: props.id, preset });
  return (
    <Show when={isActing()}>
      <div class="acts">
        <Act op="trim" args={trim("standard")} label="Trim…" title="Trim this session" />
        <Act op="trim" args={trim("strong")} label="Trim strongly…" title="Trim this session strongly" />
        <Act
          op="compress"
          args={{ session: props.id, turns: keptTurns }}
          label={`Compress, keeping ${keptTurns} turns…`}
          title={`Compress this session, keeping ${keptTurns} turns`}
        />
      </div>
      <p class="soft">
        Trimming takes out old results, thinking and dead weight, never your own words; strongly takes more. Compressing
        tells the older turns by a summary of extracts. Either makes a new session; this one stays as it is.
      </p>
    </Show>
  );
}

const gradeWords: Readonly<Record<string, string>> = {
  exact: "exact: the API counted it",
  floor: "a floor: the last count was never finished",
  estimate: "an estimate by the length of the text",
};

function Shares(props: { readonly title: string; readonly shares: readonly Share[] }) {
  const most = () => Math.max(1, ...props.shares.map(({ tokens }) => tokens));
  return (
    <section class="panel" aria-label={props.title}>
      <div class="panel-head">
        <h2>{props.title}</h2>
        <span class="soft">estimated</span>
      </div>
      <div class="shares">
        <For each={props.shares.slice(0, mostShares)}>
          {(share) => (
            <div class="share">
              <LineText text={share.name} />
              <span class="amount">{formatCount(share.tokens)}</span>
              <span class="bar">
                <span style={{ width: `${(100 * share.tokens) / most()}%` }} />
              </span>
            </div>
          )}
        </For>
        <Show when={props.shares.length > mostShares}>
          <span class="soft">and {formatWhole(props.shares.length - mostShares)} more</span>
        </Show>
      </div>
    </section>
  );
}
