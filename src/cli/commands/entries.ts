// `clew entries`: every line as the entry it holds; the entry itself is printed as it stands in the log, not written anew.
import { type Decoded, type JsonObject, jsonText, stringField } from "../../format/index.ts";
import { openLog } from "../../store/index.ts";
import { escapeJson, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { sessionPath, withProgress } from "../names.ts";

export type Flags = DirFlag & JsonFlag & { readonly type?: string };

export function entries(io: Io, flags: Flags, name: string): ExitCode {
  const file = openLog(sessionPath(io, flags, name), withProgress(io));
  let found = 0;
  try {
    for (const decoded of file.decoded()) {
      const type = decoded.kind === "entry" || decoded.kind === "other" ? decoded.type : undefined;
      if (flags.type !== undefined && type !== flags.type) continue;
      found += 1;
      io.out(flags.json ? escapeJson(jsonOf(decoded)) : textOf(decoded));
    }
    if (found > 0 || flags.type === undefined) return 0;
    io.err(`clew: no entry of type ${JSON.stringify(flags.type)} in ${sanitizeLine(file.path)}\n`);
    return 1;
  } finally {
    file.close();
  }
}

function jsonOf(decoded: Decoded): string {
  const { number, offset, length } = decoded.line;
  const head = { line: number, offset, length, kind: decoded.kind };
  switch (decoded.kind) {
    case "entry":
    case "other": {
      const facts = {
        ...head,
        type: decoded.type ?? null,
        uuid: stringField(decoded.raw, "uuid") ?? null,
        quirks: decoded.quirks,
      };
      return `${JSON.stringify(facts).slice(0, -1)},"entry":${textIn(decoded)}}\n`;
    }
    case "blank":
      return `${JSON.stringify(head)}\n`;
    case "damaged": {
      const facts = { ...head, damage: decoded.damage, objects: decoded.objects.length, quirks: decoded.quirks };
      return `${JSON.stringify(facts).slice(0, -1)},"recovered":[${decoded.objects.map(written).join(",")}]}\n`;
    }
  }
}

const decoder = new TextDecoder();

/** The line's own JSON: nesting of any depth, big numbers and doubled keys stay as they are. */
function textIn(decoded: Decoded): string {
  return decoded.line.bytes === undefined ? "null" : decoder.decode(decoded.line.bytes).trim();
}

/** Nesting too deep to be written again is left to the line's own bytes. */
const written = (object: JsonObject): string => jsonText(object) ?? "null";

function textOf(decoded: Decoded): string {
  const number = String(decoded.line.number).padStart(7);
  switch (decoded.kind) {
    case "entry":
    case "other": {
      const { raw } = decoded;
      const facts = [stringField(raw, "subtype"), stringField(raw, "timestamp"), stringField(raw, "uuid")].filter(
        (fact) => fact !== undefined,
      );
      return sanitizedRow([number, decoded.kind.padEnd(7), (decoded.type ?? "(no type)").padEnd(22), ...facts]);
    }
    case "blank":
      return sanitizedRow([number, "blank"]);
    case "damaged":
      return sanitizedRow([number, "damaged", decoded.damage, `${decoded.objects.length} objects recoverable`]);
  }
}

const sanitizedRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/^\s/.test(cell) ? cell : sanitizeLine(cell).padEnd(cell.length))).join("  ")}\n`;
