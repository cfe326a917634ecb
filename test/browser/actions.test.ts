// Buttons that change something, where the daemon allows it -> a preview first, then what was asked for and no more; elsewhere no button.
/// <reference lib="dom" />
import { appendFileSync, readFileSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { stateOf } from "../cli/tree.ts";
import { overflowPx, seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";
import { cloth, workedHome } from "./worked-home.ts";

const { home, broken, sound } = workedHome();
const dialog = (page: Page) => page.getByRole("dialog");
const status = (page: Page) => dialog(page).getByRole("status").first();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const says = (page: Page, words: string) => dialog(page).getByText(words).first().waitFor();
const asks = (page: Page) => says(page, "Nothing is written yet.");
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

type Asked = { readonly name: string; readonly path: string; readonly button: string; readonly words: string };

const asked: readonly Asked[] = [
  { name: "repair", path: `/s/${broken.id}/health`, button: "Repair it…", words: "1 dropped" },
  { name: "trim", path: `/s/${sound.id}/context`, button: "Trim strongly…", words: "tokens fewer to send" },
  { name: "compress", path: `/s/${sound.id}/context`, button: "Compress, keeping 3 turns…", words: "tokens fewer" },
  { name: "recover", path: `/s/${sound.id}/files`, button: "Recover this version", words: cloth.path },
  { name: "keep", path: `/s/${sound.id}/manage`, button: "Keep it…", words: "A whole copy" },
  { name: "title", path: `/s/${sound.id}/manage`, button: "Give it this title…", words: "the log is not touched" },
  { name: "fork", path: `/s/${sound.id}/manage`, button: "Fork it there…", words: "A new session is made" },
  { name: "delete", path: `/s/${sound.id}/manage`, button: "Delete it…", words: "clew undo" },
];

const looks = [
  ["light", { scheme: "light" }],
  ["dark", { scheme: "dark" }],
  ["on a phone", { width: 390, height: 780 }],
] as const;

onStage(
  home,
  ({ open, daemon }) => {
    for (const [where, look] of looks) {
      it.each(asked)(
        `the preview of $name is there for everybody, ${where}, and cancelled it leaves no trace`,
        async (one) => {
          const before = stateOf(home);
          const { page, problems } = await open(one.path, look);
          await page.getByRole("button", { name: one.button, exact: true }).waitFor();
          expect([await seriousFindings(page), await overflowPx(page)]).toEqual([[], 0]);
          await press(page, one.button);
          await asks(page);
          await says(page, one.words);
          expect([await seriousFindings(page), await overflowPx(page)]).toEqual([[], 0]);
          await press(page, "Cancel");
          await dialog(page).waitFor({ state: "detached" });
          expect(stateOf(home)).toEqual(before);
          expect(problems).toEqual([]);
        },
      );
    }

    it("keys alone open a preview, and leave it without a trace", async () => {
      const before = stateOf(home);
      const { page } = await open(`/s/${sound.id}/context`);
      const button = page.getByRole("button", { name: "Trim…", exact: true });
      await button.focus();
      await page.keyboard.press("Enter");
      await asks(page);
      expect(await status(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Do it");
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
      expect([stateOf(home), page.url()]).toEqual([before, expect.stringContaining("/context")]);
    });

    it("a damaged session is repaired into a new one that is sound, and its own log stays as it was", async () => {
      const before = readFileSync(broken.path);
      const { page, problems } = await open(`/s/${broken.id}/health`);
      await page.getByText("Broken: something is lost").waitFor();
      await press(page, "Repair it…");
      await asks(page);
      await press(page, "Do it");
      await says(page, "clew undo ");
      await says(page, "--resume");
      await press(page, "Close");
      await press(page, "Done: see what was made");
      await dialog(page).getByRole("link", { name: "Open the new session" }).click();
      await page.locator(".row-turn", { hasText: "Weave row 1" }).waitFor();
      expect(page.url()).not.toContain(broken.id);
      await page.getByRole("link", { name: /^Health/ }).click();
      await page.getByText("Sound: the client can resume it").waitFor();
      expect(readFileSync(broken.path).equals(before)).toBe(true);
      expect(problems).toEqual([]);
    });

    it("a version of a file is recovered below the new folder that was named, and not into it again", async () => {
      const { page } = await open(`/s/${sound.id}/files`);
      const field = page.getByLabel("New folder for it");
      expect(await field.inputValue()).toMatch(/^~\/clew-recovered\/cloth\.txt-v\d+$/);
      await field.fill("~/back/cloth");
      await press(page, "Recover this version");
      await asks(page);
      const folder = join(daemon().userDir, "back", "cloth");
      await says(page, folder);
      await press(page, "Do it");
      await says(page, "with a manifest");
      const texts = filesBelow(folder).filter((path) => path.endsWith("cloth.txt"));
      expect(texts.map((path) => readFileSync(path, "utf8"))).toEqual([cloth.content]);
      expect(filesBelow(daemon().userDir).every((path) => path.startsWith(folder))).toBe(true);
      await press(page, "Close");
      await press(page, "Recover this version");
      await dialog(page).getByRole("alert").getByText("name one that is not there yet").waitFor();
    });

    it("a log that changed since the preview is not acted on until it is looked at again", async () => {
      const { page } = await open(`/s/${sound.id}/manage`);
      await press(page, "Clone it…");
      await asks(page);
      appendFileSync(sound.path, "\n");
      utimesSync(sound.path, 1000, 1000);
      const before = stateOf(home);
      await press(page, "Do it");
      await dialog(page).getByRole("alert").getByText("the log changed since it was looked at").waitFor();
      expect(stateOf(home)).toEqual(before);
      await press(page, "Look again");
      await asks(page);
      await press(page, "Do it");
      await says(page, "Open the new session");
      expect(stateOf(home).size).toBe(before.size + 1);
    });
  },
  { actions: "allowed" },
);

const quiet = workedHome();

onStage(quiet.home, ({ open }) => {
  it.each([
    ["health", `clew repair ${quiet.broken.id} --dry-run`],
    ["context", `clew trim ${quiet.broken.id} --dry-run`],
    ["files", `clew recover ${cloth.path}`],
    ["manage", `clew delete ${quiet.broken.id} --dry-run`],
  ])("without leave the tab %s has no button that acts, but the command and how to get leave", async (tab, command) => {
    const { page, problems } = await open(`/s/${quiet.broken.id}/${tab}`);
    await page.getByText(command).waitFor();
    await page.getByText("clew serve --allow-actions").waitFor();
    expect(await page.locator(".act, .act-field").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
