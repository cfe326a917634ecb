// A home -> its daemon and a real browser for the tests of one file; what goes wrong in a page is kept, never overlooked.
/// <reference lib="dom" />
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { findChromium, missing } from "./chromium.ts";
import { type Leave, type TestDaemon, startDaemon } from "./daemon.ts";

const program = findChromium();
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Look = {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly zone?: string;
  /** Another than the one of the stage: one that has just been started, for one. */
  readonly daemon?: TestDaemon;
};

export type Opened = {
  readonly page: Page;
  /** Errors of scripts, lines of the console, and what the policy of the page stopped. */
  readonly problems: readonly string[];
};

export type Stage = {
  readonly open: (path: string, look?: Look) => Promise<Opened>;
  readonly daemon: () => TestDaemon;
};

/** The tests of `body` run in a real browser, or are skipped with a line that says what to install. */
export function onStage(home: string, body: (stage: Stage) => void, leave: Leave = {}): void {
  const why = program === undefined ? ` (${missing})` : "";
  describe.skipIf(program === undefined)(`in a browser${why}`, () => {
    let daemon: TestDaemon | undefined;
    let browser: Browser | undefined;
    beforeAll(async () => {
      daemon = await startDaemon(home, leave);
      // Each time with a fresh folder for its user, in the temporary folder.
      browser = await chromium.launch({ ...(program === undefined ? {} : { executablePath: program }), args: flags });
    });
    afterAll(async () => {
      await browser?.close();
      await daemon?.stop();
    });
    function running(): TestDaemon {
      if (daemon === undefined) throw new Error("the daemon was not started");
      return daemon;
    }
    async function open(path: string, look: Look = {}): Promise<Opened> {
      const { scheme = "light", width = 1280, height = 800, zone = "UTC", daemon: asked = running() } = look;
      if (browser === undefined) throw new Error("the browser was not started");
      for (const context of browser.contexts()) await context.close();
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        reducedMotion: "reduce",
        timezoneId: zone,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
      });
      page.on("dialog", (dialog) => {
        problems.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      const { url, token } = asked;
      await page.goto(`${url}${path}#token=${token}`);
      return { page, problems };
    }
    body({ open, daemon: running });
  });
}
