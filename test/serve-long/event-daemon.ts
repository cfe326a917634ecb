// A daemon in a process of its own, started with --expose-gc, that reports its memory after a collection.
import process from "node:process";
import { nodeClock } from "../../src/live/index.ts";
import { jsonAnswer, startDaemon } from "../../src/serve/index.ts";
import { nodeProcesses } from "../../src/store/index.ts";

const [home = "", dataDir = ""] = process.argv.slice(2);

const daemon = await startDaemon({
  homes: [home],
  host: "127.0.0.1",
  port: 0,
  version: "0",
  demo: false,
  pages: dataDir,
  actions: "none",
  clock: nodeClock,
  processes: nodeProcesses(),
  dataDir,
  startLane() {
    let take: (said: unknown) => void = () => undefined;
    return {
      send: ({ id }) => take({ id, answer: jsonAnswer(JSON.stringify({ unavailable: "not in this test" })) }),
      onSaid(use) {
        take = use;
      },
      onEnd: () => undefined,
      end: () => Promise.resolve(),
    };
  },
  onFailure(error) {
    throw error;
  },
});
await daemon.ready;
process.on("message", () => {
  for (let times = 0; times < 3; times++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heapUsed: heapUsed + external });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ url: daemon.url, token: daemon.token, port: daemon.port });
