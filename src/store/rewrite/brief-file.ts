// An open log -> its entries as a graph wants them: long texts cut short, what it does not ask for left out; by a kernel where one runs.
import { isUtf8 } from "node:buffer";
import { type Decoded, type JsonObject, isObject } from "../../format/index.ts";
import type { PassingLine, Renamed } from "../../reshape/index.ts";
import type { Kernel } from "../scan/kernel.ts";
import { startBriefs } from "./brief-kernel.ts";
import { type Passing, briefPass, plainPass } from "./brief-pass.ts";
import { briefRows } from "./brief-rows.ts";
import type { Stretch } from "./line-windows.ts";
import { passingLines } from "./passing-lines.ts";
import type { SourceRange } from "./pieces.ts";
import { type OwnIds, renamedLines, tellRenaming } from "./renamed-lines.ts";

export type BriefFile = {
  /** All lines, decoded from their briefs. */
  readonly pass: (passing: Omit<Passing, "read">) => Generator<Decoded, void, undefined>;
  /** The entry at this place once more; undefined where only the whole line tells. */
  readonly at: (place: SourceRange) => JsonObject | undefined;
  /** Lines for passing on, as far as this can give them; undefined where it never can. */
  readonly lines: (stretch: Omit<Stretch, "read">) => Generator<PassingLine, number, undefined> | undefined;
  /** The same under other ids; undefined where nothing here can rename. */
  readonly renamer: (wanted: Renamed, own: OwnIds) => RenameStretch | undefined;
};

export type RenameStretch = (stretch: Omit<Stretch, "read">) => ReturnType<typeof renamedLines>;

/** `plain`: as if no kernel ran, for comparing. */
export type BriefMeans = "kernel" | "plain";

/** Longer lines are few: they are read whole. */
const maxLineBytes = 1024 * 1024;

export function briefFile(read: Passing["read"], means: BriefMeans): BriefFile {
  const start = (): Kernel | undefined => (means === "kernel" ? startBriefs() : undefined);
  const kernelNow = once(start);
  // Another one: whoever passes lines on may look something up meanwhile.
  const passingKernel = once(start);
  return {
    pass(passing) {
      const kernel = kernelNow();
      return kernel === undefined ? plainPass({ ...passing, read }) : briefPass(kernel, { ...passing, read });
    },
    at({ offset, length }) {
      const kernel = length > maxLineBytes ? undefined : kernelNow();
      if (kernel === undefined) return undefined;
      kernel.calls.endGists();
      const start = kernel.reserve(length + 1);
      const bytes = kernel.bytes.subarray(start, start + length);
      if (read(bytes, offset) !== length || bytes[length - 1] !== lineFeed || !isUtf8(bytes)) return undefined;
      for (const { isGood, brief, briefEnd } of briefRows(kernel, start, start + length)) {
        const raw: unknown = isGood ? JSON.parse(kernel.bytes.toString("utf8", brief, briefEnd)) : undefined;
        return isObject(raw) ? raw : undefined;
      }
      return undefined;
    },
    lines(stretch) {
      const kernel = passingKernel();
      return kernel && passingLines(kernel, { ...stretch, read });
    },
    renamer(wanted, own) {
      const kernel = start();
      if (kernel === undefined || !tellRenaming(kernel, wanted, own)) return undefined;
      const { nextFolder } = wanted;
      return (stretch) => renamedLines(kernel, { ...stretch, read, nextFolder });
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const lineFeed = 0x0a;
