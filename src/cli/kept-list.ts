// Sessions that are kept -> the table of them, and the same as JSON; their copies are read for titles and folders.
import { sessionWords } from "../find/index.ts";
import type { KeptSession } from "../store/index.ts";
import { formatAge, formatBytes, sanitizeLine } from "../view/index.ts";
import { type Cell, type Column, grid } from "./grid.ts";
import type { Io } from "./io.ts";
import { isoTime } from "./json-line.ts";
import { ownTitles } from "./own-titles.ts";
import { painter } from "./paint.ts";
import { lastPart } from "./search-text.ts";
import { idLength } from "./session-list.ts";

export type TitledCopy = KeptSession & { readonly title: string; readonly cwd: string | undefined };

export function titledCopies(io: Io, kept: readonly KeptSession[]): readonly TitledCopy[] {
  const words = sessionWords(undefined);
  const titles = ownTitles(io);
  return kept.map((one, at) => {
    io.progress(`reading ${at + 1} of ${kept.length}`);
    const { title, cwd } = words(one.copy);
    return { ...one, title: titles.get(one.sessionId) ?? title, cwd };
  });
}

const columns: readonly Column[] = [
  { heading: "ID", align: "left" },
  { heading: "KEPT", align: "right" },
  { heading: "LOG", align: "left" },
  { heading: "FILES", align: "right", drop: 3 },
  { heading: "SIZE", align: "right", drop: 1 },
  { heading: "PROJECT", align: "left", drop: 2 },
  { heading: "TITLE", align: "left", flexible: true },
];

export function keptTable(io: Io, copies: readonly TitledCopy[]): Promise<string> {
  const paint = painter(io);
  const shownId = idLength(copies.map(({ sessionId }) => sessionId));
  const cells = ({ sessionId, keptMs, isThere, files, totalBytes, cwd, title }: TitledCopy): readonly Cell[] => [
    { text: sessionId.slice(0, shownId), paint: (text) => paint("dim", text) },
    { text: formatAge(keptMs, io.nowMs) },
    { text: isThere ? "there" : "gone", paint: (text) => paint(isThere ? "good" : "warning", text) },
    { text: String(files) },
    { text: formatBytes(totalBytes) },
    { text: sanitizeLine(cwd === undefined ? "?" : lastPart(cwd)) },
    { text: sanitizeLine(title === "" ? "(no title)" : title), paint: (text) => paint("title", text) },
  ];
  return grid(columns, copies.map(cells), io.columns);
}

export function keptJson({ sessionId, folder, path, sizeBytes, files, ...more }: TitledCopy): object {
  const { totalBytes, keptMs, isThere, title, cwd } = more;
  return { sessionId, folder, path, sizeBytes, files, totalBytes, kept: isoTime(keptMs), isThere, title, cwd };
}
