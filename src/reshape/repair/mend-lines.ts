// The lines of a source -> the first view: readable lines as they are, and of damaged ones every entry that can be saved.
import { type Decoded, type JsonObject, blocksOf, field, objectField, stringField } from "../../format/index.ts";
import type { Source } from "../plan.ts";
import { loreOf } from "./fit.ts";
import { type Item, type View, partOf, salvaged, wholeLine } from "./item.ts";
import type { Journal } from "./journal.ts";
import { type Wreck, salvage } from "./salvage.ts";
import { type Spread, withSpreadEntries } from "./spread-entries.ts";

export function mendLines(source: Source, journal: Journal): View {
  const view: Item[] = [];
  const wrecks: Wreck[] = [];
  const answered = new Set<string>();
  let isHead = true;
  let last: JsonObject | undefined;
  const read = (raw: JsonObject): void => {
    isHead = false;
    noteAnswers(raw, answered);
    if (field(raw, "cwd") !== undefined) last = raw;
  };
  for (const decoded of withSpreadEntries(source.lines(1, source.session.log.tally.lines))) {
    if (decoded.kind === "spread") {
      read(decoded.raw);
      view.push(joined(decoded, journal));
      continue;
    }
    const { line } = decoded;
    if (decoded.kind === "damaged" && decoded.damage !== "too-long" && !(isHead && decoded.damage === "comment")) {
      const { bytes } = line;
      if (bytes === undefined) continue;
      if (isHead && decoded.damage !== "comment") isHead = false;
      if (decoded.damage === "comment") dropComment(line.number, journal);
      else
        wrecks.push({
          line: line.number,
          at: view.length,
          bytes,
          isTail: line.end === "none",
          envelope: last && envelopeOf(last),
        });
      continue;
    }
    if (decoded.kind === "entry" || decoded.kind === "other") read(decoded.raw);
    view.push(itemOf(decoded, journal));
  }
  return wrecks.length === 0 ? view : salvage({ view, wrecks, answered, lore: loreOf(source.session.log), journal });
}

function joined({ raw, lines }: Spread, journal: Journal): Item {
  const [first = 1] = lines;
  for (const line of lines) journal.note(line, "spread over several lines", "told");
  journal.step("spread", "Entries that were spread over several lines stand on one line each again.", first);
  return salvaged(raw, first);
}

/** What a line that lost it takes over from the one before. */
function envelopeOf(raw: JsonObject): JsonObject {
  return Object.fromEntries(
    envelopeKeys.flatMap((key) => {
      const value = field(raw, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

const envelopeKeys = ["isSidechain", "agentId", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch"];

function dropComment(line: number, journal: Journal): void {
  journal.note(line, "a comment", "set-aside");
  journal.step("comment", "A comment was taken out: clients and other readers expect JSON on every line.", line);
}

function noteAnswers(raw: JsonObject, answered: Set<string>): void {
  if (stringField(raw, "type") !== "user") return;
  for (const block of blocksOf(field(objectField(raw, "message") ?? {}, "content")))
    if (block.type === "tool_result" && block.callId !== undefined) answered.add(block.callId);
}

function itemOf({ kind, line, quirks }: Decoded, journal: Journal): Item {
  const { number, bytes, end } = line;
  const hasBom = quirks.includes("bom");
  if (bytes === undefined || kind === "blank" || (end === "lf" && !hasBom)) return wholeLine(number);
  if (hasBom) journal.step("bom", "The byte order mark at the beginning of the file was taken out.", number);
  if (end === "crlf") journal.step("crlf", "Lines that ended with CR LF end with LF.", number);
  if (end === "none") journal.step("final-newline", "The last line got the line feed that it lacked.", number);
  return partOf(number, { start: hasBom ? marksEnd(bytes) : 0, end: inkEnd(bytes) });
}

/** A file may have been given its mark more than once. */
function marksEnd(bytes: Uint8Array): number {
  let end = 0;
  while (bytes[end] === 0xef && bytes[end + 1] === 0xbb && bytes[end + 2] === 0xbf) end += 3;
  return end;
}

/** A line may have been given its CR more than once. */
function inkEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (bytes[end - 1] === 0x0d) end -= 1;
  return end;
}
