// `clew drift`: types, subtypes, fields and shapes in real logs that the schema does not know, by client version.
import { existsSync, statSync } from "node:fs";
import { type Decoded, type Drift, entryShape, findDrift, stringField } from "../../format/index.ts";
import { WorldError, discover, namedFile, openLog } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import { grid } from "../grid.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf, sayError } from "../names.ts";

export type Flags = DirFlag & JsonFlag;

type Seen = Drift & {
  count: number;
  readonly versions: Set<string>;
  readonly example: { readonly path: string; readonly line: number };
};

export async function drift(io: Io, flags: Flags, place?: string): Promise<ExitCode> {
  const paths = pathsOf(io, flags, place);
  const seen = new Map<string, Seen>();
  let readable = 0;
  let fitting = 0;
  let failures = 0;
  for (const [index, path] of paths.entries()) {
    io.progress(`reading ${index + 1} of ${paths.length} files`);
    try {
      for (const { decoded, version } of readableLines(path)) {
        readable += 1;
        if (note(decoded, { seen, path, version })) fitting += 1;
      }
    } catch (error) {
      if (!(error instanceof WorldError) || paths.length === 1) throw error;
      sayError(io, error);
      failures += 1;
    }
  }
  const found = [...seen.values()].sort((a, b) => b.count - a.count);
  await print(io, flags, found);
  io.err(
    `${paths.length} files, ${readable} readable lines, ${fitting} fit the schema (${share(fitting, readable)} %)\n`,
  );
  return failures > 0 ? 2 : 0;
}

type Readable = Extract<Decoded, { kind: "entry" | "other" }>;

/** With the version of the client that wrote each, as far as the log names it. */
function* readableLines(path: string): Generator<{ readonly decoded: Readable; readonly version: string }> {
  const file = openLog(path);
  try {
    let version = "?";
    for (const decoded of file.decoded()) {
      if (decoded.kind !== "entry" && decoded.kind !== "other") continue;
      version = stringField(decoded.raw, "version") ?? version;
      yield { decoded, version };
    }
  } finally {
    file.close();
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? "100" : ((100 * part) / whole).toFixed(2));

/** Adds what is unknown about a line; true when the line fits the schema all the same. */
function note(
  decoded: Readable,
  { seen, path, version }: { readonly seen: Map<string, Seen>; readonly path: string; readonly version: string },
): boolean {
  const drifts = findDrift(entryShape, decoded.raw);
  for (const one of drifts) {
    const key = `${one.kind} ${one.path} ${one.detail}`;
    const known = seen.get(key) ?? {
      ...one,
      count: 0,
      versions: new Set<string>(),
      example: { path, line: decoded.line.number },
    };
    known.count += 1;
    known.versions.add(version);
    seen.set(key, known);
  }
  return drifts.every((one) => one.kind === "unknown-field" || one.kind === "unknown-variant");
}

function pathsOf(io: Io, flags: Flags, place: string | undefined): readonly string[] {
  if (place !== undefined && !existsSync(place))
    throw new WorldError("not-found", `no such file or folder: ${place}`, {
      hint: "name a folder of logs or a .jsonl file",
    });
  if (place !== undefined && !statSync(place).isDirectory()) return [namedFile(place)];
  const { sessions, agents } = discover(place === undefined ? homesOf(io, flags) : [place]);
  return [...sessions, ...agents].map((file) => file.path);
}

async function print(io: Io, { json }: Flags, found: readonly Seen[]): Promise<void> {
  if (json) {
    for (const { versions, ...one } of found) io.out(jsonLine({ ...one, versions: [...versions].sort() }));
    return;
  }
  if (found.length === 0) return io.out("nothing that is not known\n");
  const rows = found.map((one) => [
    { text: String(one.count) },
    { text: one.kind },
    { text: sanitizeLine(one.path) },
    { text: sanitizeLine(one.detail) },
    { text: sanitizeLine([...one.versions].sort().slice(0, 4).join(" ")) },
  ]);
  io.out(
    await grid(
      [
        { heading: "COUNT", align: "right" },
        { heading: "KIND", align: "left" },
        { heading: "WHERE", align: "left" },
        { heading: "WHAT", align: "left", flexible: true },
        { heading: "VERSIONS", align: "left" },
      ],
      rows,
      io.columns,
    ),
  );
}
