// The table of files, packed -> whether a file has changed and how far it is covered; a file that has not is never made an object.
import type { FileFacts } from "../discover.ts";
import { checksum } from "./checksum.ts";
import { type KnownFile, knownFileOf } from "./file-row.ts";
import { isRow, numberIn, textIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

export type FileTable = {
  readonly size: number;
  /** False when it had to be gathered row by row, which takes five times as long. */
  readonly isPacked: boolean;
  /** Whether the catalog holds a file just as it is now. */
  readonly isCurrent: (file: FileFacts) => boolean;
  readonly id: (path: string) => number | undefined;
  /** Bytes of whole lines in the catalog; undefined for a file that is not in it. */
  readonly covered: (path: string) => number | undefined;
  readonly get: (path: string) => KnownFile | undefined;
  readonly paths: readonly string[];
};

/** One after the other, each for all files. */
const columns = ["id", "device", "inode", "size", "modified", "covered"] as const;

type Packed = { readonly paths: readonly string[]; readonly numbers: Float64Array };

export function readTable(database: Database): FileTable {
  const packed = packedIn(database);
  return tableOf(database, packed ?? gathered(database), packed === undefined ? "gathered" : "packed");
}

/** By the only writer, when all that it wrote is in. */
export function packTable(database: Database): void {
  const { paths, numbers } = gathered(database);
  const names = Buffer.from(paths.join(separator));
  const bytes = new Uint8Array(numbers.buffer);
  database.exec("BEGIN IMMEDIATE; DELETE FROM packed");
  database
    .prepare("INSERT INTO packed (changes, sum, paths, numbers) SELECT changes, ?, ?, ? FROM state")
    .run(checksum(names, bytes), names, bytes);
  database.exec("COMMIT");
}

/** In no path. */
const separator = "\0";

/** What was packed before the last change, or has changed by itself, is worth nothing. */
function packedIn(database: Database): Packed | undefined {
  const row = database.prepare("SELECT sum, paths, numbers FROM packed JOIN state USING (changes)").get();
  if (!isRow(row) || !(row["paths"] instanceof Uint8Array) || !(row["numbers"] instanceof Uint8Array)) return undefined;
  if (row["sum"] !== checksum(row["paths"], row["numbers"])) return undefined;
  const text = Buffer.from(row["paths"].buffer, row["paths"].byteOffset, row["paths"].length).toString();
  const paths = text === "" ? [] : text.split(separator);
  const numbers = new Float64Array(row["numbers"].slice().buffer);
  return numbers.length === paths.length * columns.length ? { paths, numbers } : undefined;
}

function gathered(database: Database): Packed {
  const rows = database.prepare(`SELECT path, ${columns.join(", ")} FROM file ORDER BY id`).all();
  const numbers = new Float64Array(rows.length * columns.length);
  rows.forEach((row, at) => {
    columns.forEach((column, place) => (numbers[place * rows.length + at] = numberIn(row, column)));
  });
  return { paths: rows.map((row) => textIn(row, "path")), numbers };
}

function tableOf(database: Database, { paths, numbers }: Packed, source: "packed" | "gathered"): FileTable {
  const size = paths.length;
  const places = new Map<string, number>();
  for (let at = 0; at < size; at++) places.set(paths[at] ?? "", at);
  const column = (name: (typeof columns)[number]): Float64Array => {
    const start = columns.indexOf(name) * size;
    return numbers.subarray(start, start + size);
  };
  const [ids, covered, sizes] = [column("id"), column("covered"), column("size")];
  const [devices, inodes, times] = [column("device"), column("inode"), column("modified")];
  const id = (path: string): number | undefined => ids[places.get(path) ?? -1];
  return {
    size,
    isPacked: source === "packed",
    isCurrent({ realPath, sizeBytes, modifiedMs, device, inode }) {
      const at = places.get(realPath) ?? -1;
      return sizes[at] === sizeBytes && times[at] === modifiedMs && inodes[at] === inode && devices[at] === device;
    },
    id,
    covered: (path) => covered[places.get(path) ?? -1],
    get(path) {
      const known = id(path);
      return known === undefined ? undefined : knownFileOf(database, known);
    },
    paths,
  };
}
