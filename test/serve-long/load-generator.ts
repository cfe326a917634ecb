// A process of its own: appends to many sessions and listens with many clients -> what was lost, repeated or late, as one line of JSON.
import { statSync } from "node:fs";
import process from "node:process";
import { append, loadHome } from "./load-home.ts";
import { audience } from "./load-listener.ts";

const [
  home = "",
  url = "",
  token = "",
  sessionText = "1000",
  rateText = "2000",
  clientText = "100",
  secondText = "10",
] = process.argv.slice(2);
const [sessionCount, rate, clients, seconds] = [sessionText, rateText, clientText, secondText].map(Number);
const tickMs = 10;
const histogramMs = 5000;

type Written = { readonly sizes: number[]; readonly times: number[]; size: number };

async function run(total: { sessions: number; rate: number; clients: number; seconds: number }): Promise<object> {
  const sessions = loadHome(home, total.sessions);
  const written = new Map<string, Written>(
    sessions.map(({ id, path }) => [id, { sizes: [], times: [], size: statSync(path).size }]),
  );
  const told = new Map<string, number>([...written].map(([id, { size }]) => [id, size]));
  const faults: string[] = [];
  const histogram = new Uint32Array(histogramMs);
  let heard = 0;
  const hearers = audience({
    url,
    token,
    onFrame({ logs, isFirst }) {
      const nowMs = performance.now();
      for (const { sessionId, from, to } of logs) {
        const one = written.get(sessionId);
        if (one === undefined) continue;
        if (isFirst) {
          if (told.get(sessionId) !== from) faults.push(`${sessionId}: ${from} after ${told.get(sessionId)}`);
          told.set(sessionId, to);
        }
        for (let at = one.sizes.findLastIndex((size) => size <= to); at >= 0 && (one.sizes[at] ?? 0) > from; at--) {
          const lateMs = Math.min(histogramMs - 1, Math.round(nowMs - (one.times[at] ?? 0)));
          histogram[lateMs] = (histogram[lateMs] ?? 0) + 1;
          heard += 1;
        }
      }
    },
  });
  // The daemon finds the new sessions first: they are told of as new, and from their beginning.
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const streams = await Promise.all(Array.from({ length: total.clients }, hearers.join));
  const startMs = performance.now();
  let appended = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total.rate * total.seconds, Math.floor(((performance.now() - startMs) * total.rate) / 1000));
      for (; appended < due; appended++) {
        const session = sessions[(appended * 7919) % sessions.length];
        const one = session && written.get(session.id);
        if (session === undefined || one === undefined) continue;
        one.size += append(session, one.sizes.length);
        one.sizes.push(one.size);
        one.times.push(performance.now());
      }
      if (appended < total.rate * total.seconds) return;
      clearInterval(timer);
      resolve();
    }, tickMs);
  });
  const tookSeconds = (performance.now() - startMs) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (const stream of streams) stream.destroy();
  const lost = [...written].filter(([id, { size }]) => told.get(id) !== size).length;
  const at = (share: number): number => percentile(histogram, heard * share);
  return {
    appended,
    heard,
    wanted: appended * total.clients,
    lost,
    faults: [...faults, ...hearers.faults()].slice(0, 10),
    tookSeconds,
    p50: at(0.5),
    p99: at(0.99),
    most: histogram.findLastIndex((count) => count > 0),
  };
}

function percentile(histogram: Uint32Array, wanted: number): number {
  let sum = 0;
  return histogram.findIndex((count) => (sum += count) >= wanted);
}

void run({ sessions: sessionCount ?? 0, rate: rate ?? 0, clients: clients ?? 0, seconds: seconds ?? 0 }).then(
  (told) => {
    process.stdout.write(`${JSON.stringify(told)}\n`);
    process.exit(0);
  },
);
