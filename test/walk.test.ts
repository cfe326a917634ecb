// Start here: the bytes of one small session -> lines -> entries -> session -> the rows people see.
import { expect, test } from "vitest";
import { decodeLine, splitLines } from "../src/format/index.ts";
import { buildSession, gatherLog } from "../src/graph/index.ts";
import { transcript } from "../src/view/index.ts";
import { call, craft, text } from "./craft.ts";

test("bytes become lines, lines entries, entries a session, and a session rows", () => {
  // A person asks; the model calls a tool, the client writes its result, the model answers; then the machine dies.
  const hand = craft();
  hand.prompt("What is in notes.md?");
  hand.reply([call("toolu_1", "Read", { file_path: "notes.md" })]);
  hand.result("toolu_1", { content: "buy milk" });
  hand.reply([text("It says: buy milk.")]);
  const bytes = Buffer.concat([hand.bytes(), Buffer.from('{"parentUuid":"e4","ty')]);

  // A log is bytes. Lines keep their place, and joined they are the file again: nothing is ever lost.
  const lines = [...splitLines([bytes])];
  expect(lines.map(({ number, offset }) => [number, offset])[0]).toEqual([1, 0]);
  expect(lines.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);

  // Each line is an entry, other (of unknown type), blank or damaged; reading never throws.
  const decoded = lines.map(decodeLine);
  expect(decoded.map(({ kind }) => kind)).toEqual(["entry", "entry", "entry", "entry", "damaged"]);

  // One pass gathers the log: entries with ids and parents, messages, totals. Content stays where it is.
  const log = gatherLog(decoded);
  const links = log.nodes.map(({ id, parent }) => `${parent ?? "root"} <- ${id ?? "?"}`);
  expect(links).toEqual(["root <- e1", "e1 <- e2", "e2 <- e3", "e3 <- e4"]);

  // The session is a result and its findings: turns (what was asked), rounds (one message each), calls with results.
  const read = ({ line }: { readonly line: number }) => {
    const found = decoded[line - 1];
    return found?.kind === "entry" ? found.raw : undefined;
  };
  const session = buildSession(log, { read });
  expect(session.turns.map(({ label, rounds }) => [label, rounds.length])).toEqual([["1", 2]]);
  expect(session.calls.map(({ name, line, resultLine }) => [name, line, resultLine])).toEqual([["Read", 2, 3]]);
  expect(session.findings.map(({ code, line }) => [code, line])).toEqual([["torn-tail", 5]]);

  // Rows are what a person sees: a call stands together with its result.
  const rows = [...transcript(session.path, session.turns, { session, read })];
  expect(rows.map((row) => `${row.line} ${row.kind}`)).toEqual(["1 turn", "2 call", "4 text"]);
  expect(rows[1]).toMatchObject({ name: "Read", summary: "notes.md", result: "buy milk", resultLine: 3 });
});
