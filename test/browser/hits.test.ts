// Hits of the search over all sessions -> each opens where it stands, marked and in sight, and what is not shown of them is a link away.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { onStage } from "./stage.ts";
import { newHome, prompt, reply, result, weave, writeLines } from "./trees.ts";

const made = newHome("abcdabcd-0000-4000-8000-000000000009");
const line = weave(made.id);
const filler = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`).join("\n");
writeLines(made.path, [
  line(prompt(`A long errand\n${filler(40, "wish")}\nthe last wish is a lantern`)),
  ...Array.from({ length: 30 }, (_, at) =>
    line(reply({ type: "text", text: `Step ${at}: kettle and spoon` }, `m${at}`)),
  ),
  line(reply({ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "list" } }, "m99")),
  line(result("toolu_1", `${filler(300, "thread")}\na zephyr beside an anvil\n${filler(200, "knot")}`)),
  line(reply({ type: "text", text: "Done." }, "m100")),
]);

/** Marks that a person can see, not only such that exist. */
const seenMarks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const marks: string[] = [];
    for (const range of CSS.highlights.get("clew-found") ?? []) {
      if (!(range instanceof Range)) continue;
      const { top, bottom } = range.getBoundingClientRect();
      const boxes: DOMRect[] = [];
      for (let box = range.startContainer.parentElement; box !== null; box = box.parentElement)
        if (box.matches(".output, .scroller")) boxes.push(box.getBoundingClientRect());
      if (boxes.every((frame) => top >= frame.top && bottom <= frame.bottom)) marks.push(range.toString());
    }
    return marks;
  });

onStage(made.home, ({ open }) => {
  it("a hit deep inside an output is in sight, with all words of the query marked", async () => {
    const { page, problems } = await open("/sessions?q=zephyr anvil");
    await page.locator(".hit mark").first().waitFor();
    await page.locator(".hit").first().click();
    await expect.poll(() => seenMarks(page)).toEqual(["zephyr", "anvil"]);
    expect(await page.locator(".find-bar input").inputValue()).toBe("zephyr anvil");
    await page.getByText("1 of 1 rows").waitFor();
    expect(problems).toEqual([]);
  });

  it("what is not shown of a session's hits is a link that finds them in it", async () => {
    const { page, problems } = await open("/sessions?q=kettle");
    await page.getByText("27 more in this session").click();
    await page.getByText("1 of 30 rows").waitFor();
    await expect.poll(() => seenMarks(page)).toContain("kettle");
    await page.goBack();
    await page.getByText("27 more in this session").waitFor();
    expect(problems).toEqual([]);
  });

  it("unfolding everything unfolds long prompts, and a hit behind their beginning is seen", async () => {
    const { page } = await open(`/s/${made.id}`);
    await page.getByText("Show all 42 lines").waitFor();
    await page.keyboard.press("e");
    await page.getByText("Show less").waitFor();
    await page.goto(`${new URL(page.url()).origin}/sessions?q=lantern`);
    await page.locator(".hit").first().click();
    await expect.poll(() => seenMarks(page)).toEqual(["lantern"]);
  });
});
