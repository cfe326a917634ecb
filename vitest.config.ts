// Which tests belong to which suite -> vitest's projects; every suite gets a home in the temporary folder.
import { defineConfig } from "vitest/config";
import { isScratch } from "./test/scratch.ts";
import { scratchHome } from "./scripts/scratch-home.mjs";

// A bare `vitest run` is as safe as `npm test`: it gets a scratch home of its own.
if (!isScratch(process.env)) {
  const scratch = scratchHome(process.env);
  Object.assign(process.env, scratch.env);
  process.once("exit", scratch.remove);
}

const SLOW = ["corpus", "real", "giants", "browser", "release"] as const;
/** Fuzzing, histories and kills by the hundred, each beside the fast tests of the same part. */
const LONG = "test/*-long/**";

const slowSuite = (name: string, timeoutMs: number, folder = `test/${name}/**`) => ({
  test: {
    name,
    include: [`${folder}/*.test.ts`],
    setupFiles: ["test/setup.ts"],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // One file after the other: they measure, or run clients that want the machine to themselves.
    fileParallelism: false,
  },
});

/** Much of it waits for processes that are killed and started again: two files share the machine well. */
const longSuite = {
  test: { ...slowSuite("long", 900_000, LONG).test, fileParallelism: true, maxWorkers: 2 },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [...SLOW.map((name) => `test/${name}/**`), LONG],
          setupFiles: ["test/setup.ts"],
          // Ends what hangs; a busy machine needs several times as long as an idle one.
          testTimeout: 60_000,
        },
      },
      slowSuite("corpus", 120_000),
      slowSuite("real", 180_000),
      slowSuite("giants", 600_000),
      // A page on a busy machine may miss a moment: what fails twice is broken.
      { test: { ...slowSuite("browser", 120_000).test, retry: 1 } },
      longSuite,
      // Hours: what a release is proved by, once.
      slowSuite("release", 12 * 3_600_000),
    ],
  },
});
