// All sessions -> a list that is filtered while one types, and below it what the text of the sessions holds.
import { Match, Show, Switch, createEffect, createMemo, createSignal, on, onMount } from "solid-js";
import { IndexBanner } from "../parts/index-banner.tsx";
import { Failure, Notice, SmallNotice, reasonOf } from "../parts/notice.tsx";
import { asOfLost } from "../parts/as-of.ts";
import { useSelection } from "../parts/selection.ts";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import { isUnanswered } from "../api/client.ts";
import { reloads } from "../live/live.ts";
import { useKeys } from "../shell/keys.ts";
import { asked, place, sessionAddress, setAsked } from "../shell/router.ts";
import { filterSessions, useAllSessions } from "./all-sessions.ts";
import { countWords } from "./count-words.ts";
import { FilterChips, type Sieve, passes, sieveWords, sieves } from "./filter-chips.tsx";
import { createListPlace } from "./list-place.ts";
import { isNameOf } from "./query-words.ts";
import { Results, hitAddresses } from "./results.tsx";
import { SearchField } from "./search-field.tsx";
import { SessionLine } from "./session-line.tsx";
import { useTextSearch } from "./text-search.ts";

/** Of the sessions that fit by name, so many stand above the hits in the text. */
const mostNamed = 6;

export function SessionsView() {
  const all = useAllSessions();
  const [query, setQuery] = createSignal(asked("q") ?? "");
  const sieve = createMemo((): Sieve => sieves.find((name) => name === asked("filter")) ?? "all");
  const setSieve = (name: Sieve): void => setAsked({ filter: name === "all" ? undefined : name });
  const [field, setField] = createSignal<HTMLInputElement>();
  const kept = createListPlace();
  let list: ListHandle | undefined;

  const sifted = createMemo(() => all.sessions().filter((session) => passes(session, sieve())));
  const members = createMemo(() =>
    sieve() === "all"
      ? ""
      : sifted()
          .map(({ sessionId }) => sessionId)
          .toSorted()
          .join(),
  );
  const search = useTextSearch(
    createMemo(() => ({ words: query(), sieve: sieve(), members: members(), reloads: reloads() })),
  );
  const named = createMemo(() => filterSessions(sifted(), query()));
  const isSearching = () => query().trim() !== "";
  const shownNamed = () => (isSearching() ? named().slice(0, mostNamed) : named());
  const addresses = createMemo(() => [
    ...shownNamed().map(({ sessionId }) => sessionAddress(sessionId)),
    ...(search.answer()?.sessions ?? []).flatMap((session) => hitAddresses(session, query())),
  ]);
  /** Words are meant for the text, unless they are the name of a session. */
  const best = createMemo(() => {
    if (!isSearching()) return undefined;
    const called = shownNamed().find((session) => isNameOf(query(), session));
    // What is about to be found may be better than all that is there.
    if (called === undefined && search.isBusy()) return undefined;
    const found = (search.answer()?.sessions ?? []).flatMap((session) => hitAddresses(session, query()));
    return called === undefined ? (found[0] ?? addresses()[0]) : sessionAddress(called.sessionId);
  });
  const selection = useSelection(addresses, {
    best,
    onSelect: (index) => {
      if (!isSearching()) list?.scrollTo(index, "auto");
    },
    begin: kept.selected,
  });
  kept.follow({ sessions: named, answer: search.answer, selected: selection.address });

  // Whoever types and enters at once means the best of what is found, not what was there before it.
  const [isOpening, setOpening] = createSignal(false);
  createEffect(on(query, () => setOpening(false), { defer: true }));
  createEffect(() => {
    if (!isOpening() || !all.isRead() || (search.isBusy() && (selection.address() ?? best()) === undefined)) return;
    setOpening(false);
    if (!isSearching() && selection.address() === undefined) selection.step(1);
    selection.open();
  });
  createEffect(() => setAsked({ q: query() }));
  createEffect(
    on(
      place,
      ({ coming }) => {
        if (coming !== "noted") setQuery(asked("q") ?? "");
      },
      { defer: true },
    ),
  );
  createEffect(() => {
    if (asked("focus") === undefined) return;
    setAsked({ focus: undefined });
    field()?.focus();
  });
  onMount(() => {
    if (query() !== "") field()?.focus();
  });
  useKeys({
    "/": () => field()?.select(),
    Escape: () => {
      if (query() === "") return false;
      setQuery("");
      return undefined;
    },
  });

  return (
    <div class="sessions-page">
      <h1 class="unseen">Sessions</h1>
      <div class="sessions-tools">
        <SearchField
          query={query()}
          onQuery={(words) => {
            selection.clear();
            setQuery(words);
          }}
          onField={setField}
          onStep={selection.step}
          onOpen={() => setOpening(true)}
        />
        <FilterChips sieve={sieve()} onSieve={setSieve} />
        <span class="soft counts" role="status">
          {all.isRead()
            ? countWords({ shown: named().length, total: all.total(), search, isSearching: isSearching() }) + asOfLost()
            : ""}
        </span>
      </div>
      <Show when={all.isRead() && !isUnanswered(all.error()) && all.error()}>
        {(error) => (
          <div class="banner" data-tone="bad" role="alert">
            <span class="log-text">Cannot refresh the list: {reasonOf(error())}</span>
            <button class="button" type="button" onClick={all.again}>
              Retry
            </button>
          </div>
        )}
      </Show>
      <Switch>
        <Match when={!all.isRead() && all.error()}>{(error) => <Failure error={error()} again={all.again} />}</Match>
        <Match when={!all.isRead()}>
          <SmallNotice>Reading the list of sessions…</SmallNotice>
        </Match>
        <Match when={isSearching()}>
          <Results
            named={shownNamed()}
            moreNamed={named().length - shownNamed().length}
            search={search}
            query={query()}
            sieve={sieve()}
            onClearFilter={() => setSieve("all")}
            isSelected={selection.isSelected}
            onPlace={kept.setResults}
            onScroll={kept.onScroll}
          />
        </Match>
        <Match when={named().length === 0}>
          <Show
            when={all.sessions().length > 0}
            fallback={
              <Notice title="There are no sessions yet">
                <p>Start Claude Code in any folder: its session shows up here as it is written.</p>
              </Notice>
            }
          >
            <Notice title="No session passes the filter">
              <p>
                The filter "{sieveWords(sieve())}" hides {all.total() === 1 ? "the only session" : `all ${all.total()}`}
                .
              </p>
              <button class="button" type="button" onClick={() => setSieve("all")}>
                Clear the filter
              </button>
            </Notice>
          </Show>
        </Match>
        <Match when={named().length > 0}>
          <VirtualList
            count={named().length}
            estimatePx={56}
            label="Sessions"
            isMain
            onReady={(handle) => kept.setList((list = handle))}
            onView={kept.onView}
            render={(index) => (
              <Show when={named()[index]} keyed>
                {(session) => (
                  <SessionLine session={session} isSelected={selection.isSelected(sessionAddress(session.sessionId))} />
                )}
              </Show>
            )}
          />
        </Match>
      </Switch>
      <IndexBanner />
    </div>
  );
}
