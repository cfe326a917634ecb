// Sessions with something wrong -> the tab Health says what in sentences, without contradiction, on a phone too.
/// <reference lib="dom" />
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { overflowPx, seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";
import { forkedHome, prompt, reply, weave } from "./trees.ts";

const forked = forkedHome();
const broken = "adadadad-0000-4000-8000-000000000009";
const line = weave(broken);
writeFileSync(
  join(dirname(forked.path), `${broken}.jsonl`),
  `// copied by hand\n${line(prompt("Weave."))}neither JSON nor a comment\n${line(reply({ type: "text", text: "Woven." }, "m1"))}`,
);

onStage(forked.home, ({ open }) => {
  it.each([1280, 360])("tells findings in sentences, %i pixels wide", async (width) => {
    const { page, problems } = await open(`/s/${broken}/health`, { width });
    const findings = page.getByRole("list", { name: "Findings" });
    await findings.getByText("A line that cannot be read").first().waitFor();
    expect(await page.locator(".banner").textContent()).toMatch(/^Broken.*All 2 entries that can be read are reached/);
    expect(await page.getByText("Lists call a session damaged for lines that a repair would mend").count()).toBe(1);
    // No word of a sentence is broken: each sentence is as wide as its longest word at least.
    const broke = await findings
      .locator("p.says")
      .evaluateAll(
        (sentences) => sentences.filter((one) => one.scrollWidth > one.clientWidth || one.clientWidth < 120).length,
      );
    expect([broke, await overflowPx(page), await seriousFindings(page)]).toEqual([0, 0, []]);
    expect(problems).toEqual([]);
  });

  it("calls a session sound whose left branches are not reached, and says why they are not", async () => {
    const { page } = await open(`/s/${forked.id}/health`);
    await page.getByText("4 of 6 entries are reached on resume. The other 2 stand on branches").waitFor();
    expect(await page.locator(".banner").textContent()).not.toContain("whole");
  });
});
