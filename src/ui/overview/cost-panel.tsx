// Money by day -> today, this week, four weeks, and a chart of them; counted again while sessions go on.
import { Match, Show, Switch, createEffect, on, onCleanup } from "solid-js";
import { type DayCost, costByDay } from "../api/cost.ts";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { listsAge, onGrowth } from "../live/live.ts";
import { Bars } from "./bars.tsx";
import { type Day, lastDays, sumOf } from "./days.ts";
import { useRecounted } from "./recounted.ts";

const shownDays = 28;

/** `isDue`: there are sessions to be seen; counting all of them has time until then. */
export function CostPanel(props: { readonly isDue: boolean }) {
  const {
    found: costs,
    refetch,
    touch,
  } = useRecounted(
    () => costByDay(shownDays),
    () => props.isDue,
  );
  createEffect(on(listsAge, touch, { defer: true }));
  onCleanup(onGrowth(touch));
  const days = (): readonly Day[] => lastDays(costs.latest ?? [], { days: shownDays, nowMs: Date.now() });
  return (
    <section class="panel" aria-label="Cost">
      <div class="panel-head">
        <h2>Cost</h2>
        <span class="soft">at list prices</span>
      </div>
      <Switch fallback={<SmallNotice>Counting…</SmallNotice>}>
        <Match when={costs.error !== undefined && costs.latest === undefined}>
          <Failure error={costs.error} again={refetch} />
        </Match>
        <Match when={costs.latest}>
          {(known) => (
            <>
              <dl class="figures">
                <Figure name="Today" usd={sumOf(days(), 1)} />
                <Figure name="7 days" usd={sumOf(days(), 7)} />
                <Figure name="28 days" usd={sumOf(days(), shownDays)} />
              </dl>
              <Bars days={days()} />
              <p class="chart-words">{gradeWords(known())}</p>
            </>
          )}
        </Match>
      </Switch>
    </section>
  );
}

function Figure(props: { readonly name: string; readonly usd: number }) {
  return (
    <div class="figure">
      <dt>{props.name}</dt>
      <dd>
        <Show when={props.usd > 0} fallback="$0">
          {props.usd < 0.01 ? "<$0.01" : `$${props.usd.toFixed(2)}`}
        </Show>
      </dd>
    </div>
  );
}

function gradeWords(costs: readonly DayCost[]): string {
  if (costs.length === 0) return "No message was charged in the last 28 days.";
  const grades = new Set(costs.map(({ grade }) => grade));
  if (grades.has("unpriced")) return "Some of it has no price, and is not in these figures.";
  return grades.has("floor") ? "It was at least that: the logs do not tell all of it." : "Every figure is exact.";
}
