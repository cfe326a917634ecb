// A look at a page that may still move -> what it shows once it has stopped moving.
/// <reference lib="dom" />
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";

/** The page moves by frames, and they are slow on a busy machine: frames are counted, not milliseconds. */
const stillFrames = 5;

export async function settled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  for (let before = await look(); ;) {
    await frames(page, stillFrames);
    const now = await look();
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const next = (left: number): void => {
          if (left === 0) resolve();
          else requestAnimationFrame(() => next(left - 1));
        };
        next(wanted);
      }),
    count,
  );
}
