// A page -> what is wrong with it for people: findings of axe, things wider than the screen; and its picture when asked for.
/// <reference lib="dom" />
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { isArray, isObject } from "../../src/format/index.ts";
import type { Json } from "../../src/format/index.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const mostShotBytes = 300_000;

/** Those that keep people out; each with the first place where it is. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The policy of the page lets no foreign script in: the checker comes by the debugger's door.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  const found = await page.evaluate<Json>(
    "axe.run(document, { resultTypes: ['violations'] }).then((r) => JSON.parse(JSON.stringify(r.violations)))",
  );
  const violations = isArray(found) ? found.filter(isObject) : [];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const first = isArray(nodes) ? nodes.find(isObject) : undefined;
      return `${typeof id === "string" ? id : "unknown"}: ${JSON.stringify(first?.["html"] ?? "")} ${JSON.stringify(first?.["failureSummary"] ?? "")}`;
    });
}

/** How many pixels the page is wider than the screen. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector(".main");
    const widest = Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0);
    return Math.max(0, widest - document.documentElement.clientWidth);
  });
}

/** Only on demand: pictures differ from machine to machine. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env["CLEW_SCREENSHOTS"] !== "1") return;
  mkdirSync(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > mostShotBytes) throw new Error(`${name}.png has ${size} bytes, more than ${mostShotBytes}`);
}
