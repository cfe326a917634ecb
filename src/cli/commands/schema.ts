// `clew schema`: the JSON Schema of every entry that this version knows.
import { entryShape, schemaVersion, toJsonSchema } from "../../format/index.ts";
import type { ExitCode, Io } from "../io.ts";

export type Flags = Readonly<Record<never, never>>;

export function schema(io: Io): ExitCode {
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:clew:session-log-entry:${schemaVersion}`,
    title: "One line of a Claude Code session log",
    description:
      "Known fields have exact types at every depth; unknown fields are allowed everywhere; unknown entry types are not.",
    version: schemaVersion,
    ...toJsonSchema(entryShape),
  };
  io.out(`${JSON.stringify(document, undefined, 2)}\n`);
  return 0;
}
