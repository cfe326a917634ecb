// A daemon that stops, comes back, or gives way to another program -> tabs go on, claim nothing old, and keep their token.
/// <reference lib="dom" />
import { appendFileSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { parsedObject } from "../../src/format/index.ts";
import { scratchFolder } from "../cli/tree.ts";
import { fixedPort } from "../serve/fixed-port.ts";
import { seriousFindings } from "./checks.ts";
import { type TestDaemon, startDaemon } from "./daemon.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home, waiting } = shownHome();
const log = join(home, "projects", "-home-ada-code-tide-tables", `${waiting}.jsonl`);

/** One more reply at the end of the log. */
function append(words: string): void {
  const last = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .findLast((line) => line.includes('"assistant"'));
  const entry = parsedObject(last ?? "") ?? {};
  const message = { id: `m-${words}`, role: "assistant", type: "message", content: [{ type: "text", text: words }] };
  const uuid = crypto.randomUUID();
  appendFileSync(log, `${JSON.stringify({ ...entry, parentUuid: entry["uuid"], uuid, message })}\n`);
}

const banner = (page: Page) => page.locator(".banner.connection");
const rows = (page: Page) =>
  page.locator(".talk-main .row[data-line]").evaluateAll((all) => all.map((row) => row.getAttribute("data-line")));

onStage(home, ({ open }) => {
  it("a tab outlives a restart of the daemon, and so does a bookmark", async () => {
    const folder = scratchFolder();
    const first = await startDaemon(home, { folder, port: fixedPort() });
    const place = { folder, port: Number(new URL(first.url).port) };
    let second: TestDaemon | undefined;
    try {
      const { page } = await open(`/s/${waiting}`, { daemon: first });
      await page.locator(".session-head .badge", { hasText: "waits for approval" }).waitFor();
      await page.locator('.live-dot[data-state="open"]').waitFor();
      // Nothing of the session is on its way any more.
      await page.locator(".row", { hasText: "The tables are built." }).waitFor();
      await page.getByText("Copy resume command").waitFor();
      expect(page.url()).not.toContain(first.token);
      await first.stop();
      await banner(page)
        .getByText(/^Connection lost at \d\d:\d\d\.$/)
        .waitFor();
      await page.locator(".session-head .badge", { hasText: /^unknown since \d\d:\d\d$/ }).waitFor();
      expect(await page.getByText("waits for approval").count()).toBe(0);
      expect(await page.locator(".nav .tally").textContent()).toBe("?");
      expect(await page.title()).toMatch(/^\(\?\) /);
      expect(await page.locator("time", { hasText: /ago|just now/ }).count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await page.locator(".row", { hasText: "The tables are built." }).waitFor();
      append("Written while nobody listened.");
      second = await startDaemon(home, place);
      expect(second.token).toBe(first.token);
      await page.locator(".row", { hasText: "Written while nobody listened." }).waitFor();
      await expect.poll(() => banner(page).count()).toBe(0);
      await page.locator(".session-head .badge", { hasText: "waits for approval" }).waitFor();
      append("Written after that.");
      await page.locator(".row", { hasText: "Written after that." }).waitFor();
      const lines = await rows(page);
      expect(lines.length).toBe(new Set(lines).size);
      await page.reload();
      await page.locator(".row-turn").first().waitFor();
      const bookmark = await page.context().newPage();
      await page.close();
      await bookmark.goto(`${second.url}/sessions`);
      await bookmark.locator(".session-line").first().waitFor();
    } finally {
      await (second ?? first).stop();
    }
  });

  it("the list keeps its sessions and counts without a daemon, and claims nothing of now", async () => {
    const own = await startDaemon(home);
    const { page } = await open("/sessions", { daemon: own });
    const counts = page.locator(".sessions-tools [role=status]");
    await page.locator(".session-line .badge", { hasText: "waits for approval" }).waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    await expect.poll(() => counts.textContent()).toMatch(/^\d+ sessions$/);
    const before = await counts.textContent();
    await own.stop();
    await banner(page).waitFor();
    await expect.poll(() => counts.textContent()).toMatch(new RegExp(`^${before}, as of \\d\\d:\\d\\d$`));
    await page.locator(".session-line .badge", { hasText: "unknown since" }).first().waitFor();
    expect(await page.getByText("waits for approval").count()).toBe(0);
    expect(await page.getByText("The daemon cannot be reached").count()).toBe(0);
    await page.keyboard.press("o");
    await page.locator(".board-card", { hasText: /last known at \d\d:\d\d: waits for approval/ }).waitFor();
    expect(await page.locator('.board-card[data-tone="wait"]').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("a page whose token was renewed keeps what was read, sends the old one to nobody, and takes the new address", async () => {
    const folder = scratchFolder();
    const first = await startDaemon(home, { folder, port: fixedPort() });
    const place = { folder, port: Number(new URL(first.url).port) };
    const { page } = await open(`/s/${waiting}`, { daemon: first });
    await page.locator(".row-turn").first().waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    await first.stop();
    await banner(page).waitFor();
    const sent: (string | undefined)[] = [];
    page.on("request", (request) => sent.push(request.headers()["authorization"]));
    const second = await startDaemon(home, { ...place, token: "new" });
    try {
      expect(second.token).not.toBe(first.token);
      await banner(page).getByText("Locked out.").waitFor();
      await page.locator(".row-turn").first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const field = banner(page).getByRole("textbox", { name: "Address or token" });
      await field.fill("http://127.0.0.1/");
      await field.press("Enter");
      await banner(page).getByText("cannot find a token").waitFor();
      await field.fill(first.token);
      await field.press("Enter");
      await banner(page).getByText("the daemon on this port has another token").waitFor();
      expect(sent.filter((header) => header !== undefined)).toEqual([]);
      await field.fill(`${second.url}/#token=${second.token}`);
      await field.press("Enter");
      await expect.poll(() => banner(page).count()).toBe(0);
      await page.locator(".session-head .badge", { hasText: "waits for approval" }).waitFor();
      expect(new Set(sent.filter((header) => header !== undefined))).toEqual(new Set([`Bearer ${second.token}`]));
      await page.reload();
      await page.locator(".row-turn").first().waitFor();
    } finally {
      await second.stop();
    }
  });

  it("another program on the port gets no token, and the page goes on when the daemon is back", async () => {
    const folder = scratchFolder();
    const first = await startDaemon(home, { folder, port: fixedPort() });
    const place = { folder, port: Number(new URL(first.url).port) };
    const { page } = await open(`/s/${waiting}`, { daemon: first });
    await page.locator(".row-turn").first().waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    await first.stop();
    const heard: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
    const other = createServer(({ url = "", headers }, answer) => {
      heard.push({ url, headers });
      answer.writeHead(200, { "content-type": "application/json" });
      answer.end(JSON.stringify({ proof: "0".repeat(64), token: "please", sessions: [] }));
    });
    await new Promise<void>((resolve) => other.listen(place.port, "127.0.0.1", resolve));
    await banner(page).getByText("Locked out.").waitFor();
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(heard.filter(({ url }) => !url.startsWith("/api/v1/hello?nonce="))).toEqual([]);
    expect(heard.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    expect(JSON.stringify(heard)).not.toContain(first.token);
    await new Promise<void>((resolve) => {
      other.close(() => resolve());
      other.closeAllConnections();
    });
    const second = await startDaemon(home, place);
    try {
      await expect.poll(() => banner(page).count(), { timeout: 20_000 }).toBe(0);
      await page.locator(".row-turn").first().waitFor();
    } finally {
      await second.stop();
    }
  });
});
