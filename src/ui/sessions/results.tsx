// Sessions that fit by name, and hits in the text -> one page of results, the words that were found marked.
import { For, Match, Show, Switch } from "solid-js";
import { formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import type { Hit, SearchAnswer, SessionHits } from "../api/search.ts";
import type { Session } from "../api/session.ts";
import { Age } from "../parts/age.tsx";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { Snippet } from "../parts/snippet.tsx";
import { sessionAddress } from "../shell/router.ts";
import { setScrollArea } from "../shell/scroll-keys.ts";
import { hitWords } from "./count-words.ts";
import { type Sieve, sieveWords } from "./filter-chips.tsx";
import { wordsOf } from "./query-words.ts";
import { SessionLine, Title } from "./session-line.tsx";
import type { TextSearch } from "./text-search.ts";

type ResultsProps = {
  readonly named: readonly Session[];
  readonly moreNamed: number;
  readonly search: TextSearch;
  readonly query: string;
  readonly sieve: Sieve;
  readonly onClearFilter: () => void;
  readonly isSelected: (address: string) => boolean;
  readonly onPlace: (element: HTMLElement) => void;
  readonly onScroll: () => void;
};

/** The links of a session's hits, and of what is not shown of them. */
export function hitAddresses({ sessionId, hits, more }: SessionHits, query: string): readonly string[] {
  const shown = hits.map((hit) => hitAddress(sessionId, hit, query));
  return more > 0 ? [...shown, moreAddress({ sessionId, hits }, query)] : shown;
}

const hitAddress = (sessionId: string, hit: Hit, query: string): string =>
  sessionAddress(sessionId, { line: hit.line, agent: hit.agent, find: wordsOf(query) ?? foundIn(hit) });

/** In the log of an agent, where all that is shown stands in that. */
function moreAddress({ sessionId, hits }: Pick<SessionHits, "sessionId" | "hits">, query: string): string {
  const [first] = hits;
  const agent = hits.every((hit) => hit.agent === first?.agent) ? first?.agent : undefined;
  return sessionAddress(sessionId, {
    agent,
    find: wordsOf(query) ?? (first === undefined ? undefined : foundIn(first)),
  });
}

function foundIn({ snippet }: Hit): string | undefined {
  const found = new Set(snippet.filter(({ hit }) => hit).map(({ text }) => text.trim().toLowerCase()));
  return [...found].join(" ") || undefined;
}

export function Results(props: ResultsProps) {
  function place(element: HTMLElement): void {
    setScrollArea(element);
    props.onPlace(element);
  }
  return (
    <div class="results" ref={place} onScroll={() => props.onScroll()}>
      <Show when={props.named.length > 0}>
        <section class="panel" aria-label="Sessions by name">
          <div class="panel-head">
            <h2>By name</h2>
            <Show when={props.moreNamed > 0}>
              <span class="soft">and {formatWhole(props.moreNamed)} more: type further words</span>
            </Show>
          </div>
          <For each={props.named}>
            {(session) => (
              <SessionLine session={session} isSelected={props.isSelected(sessionAddress(session.sessionId))} />
            )}
          </For>
        </section>
      </Show>
      <section class="panel" aria-label="Hits in the text" aria-busy={props.search.isBusy()}>
        <div class="panel-head">
          <h2>In the text</h2>
          <span class="soft" role="status">
            {stateWords(props.search)}
          </span>
        </div>
        <Switch>
          <Match when={props.search.error()}>{(error) => <Failure error={error()} />}</Match>
          <Match when={props.search.answer()}>{(answer) => <Hits {...props} answer={answer()} />}</Match>
        </Switch>
      </section>
    </div>
  );
}

function stateWords(search: TextSearch): string {
  const answer = search.answer();
  if (search.isBusy()) return "searching…";
  if (answer === undefined) return "";
  return `${hitWords(answer)}${answer.isComplete ? "" : ", stopped after 20 s"}`;
}

function Hits(props: ResultsProps & { readonly answer: SearchAnswer }) {
  return (
    <Show when={props.answer.sessions.length > 0} fallback={<NoHits {...props} />}>
      <For each={props.answer.sessions}>
        {(session) => (
          <>
            <a class="session-line" href={sessionAddress(session.sessionId)} data-own>
              <span class="name">
                <Title text={session.title} />
              </span>
              <span class="age one-line log-text">{sanitizeLine(session.project ?? "")}</span>
            </a>
            <div class="hits">
              <For each={session.hits}>
                {(hit) => (
                  <HitLine
                    address={hitAddress(session.sessionId, hit, props.query)}
                    hit={hit}
                    isSelected={props.isSelected}
                  />
                )}
              </For>
              <Show when={session.more > 0}>
                <a
                  class="hit more"
                  href={moreAddress(session, props.query)}
                  data-own
                  data-selected={props.isSelected(moreAddress(session, props.query))}
                >
                  <span />
                  {formatWhole(session.more)} more in this session
                </a>
              </Show>
            </div>
          </>
        )}
      </For>
      <Show when={props.answer.moreSessions > 0}>
        <SmallNotice>{plural(props.answer.moreSessions, "more session")} with hits: type further words.</SmallNotice>
      </Show>
    </Show>
  );
}

function NoHits(props: ResultsProps) {
  return (
    <Show
      when={props.sieve !== "all"}
      fallback={
        <SmallNotice>
          Nothing in the text of any session. Every word has to stand in one entry; put a phrase into "quotes", search
          inside words with /an expression/.
        </SmallNotice>
      }
    >
      <div class="notice small">
        <p>{hiddenWords(props.sieve, props.search.unfiltered())}</p>
        <button class="button" type="button" onClick={() => props.onClearFilter()}>
          Clear the filter
        </button>
      </div>
    </Show>
  );
}

function hiddenWords(sieve: Sieve, unfiltered: SearchAnswer | undefined): string {
  const none = `No hit in sessions that pass the filter "${sieveWords(sieve)}".`;
  if (unfiltered === undefined) return none;
  return unfiltered.total === 0
    ? `${none} The other sessions have none either.`
    : `${none} It hides ${hitWords(unfiltered)}.`;
}

type HitProps = {
  readonly address: string;
  readonly hit: Hit;
  readonly isSelected: (address: string) => boolean;
};

function HitLine(props: HitProps) {
  return (
    <a class="hit" href={props.address} data-own data-selected={props.isSelected(props.address)}>
      <span class="what one-line">
        {sanitizeLine(props.hit.tool ?? props.hit.kind)} <Age ms={props.hit.timeMs} />
      </span>
      <Snippet pieces={props.hit.snippet} />
    </a>
  );
}
