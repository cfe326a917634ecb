// Forks, titles, other folders and the trash in the dashboard -> each after its preview, by mouse or keys; never of a session in use.
/// <reference lib="dom" />
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { stateOf } from "../cli/tree.ts";
import { overflowPx, seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";
import { workedHome } from "./worked-home.ts";

const { home, broken, sound } = workedHome();
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const says = (page: Page, words: string) => dialog(page).getByText(words).first().waitFor();
const asks = (page: Page) => says(page, "Nothing is written yet.");
const turnRow = (page: Page, row: number) => page.locator(".row-turn", { hasText: `Weave row ${row}` });
const turnsOf = (page: Page) => page.locator(".session-head .facts").getByText(/^\d+ turns?$/);

onStage(
  home,
  ({ open }) => {
    it("a prompt in the conversation has a button that forks after its turn", async () => {
      const before = readFileSync(sound.path);
      const { page, problems } = await open(`/s/${sound.id}`);
      await turnRow(page, 2).hover();
      await turnRow(page, 2).getByRole("button", { name: "fork…" }).click();
      await asks(page);
      await says(page, "Fork this session after turn 2");
      await press(page, "Do it");
      await says(page, "--resume");
      await press(page, "Close");
      await press(page, "Done: see what was made");
      await dialog(page).getByRole("link", { name: "Open the new session" }).click();
      await expect.poll(() => turnsOf(page).textContent()).toBe("2 turns");
      expect([page.url().includes(sound.id), readFileSync(sound.path).equals(before)]).toEqual([false, true]);
      expect(problems).toEqual([]);
    });

    it("keys alone fork after the turn of the selected row, and leave it without a trace", async () => {
      const before = stateOf(home);
      const { page } = await open(`/s/${sound.id}`);
      await turnRow(page, 1).waitFor();
      await turnsOf(page).waitFor();
      for (const key of ["g", "n", "n", "j", "f"]) await page.keyboard.press(key);
      await asks(page);
      await says(page, "Fork this session after turn 3");
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.classList.contains("row"))).toBe(true);
      expect([await page.locator(".act").count(), stateOf(home)]).toEqual([0, before]);
    });

    it("a fork that is being made while another is asked for is told when it is there", async () => {
      const { page, problems } = await open(`/s/${sound.id}`);
      let goOn: () => void = () => {};
      const later = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route("**/api/v1/actions/fork", async (route) => {
        await later;
        await route.continue();
      });
      await turnRow(page, 1).hover();
      await turnRow(page, 1).getByRole("button", { name: "fork…" }).click();
      await asks(page);
      await press(page, "Do it");
      await says(page, "Doing it…");
      await page.keyboard.press("Escape");
      await turnRow(page, 2).hover();
      await turnRow(page, 2).getByRole("button", { name: "fork…" }).click();
      await says(page, "Fork this session after turn 2");
      await asks(page);
      await press(page, "Cancel");
      await page.getByRole("button", { name: "Doing it…" }).waitFor();
      goOn();
      await press(page, "Done: see what was made");
      await says(page, "Fork this session after turn 1");
      await says(page, "--resume");
      expect(problems).toEqual([]);
    });

    it("Enter in the field of a title shows what it would do", async () => {
      const { page } = await open(`/s/${sound.id}/manage`);
      const field = page.getByLabel("Title in clew's lists");
      await field.fill("A carpet");
      await field.press("Enter");
      await asks(page);
      expect(await dialog(page).getByText("A carpet").count()).toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
    });

    it("a fork can be made by a turn's name, and one that is not there is told so", async () => {
      const { page } = await open(`/s/${sound.id}/manage`, { width: 390, height: 780 });
      const field = page.getByLabel("After turn");
      await expect.poll(() => field.inputValue()).toBe("8");
      await field.fill("99");
      await press(page, "Fork it there…");
      await dialog(page).getByRole("alert").getByText("there is no turn 99").waitFor();
      expect([await seriousFindings(page), await overflowPx(page)]).toEqual([[], 0]);
    });

    it("a title is given and taken away again, and the log is not touched", async () => {
      const before = readFileSync(sound.path);
      const { page } = await open(`/s/${sound.id}/manage`);
      const field = page.getByLabel("Title in clew's lists");
      const head = page.getByRole("heading", { level: 1 });
      await expect.poll(() => field.inputValue()).not.toBe("");
      const old = (await head.textContent()) ?? "";
      for (const [words, title] of [
        ["The <b>blue</b> cloth", "The <b>blue</b> cloth"],
        ["", old],
      ] as const) {
        await field.fill(words);
        await press(page, "Give it this title…");
        await asks(page);
        await press(page, "Do it");
        await says(page, "clew undo ");
        await press(page, "Close");
        await expect.poll(() => head.textContent(), { timeout: 20_000 }).toBe(title);
      }
      expect(readFileSync(sound.path).equals(before)).toBe(true);
    });

    it("a copy is moved to a folder that is named in full, and to no other", async () => {
      const { page } = await open(`/s/${sound.id}/manage`, { width: 390, height: 780 });
      const field = page.getByLabel("Folder it shall belong to, in full");
      await expect.poll(() => field.inputValue()).not.toBe("");
      await field.fill("attic");
      await press(page, "Move a copy there…");
      await dialog(page).getByRole("alert").getByText("named in full").waitFor();
      await press(page, "Close");
      await field.fill("/home/ada/attic");
      await press(page, "Move a copy there…");
      await asks(page);
      expect([await seriousFindings(page), await overflowPx(page)]).toEqual([[], 0]);
      await press(page, "Do it");
      await says(page, "cd /home/ada/attic");
      expect(existsSync(sound.path)).toBe(true);
    });

    it("what a client has open is not changed: the preview says which client, and looks again when it has ended", async () => {
      const registry = join(home, "sessions", `${process.pid}.json`);
      mkdirSync(join(home, "sessions"), { recursive: true });
      writeFileSync(registry, JSON.stringify({ pid: process.pid, sessionId: broken.id, startedAt: Date.now() }));
      const { page } = await open(`/s/${broken.id}/manage`);
      await press(page, "Delete it…");
      await says(page, `the client with process ${process.pid} has it open`);
      await says(page, "it can be done when that client has ended");
      expect(await dialog(page).textContent()).not.toContain("--force");
      expect(await dialog(page).getByRole("button", { name: "Do it" }).count()).toBe(0);
      expect([await seriousFindings(page), await overflowPx(page)]).toEqual([[], 0]);
      rmSync(registry);
      await press(page, "Look again");
      await dialog(page).getByRole("button", { name: "Do it" }).waitFor();
      await press(page, "Cancel");
    });

    it("a session is deleted to clew's trash, and the page says how it comes back", async () => {
      const { page } = await open(`/s/${broken.id}/manage`);
      await press(page, "Delete it…");
      await asks(page);
      expect(existsSync(broken.path)).toBe(true);
      await press(page, "Do it");
      await says(page, "It is in clew's trash now");
      await says(page, "clew undo ");
      await page.getByText("Its log is gone").waitFor();
      expect([await seriousFindings(page), await overflowPx(page)]).toEqual([[], 0]);
      expect(existsSync(broken.path)).toBe(false);
      await dialog(page).getByRole("link", { name: "all sessions" }).click();
      await page.locator(`[data-session="${sound.id}"]`).waitFor();
      expect(await page.locator(`[data-session="${broken.id}"]`).count()).toBe(0);
    });
  },
  { actions: "allowed" },
);
