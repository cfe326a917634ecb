// Costs by day -> a bar for each, in the colours of the theme; the same figures as words for whoever cannot see them.
import uPlot from "uplot";
import { createEffect, onCleanup, onMount } from "solid-js";
import { theme } from "../shell/theme.ts";
import type { Day } from "./days.ts";

const heightPx = 150;
/** In seconds: a bar stands around its day, the first and the last too. */
const halfDay = 43_200;

export function Bars(props: { readonly days: readonly Day[] }) {
  let place: HTMLDivElement | undefined;
  let chart: uPlot | undefined;
  let drawnWidth = 0;
  function draw(): void {
    if (place === undefined) return;
    chart?.destroy();
    const width = Math.max(160, place.clientWidth - 16);
    drawnWidth = place.clientWidth;
    chart = new uPlot(optionsFor(width, getComputedStyle(place)), dataOf(props.days), place);
  }
  onMount(() => {
    const prefers = matchMedia("(prefers-color-scheme: dark)");
    const observer = new ResizeObserver(() => {
      if (place !== undefined && place.clientWidth !== drawnWidth) requestAnimationFrame(draw);
    });
    if (place !== undefined) observer.observe(place);
    prefers.addEventListener("change", draw);
    onCleanup(() => {
      observer.disconnect();
      prefers.removeEventListener("change", draw);
      chart?.destroy();
    });
  });
  createEffect(() => {
    theme();
    chart?.setData(dataOf(props.days));
    requestAnimationFrame(draw);
  });
  return (
    <div
      class="chart"
      ref={(element) => (place = element)}
      role="img"
      aria-label={`Cost by day: ${wordsOf(props.days)}`}
    />
  );
}

const dataOf = (days: readonly Day[]): uPlot.AlignedData => [
  days.map(({ startMs }) => startMs / 1000),
  days.map(({ costUsd }) => costUsd),
];

function wordsOf(days: readonly Day[]): string {
  const spent = days.filter(({ costUsd }) => costUsd > 0);
  return spent.length === 0 ? "nothing" : spent.map(({ day, costUsd }) => `${day} $${costUsd.toFixed(2)}`).join(", ");
}

function optionsFor(width: number, style: CSSStyleDeclaration): uPlot.Options {
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--ink-soft"), font: `11px ${style.fontFamily}`, ticks: { show: false } } as const;
  const paths = uPlot.paths.bars?.({ size: [0.7, 24], radius: 0.2 });
  return {
    width,
    height: heightPx,
    padding: [8, 4, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: true, range: (_plot, low, high) => [low - halfDay, high + halfDay] },
      y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_plot, splits) => splits.map(dayName), space: 56, size: 30, gap: 10 },
      {
        ...axis,
        size: 48,
        grid: { stroke: colour("--line"), width: 1 },
        values: (_plot, splits) => splits.map((value) => `$${value >= 10 ? Math.round(value) : value.toFixed(2)}`),
      },
    ],
    series: [
      {},
      {
        stroke: colour("--accent"),
        fill: colour("--accent"),
        width: 0,
        points: { show: false },
        ...(paths === undefined ? {} : { paths }),
      },
    ],
  };
}

function dayName(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}
