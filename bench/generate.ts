// DIR, size and seed -> a session tree on disk and its truth on stdout: node bench/generate.ts DIR --size-mb N --seed S [--json]
import { parseArgs } from "node:util";
import { generateTree } from "./generate/tree.ts";

const usage = "usage: node bench/generate.ts DIR [--size-mb N] [--seed S] [--json]";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "size-mb": { type: "string", default: "16" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});
const [dir] = positionals;
const sizeMb = Number(values["size-mb"]);
const seed = Number(values.seed);
if (dir === undefined || !(sizeMb > 0) || !Number.isInteger(seed)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const startMs = performance.now();
  const truth = generateTree({ dir, sizeBytes: sizeMb * 1_048_576, seed });
  const seconds = (performance.now() - startMs) / 1000;
  const mb = truth.bytes / 1_048_576;
  if (values.json) process.stdout.write(`${JSON.stringify(truth)}\n`);
  else
    process.stdout.write(
      `${mb.toFixed(1)} MB, ${truth.sessions} sessions, ${truth.agentFiles} agent files, ${truth.lines} lines\n`,
    );
  process.stderr.write(`${seconds.toFixed(2)} s, ${(mb / seconds).toFixed(0)} MB/s\n`);
}
