// FILE, GiB and entries -> one giant session: node bench/giant.ts FILE [--gib N] [--entries M]
import { parseArgs } from "node:util";
import { writeGiantSession } from "./giant/session.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { gib: { type: "string", default: "4" }, entries: { type: "string", default: "1000000" } },
});
const [path] = positionals;
const gib = Number(values.gib);
const entries = Number(values.entries);
if (path === undefined || !(gib > 0) || !Number.isInteger(entries)) {
  process.stderr.write("usage: node bench/giant.ts FILE [--gib N] [--entries M]\n");
  process.exitCode = 2;
} else {
  const startMs = performance.now();
  const written = writeGiantSession(path, { bytes: gib * 2 ** 30, entries });
  const seconds = (performance.now() - startMs) / 1000;
  process.stdout.write(`${written.bytes} bytes, ${written.entries} entries\n`);
  process.stderr.write(`${seconds.toFixed(2)} s, ${(written.bytes / 1_048_576 / seconds).toFixed(0)} MB/s\n`);
}
