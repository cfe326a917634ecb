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

const astray = "adadadad-0000-4000-8000-00000000000a";
const thread = weave(astray);
const root = "adadadad-000a-4000-9000-000000000001";
const beside = { parentUuid: root, ...prompt("<bash-input>ls</bash-input>") };
writeFileSync(
  join(dirname(forked.path), `${astray}.jsonl`),
  [
    { isMeta: true, ...prompt("Caveat: these are local commands.") },
    prompt("Spin a thread."),
    reply({ type: "text", text: "Spun." }, "m1"),
    reply({ type: "text", text: "Wound." }, "m2"),
    beside,
  ]
    .map((entry) => thread(entry))
    .join(""),
);
const excerpt = "adadadad-0000-4000-8000-00000000000b";
const rest = weave(excerpt);
writeFileSync(
  join(dirname(forked.path), `${excerpt}.jsonl`),
  rest({ parentUuid: "adadadad-0000-4000-9000-00000000ffff", ...reply({ type: "text", text: "Spun." }, "m1") }) +
    rest(prompt("Thanks.")),
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

  it("does not call a session simply sound of which a resume leaves out most, and says how to go on", async () => {
    const { page } = await open(`/s/${astray}/health`);
    await page.getByText("leaves out the only turn and 3 of 5 entries").first().waitFor();
    expect(await page.locator(".banner").getAttribute("data-tone")).toBe("wait");
    expect(await page.locator(".banner").textContent()).not.toContain("nothing of the conversation is lost");
    await page.getByText(`clew fork ${astray} --at B1.1`).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("does not say that the client can resume what the API would refuse", async () => {
    const { page } = await open(`/s/${excerpt}/health`);
    await page.getByText("Sound as a log, but the Messages API would refuse").waitFor();
    expect(await page.locator(".banner").textContent()).not.toContain("can resume it");
    await page.getByText(`clew request ${excerpt} --check`).first().waitFor();
  });
});
