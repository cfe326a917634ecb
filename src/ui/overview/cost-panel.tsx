// Money by day -> today, this week, four weeks and a chart; its room is kept while it is counted.
import { Show, createEffect, on, onCleanup } from "solid-js";
import { type DayCost, costByDay } from "../api/cost.ts";
import { latestOf } from "../parts/latest.ts";
import { Failure } from "../parts/notice.tsx";
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
  const latest = latestOf(costs);
  const days = (): readonly Day[] => lastDays(latest() ?? [], { days: shownDays, nowMs: Date.now() });
  const sumIn = (last: number): number | undefined => (latest() === undefined ? undefined : sumOf(days(), last));
  return (
    <section class="panel" aria-label="Cost">
      <div class="panel-head">
        <h2>Cost</h2>
        <span class="soft">at list prices</span>
      </div>
      <Show
        when={costs.error === undefined || latest() !== undefined}
        fallback={<Failure error={costs.error} again={refetch} />}
      >
        <dl class="figures">
          <Figure name="Today" usd={sumIn(1)} />
          <Figure name="7 days" usd={sumIn(7)} />
          <Figure name="28 days" usd={sumIn(shownDays)} />
        </dl>
        <Show when={latest()} fallback={<div class="chart" />}>
          <Bars days={days()} />
        </Show>
        <p class="chart-words">{gradeWords(latest())}</p>
      </Show>
    </section>
  );
}

function Figure(props: { readonly name: string; readonly usd: number | undefined }) {
  return (
    <div class="figure">
      <dt>{props.name}</dt>
      <dd>{usdWords(props.usd)}</dd>
    </div>
  );
}

function usdWords(usd: number | undefined): string {
  if (usd === undefined) return "…";
  if (usd <= 0) return "$0";
  return usd < 0.01 ? "<$0.01" : `$${usd.toFixed(2)}`;
}

function gradeWords(costs: readonly DayCost[] | undefined): string {
  if (costs === undefined) return "Counting…";
  if (costs.length === 0) return "No message was charged in the last 28 days.";
  const grades = new Set(costs.map(({ grade }) => grade));
  if (grades.has("unpriced")) return "Some of it has no price, and is not in these figures.";
  return grades.has("floor") ? "It was at least that: the logs do not tell all of it." : "Every figure is exact.";
}
