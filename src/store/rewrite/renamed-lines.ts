// A stretch of whole lines in a file -> the same lines under other ids, as many in one piece as the kernel can rename; the rest as they are.
import type { PassingLine, Renamed } from "../../reshape/index.ts";
import type { Kernel } from "../scan/kernel.ts";
import { type LineWindow, type Stretch, lineWindows, windowBytes } from "./line-windows.ts";

export type OwnIds = { readonly count: number; readonly ids: () => Iterable<string> };

/** Each of the three texts has so much room in the kernel. */
const textBytes = 512;

/** Tells the kernel how ids change, and which are the session's own; false where it cannot do it. */
export function tellRenaming(kernel: Kernel, { from, to, uuids, forkHead }: Renamed, own: OwnIds): boolean {
  const texts = [JSON.stringify(from), JSON.stringify(to), forkHead];
  if (texts.some((text) => !isAscii.test(text) || text.length > textBytes - longestId)) return false;
  const at = kernel.calls.renameTextsAt.value;
  for (const [nth, text] of texts.entries()) kernel.bytes.write(text, at + nth * textBytes, "latin1");
  const [fromLength = 0, toLength = 0, forkLength = 0] = texts.map(({ length }) => length);
  kernel.calls.beginRenaming(fromLength, toLength, forkLength);
  kernel.calls.beginOwnIds(own.count, uuids === "fresh" ? 1 : 0);
  kernel.refresh();
  const room = kernel.reserve(windowBytes);
  for (const some of someIds(own.ids())) kernel.calls.addOwnIds(room, room + kernel.bytes.write(some, room, "latin1"));
  return true;
}

/** Many in one text, each between two quotes; what is longer or spelled otherwise the kernel leaves to us in every line. */
function* someIds(ids: Iterable<string>): Generator<string, void, undefined> {
  let some: string[] = [];
  for (const id of ids) {
    if (id.length > longestId || !isAscii.test(id) || id.includes('"')) continue;
    some.push(id);
    if (some.length < idsAtOnce) continue;
    yield quoted(some);
    some = [];
  }
  if (some.length > 0) yield quoted(some);
}

const quoted = (ids: readonly string[]): string => `"${ids.join('"')}"`;
/** With `longestId` each, they have room. */
const idsAtOnce = 4096;

/** Gives the next line's number, which tells where it ended: see `lineWindows`. */
export function* renamedLines(
  kernel: Kernel,
  stretch: Stretch & Pick<Renamed, "nextFolder">,
): Generator<Uint8Array | PassingLine, number, undefined> {
  const { nextFolder } = stretch;
  let { number } = stretch;
  for (const window of lineWindows(kernel, stretch)) yield* pieces(window);
  return number;

  function* pieces(window: LineWindow): Generator<Uint8Array | PassingLine, void, undefined> {
    const { stop } = window;
    for (let at = window.start; at < stop;) {
      const folder = nextFolder(kernel.bytes.subarray(at, stop), 0);
      // Up to the line that names the folder.
      const until = folder === -1 ? stop : kernel.bytes.lastIndexOf(lineFeed, at + folder) + 1;
      const sure = Math.max(at, until);
      while (at < sure) {
        const next = kernel.calls.renameLines(at, sure);
        kernel.refresh();
        const { renamedAt, renamedEnd, renamedLines: count } = kernel.calls;
        if (count.value > 0) yield kernel.bytes.subarray(renamedAt.value, renamedEnd.value);
        number += count.value;
        // Where its room was full it goes on; else this line is for others.
        at = next;
        if (next < sure && count.value === 0) {
          yield lineAt(next, window);
          at = behind(next);
        }
      }
      if (folder !== -1 && at < stop) {
        yield lineAt(at, window);
        at = behind(at);
      }
    }
  }

  function behind(start: number): number {
    return kernel.bytes.indexOf(lineFeed, start) + 1;
  }

  function lineAt(start: number, window: LineWindow): PassingLine {
    const feed = behind(start) - 1;
    const isCrLf = feed > start && kernel.bytes[feed - 1] === 0x0d;
    const line: PassingLine = {
      number,
      offset: window.offset + start - window.start,
      length: feed - start + 1,
      end: isCrLf ? "crlf" : "lf",
      bytes: kernel.bytes.subarray(start, isCrLf ? feed - 1 : feed),
    };
    number += 1;
    return line;
  }
}

const lineFeed = 0x0a;
/** The kernel knows the same number. */
const longestId = 200;
const isAscii = /^[\u0020-\u007f]*$/;
