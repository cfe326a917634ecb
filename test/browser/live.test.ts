// Logs that grow and fork while they are looked at -> the page follows, and says what was left behind.
/// <reference lib="dom" />
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { patience, tell } from "./patience.ts";
import { register } from "./shown-home.ts";
import { onStage } from "./stage.ts";
import { forkedHome, growingHome, prompt, reply, weave } from "./trees.ts";

const growing = growingHome();
const forked = forkedHome();
cpSync(forked.path, join(dirname(growing.path), `${forked.id}.jsonl`));
const pictured = "abababab-0000-4000-8000-000000000007";
/** One pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } };
writeFileSync(
  join(dirname(growing.path), `${pictured}.jsonl`),
  weave(pictured)(prompt([{ type: "text", text: "Look at this." }, picture])),
);
const soonMs = 300;
const dear = "acacacac-0000-4000-8000-000000000008";
const dearPath = join(dirname(growing.path), `${dear}.jsonl`);
const dearLine = weave(dear, Date.now());
writeFileSync(dearPath, dearLine(prompt("Write a long book.")));
const { type, message } = reply({ type: "text", text: "Written." }, "msg_dear");
const usage = { output_tokens: 1_000_000 };
const dearAnswer = { type, message: { ...(typeof message === "object" ? message : {}), usage } };

onStage(growing.home, ({ open }) => {
  it("shows what was appended to an open session at once", async () => {
    const { page, problems } = await open(`/s/${growing.id}`);
    await page.getByText("The first words.").waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    const times: number[] = [];
    for (let turn = 1; turn <= 8; turn++) {
      const words = `Words number ${turn}.`;
      const seen = page.waitForFunction(
        (wanted) => document.querySelector(".talk-main .scroller")?.textContent?.includes(wanted) === true,
        words,
      );
      // A moment, as between two messages of the model.
      await page.waitForTimeout(60);
      const begun = Date.now();
      growing.append(words);
      await seen;
      times.push(Date.now() - begun);
    }
    const median = times.toSorted((one, other) => one - other)[times.length >> 1] ?? Infinity;
    tell(`append to screen: ${JSON.stringify(times)} ms, median ${median} (aim: ${soonMs})`);
    expect(median).toBeLessThan(soonMs * patience());
    expect(problems).toEqual([]);
  });

  it("counts the cost again while a session goes on", async () => {
    const { page, problems } = await open("/");
    const today = page.locator('section[aria-label="Cost"] .figure', { hasText: "Today" }).locator("dd");
    await expect.poll(() => today.textContent(), { timeout: 20_000 }).toBe("$0");
    await page.locator('.live-dot[data-state="open"]').waitFor();
    appendFileSync(dearPath, dearLine(dearAnswer));
    await expect.poll(() => today.textContent(), { timeout: 10_000 }).toBe("$25.00");
    expect(problems).toEqual([]);
  });

  it("calls a session live whose client is open and idle, as the overview does", async () => {
    register(growing.home, process.pid, {
      sessionId: growing.id,
      status: "idle",
      statusUpdatedAt: Date.now() - 3_600_000,
    });
    const { page, problems } = await open("/");
    await page.locator(`.board-card[data-session="${growing.id}"][data-status="idle"]`).waitFor();
    await page.goto(`${new URL(page.url()).origin}/sessions`);
    await page.getByRole("button", { name: /^Live/ }).click();
    await page.locator(`.session-line[data-session="${growing.id}"]`).waitFor();
    expect(problems).toEqual([]);
  });

  it("lists a session that comes, and forgets one that goes", async () => {
    const { page, problems } = await open("/sessions");
    await page.locator(`[data-session="${growing.id}"]`).waitFor();
    const id = "ffffffff-0000-4000-8000-000000000006";
    const path = join(dirname(growing.path), `${id}.jsonl`);
    const line = weave(id, Date.now());
    writeFileSync(path, line(prompt("A newcomer.")) + line(reply({ type: "text", text: "Welcome." }, "n1")));
    await page.locator(`[data-session="${id}"]`, { hasText: "A newcomer." }).waitFor();
    rmSync(path);
    await expect.poll(() => page.locator(`[data-session="${id}"]`).count(), { timeout: 20_000 }).toBe(0);
    expect(problems).toEqual([]);
  });

  it("marks where a conversation went back, and reads the branch that was left", async () => {
    const { page, problems } = await open(`/s/${forked.id}`);
    await page.getByText("Right it is.").waitFor();
    expect(await page.getByText("Left it is.").count()).toBe(0);
    // A drawing: fonts lack the sign for it.
    await expect.poll(() => page.locator(".fork-here svg, .outline-extra svg").count()).toBe(2);
    await page.locator(".fork-here", { hasText: "Go left." }).getByText("Read branch 1").click();
    await page.getByText("Left it is.").waitFor();
    await page.getByText("Back to the conversation").click();
    await page.getByText("Right it is.").waitFor();
    expect(problems).toEqual([]);
  });

  it("follows a link to an entry that lies on a branch that was left", async () => {
    const { page } = await open(`/s/${forked.id}?line=4`);
    await page.locator('.row[data-selected="true"]', { hasText: "Left it is." }).waitFor();
    expect(new URL(page.url()).searchParams.get("branch")).toBe("1");
  });

  it("shows a picture of the log from memory", async () => {
    const { page, problems } = await open(`/s/${pictured}`);
    const image = page.locator(".row-turn img");
    await image.waitFor();
    expect(await image.getAttribute("src")).toMatch(/^blob:/);
    expect(await image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(1);
    expect(problems).toEqual([]);
  });

  it("keeps what is on the screen when rows are asked for just as their log goes", async () => {
    const { page } = await open(`/s/${pictured}`);
    const words = page.locator(".spoken", { hasText: "Look at this." });
    await words.waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    const error = { code: "unknown-session", message: "there is no such session", hint: null };
    await page.route(/\/rows\?/, (route) => route.fulfill({ status: 404, json: { error } }));
    // Rows that were asked for before are still answered.
    const refused = page.waitForResponse((answer) => answer.url().includes("/rows?") && answer.status() === 404);
    appendFileSync(join(dirname(growing.path), `${pictured}.jsonl`), '{"type":"mode","mode":"normal"}\n');
    await refused;
    await page.waitForTimeout(300);
    expect(await words.count()).toBe(1);
  });

  it("says so when the log of an open session goes, and is silent when it comes back", async () => {
    const path = join(dirname(growing.path), `${pictured}.jsonl`);
    const bytes = readFileSync(path);
    const { page } = await open(`/s/${pictured}`);
    const words = page.locator(".spoken", { hasText: "Look at this." });
    await words.waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    try {
      rmSync(path);
      await page.locator(".banner", { hasText: "Its log is gone" }).waitFor();
      await words.waitFor();
    } finally {
      writeFileSync(path, bytes);
    }
    await expect.poll(() => page.locator(".banner").count(), { timeout: 5000 * patience() }).toBe(0);
  });
});
