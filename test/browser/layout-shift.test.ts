// Figures that come late, the cost above all -> nothing that is on the screen moves when they do.
/// <reference lib="dom" />
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { onStage } from "./stage.ts";
import { tell } from "./patience.ts";
import { newHome, prompt, reply, weave, writeLines } from "./trees.ts";

const most = 0.02;
const made = newHome("afafafaf-0000-4000-8000-000000000001");
const folder = dirname(made.path);
for (let at = 1; at <= 12; at++) {
  const id = `afafafaf-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const line = weave(id, Date.now() - at * 3_600_000);
  const own = {
    cwd: "/home/ada/harbour/packages/tide-tables/source/generated",
    gitBranch: "ada/offsets-of-all-harbours",
  };
  const turns = Array.from({ length: 40 }, (_, turn) => [
    line({ ...prompt(`Prompt ${turn} of errand ${at}`), ...own }),
    line({ ...reply({ type: "text", text: `Reply ${turn}. `.repeat(20) }, `m${at}-${turn}`), ...own }),
  ]);
  writeLines(join(folder, `${id}.jsonl`), turns.flat());
}

/** Before any script of the page: every move of what a person did not cause. */
const watch = `
  window.moves = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.moves.push([entry.value, entry.sources.map(({ node }) => node?.nodeName + "." + (node?.className ?? "")).join(" ")]);
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

onStage(made.home, ({ open, daemon }) => {
  const views = [
    ["session", `/s/${made.id}`, ".session-head .cost"],
    ["overview", "/", ".chart canvas"],
    ["sessions", "/sessions", ".session-line"],
  ] as const;
  const widths = [390, 1440, 1920];
  it.each(views.flatMap(([name, path, last]) => widths.map((width) => ({ name, path, last, width }))))(
    "the view $name moves nothing at a width of $width",
    async ({ name, path, last, width }) => {
      const { page } = await open("/sessions", { width, height: 900 });
      await page.locator(".session-line").first().waitFor();
      await page.addInitScript(watch);
      // The figure comes when all else is there, as on a large tree.
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/cost(\?|$)/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${daemon().url}${path}`);
      await page
        .locator(name === "session" ? ".row-turn" : ".session-line")
        .first()
        .waitFor();
      await page.locator('.live-dot[data-state="open"]').waitFor({ state: "attached" });
      if (name === "overview") await page.getByText("Counting…").waitFor();
      release();
      await page.locator(last).first().waitFor();
      // Two frames: what the last answer moved has been measured.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const moves = await page.evaluate<[number, string][]>("window.moves");
      const sum = moves.reduce((total, [value]) => total + value, 0);
      tell(`layout shift of ${name} at ${width}: ${sum.toFixed(4)} ${JSON.stringify(moves.slice(0, 4))}`);
      expect(sum).toBeLessThanOrEqual(most);
    },
  );
});
