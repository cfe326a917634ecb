// Long names on wide and narrow screens -> what tells most is never cut, and nothing lies over what one reads.
/// <reference lib="dom" />
import { appendFileSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { onStage } from "./stage.ts";
import { newHome, prompt, reply, result, weave, writeLines } from "./trees.ts";

const made = newHome("acacacac-0000-4000-8000-00000000000a");
const line = weave(made.id);
const file = "/home/ada/harbour/packages/tide-tables/source/generated/keel-and-rudder.ts";
const tool = "mcp__harbour_master__list_all_moorings_of_the_day";
const input = { file_path: file, content: "keel" };
writeLines(made.path, [
  line(prompt("Where is the keel?")),
  line(reply({ type: "tool_use", id: "toolu_1", name: "Write", input }, "m1")),
  line({
    ...result("toolu_1", `File created successfully at: ${file}`),
    toolUseResult: { type: "create", filePath: file, content: "keel", structuredPatch: [], originalFile: null },
  }),
  line(reply({ type: "tool_use", id: "toolu_2", name: tool, input: {} }, "m2")),
  line(result("toolu_2", "none")),
  line(
    reply(
      { type: "text", text: "A row of words that is long enough to reach from one side to the other. ".repeat(3) },
      "m3",
    ),
  ),
  line(prompt("And the rudder?")),
  line(reply({ type: "text", text: "Beside it." }, "m4")),
]);

const marked = "acacacac-0000-4000-8000-00000000000b";
const markedPath = join(dirname(made.path), `${marked}.jsonl`);
const hull = weave(marked);
writeLines(markedPath, [
  hull({ ...prompt("Where is the hull?"), forkedFrom: { sessionId: made.id, messageUuid: "m" } }),
  '{"type":"user","message":{"role":"us\n',
  hull(reply({ type: "text", text: "Below the water." }, "m5")),
]);
appendFileSync(
  markedPath,
  `${JSON.stringify({ type: "ai-title", aiTitle: "Review the hull, the keel and all planks of the boat", sessionId: marked })}\n`,
);
const longAgo = Date.now() / 1000 - 60 * 86_400;
utimesSync(markedPath, longAgo, longAgo);

const isWhole = (place: Locator) => place.evaluate((element) => element.scrollWidth <= element.clientWidth);
const phone = { width: 390, height: 844 };

onStage(made.home, ({ open }) => {
  it("a path that has no room keeps the name of its file, and tells all of it on demand", async () => {
    const { page, problems } = await open(`/s/${made.id}`, phone);
    const path = page.locator(".call-head .path");
    await path.waitFor();
    expect(await path.getAttribute("title")).toBe(file);
    expect(await path.textContent()).toBe(file);
    expect(await isWhole(path.locator(".path-name"))).toBe(true);
    expect(await isWhole(path.locator(".path-folder"))).toBe(false);
    await page.keyboard.press("2");
    const folder = page.locator(".file-line .path");
    await folder.waitFor();
    expect(await isWhole(folder.locator(".path-name"))).toBe(true);
    expect(await folder.locator(".path-name").textContent()).toBe("/generated");
    await page.keyboard.press("3");
    const share = page.locator(".share .path-name", { hasText: "keel-and-rudder.ts" }).first();
    await share.waitFor();
    expect(await isWhole(share)).toBe(true);
    expect(problems).toEqual([]);
  });

  it("on a phone badges stand below a title, which keeps a line of its own", async () => {
    const { page } = await open("/sessions?filter=damaged", phone);
    const name = page.locator(`[data-session="${marked}"] .name`);
    await name.locator(".badge", { hasText: "expires any time" }).waitFor();
    expect(await name.locator(".badge").count()).toBe(3);
    const title = await name.locator(".one-line").boundingBox();
    expect(title?.width).toBeGreaterThan(240);
    for (const badge of await name.locator(".badge").all())
      expect((await badge.boundingBox())?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
  });

  it("long names of tools and the labels of hits are whole where there is room", async () => {
    const { page } = await open(`/s/${made.id}`);
    const name = page.locator(".call-head .tool", { hasText: tool });
    await name.waitFor();
    expect(await isWhole(name)).toBe(true);
    await page.goto(`${new URL(page.url()).origin}/sessions?q=keel`);
    await page.locator(".hit .what").first().waitFor();
    for (const label of await page.locator(".hit .what").all()) expect(await isWhole(label)).toBe(true);
  });

  it("the texts of the page to manage a session are of one size, and no two commands touch", async () => {
    const { page } = await open(`/s/${made.id}/manage`);
    await page.getByText("clew serve --allow-actions").waitFor();
    const sizes = await page
      .locator(".tab-page > p")
      .evaluateAll((texts) => texts.map((element) => getComputedStyle(element).fontSize));
    expect(new Set(sizes).size).toBe(1);
    const gaps = await page
      .locator(".tab-page > .command + .command")
      .evaluateAll((boxes) =>
        boxes.map(
          (box) => box.getBoundingClientRect().top - (box.previousElementSibling?.getBoundingClientRect().bottom ?? 0),
        ),
      );
    expect(gaps.length).toBe(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
  });

  it("on a phone the link and the raw entry of a row stand below its words", async () => {
    const { page } = await open(`/s/${made.id}?line=6`, phone);
    const row = page.locator('.row[data-selected="true"]');
    const [tools, body] = [row.locator(".row-tools"), row.locator(".body").first()];
    await tools.waitFor();
    const [below, above] = [await tools.boundingBox(), await body.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  });

  it("on a phone the list of turns is closed by its button and by a tap beside it", async () => {
    const { page, problems } = await open(`/s/${made.id}`, phone);
    const turns = page.locator(".outline");
    await page.locator(".outline-switch").click();
    await turns.getByText("And the rudder?").waitFor();
    await turns.getByRole("button", { name: "Close" }).click();
    await turns.waitFor({ state: "hidden" });
    await page.locator(".outline-switch").click();
    await turns.waitFor();
    await page.mouse.click(15, 600);
    await turns.waitFor({ state: "hidden" });
    expect(problems).toEqual([]);
  });
});
