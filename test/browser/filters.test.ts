// Filter chips together with a search -> head, names and hits are about the same sessions.
/// <reference lib="dom" />
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { seriousFindings } from "./checks.ts";
import { register } from "./shown-home.ts";
import { onStage } from "./stage.ts";
import { newHome, prompt, reply, weave, writeLines } from "./trees.ts";

const made = newHome("adadadad-0000-4000-8000-000000000001");
const idOf = (number: number) => `adadadad-0000-4000-8000-${String(number).padStart(12, "0")}`;
const pathOf = (id: string) => join(dirname(made.path), `${id}.jsonl`);
const [live, damaged, plain] = [idOf(1), idOf(2), idOf(3)];

/** Times of today: nothing expires. */
const sessionLines = (id: string, words: string) => {
  const line = weave(id, Date.now() - 3 * 86_400_000);
  return [line(prompt(`Begin ${words}.`)), line(reply({ type: "text", text: `Said of ${words}.` }, `m${id}`))];
};
writeLines(pathOf(live), sessionLines(live, "harbour quay"));
writeLines(pathOf(damaged), sessionLines(damaged, "harbour mole"));
appendFileSync(
  pathOf(damaged),
  `{"type":"user","message":{"role":"us\n${sessionLines(damaged, "harbour pier").join("")}`,
);
for (let number = 3; number < 9; number++) writeLines(pathOf(idOf(number)), sessionLines(idOf(number), "harbour lamp"));
register(made.home, process.pid, { sessionId: live, status: "idle" });

onStage(made.home, ({ open }) => {
  it("hits of the text search pass the chip that is pressed, and the counts agree", async () => {
    const { page, problems } = await open("/sessions?filter=live&q=harbour");
    const counts = page.locator(".sessions-tools [role=status]");
    const sessions = () =>
      page
        .locator(".results a.hit")
        .evaluateAll((hits) => [...new Set(hits.map((hit) => (hit instanceof HTMLAnchorElement ? hit.pathname : "")))]);
    await page.locator(".results a.hit").first().waitFor();
    await expect.poll(sessions).toEqual([`/s/${live}`]);
    await expect.poll(() => counts.textContent()).toMatch(/^1 of 8 sessions by name, 2 hits in 1 session$/);
    await page.getByRole("button", { name: "Damaged" }).click();
    await expect.poll(sessions).toEqual([`/s/${damaged}`]);
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect.poll(async () => (await sessions()).length).toBe(8);
    await expect.poll(() => counts.textContent()).toMatch(/^8 sessions by name, \d+ hits in 8 sessions$/);
    expect(problems).toEqual([]);
  });

  it("a filter that hides every hit says so, and is cleared by a button", async () => {
    const { page, problems } = await open("/sessions?filter=live&q=lamp");
    const note = page.locator(".results .notice");
    await note.getByText('No hit in sessions that pass the filter "Live". It hides 12 hits in 6 sessions.').waitFor();
    expect(await page.locator(".results a.hit").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await note.getByRole("button", { name: "Clear the filter" }).click();
    await page.locator(`.results a.hit[href^="/s/${plain}"]`).first().waitFor();
    expect(new URL(page.url()).searchParams.has("filter")).toBe(false);
    await page.goto(`${new URL(page.url()).origin}/sessions?filter=fork`);
    await page.getByText('The filter "Forks" hides all 8.').waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.locator(`.session-line[data-session="${plain}"]`).waitFor();
    expect(problems).toEqual([]);
  });
});
