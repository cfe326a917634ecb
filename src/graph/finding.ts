// The vocabulary of findings: a stable code, how bad it is, and where; a finding is data, never an exception.
import type { EntryId } from "../format/index.ts";

/** error: something is lost or the session will not resume whole; warning: a client copes, a naive reader does not. */
export type Severity = "error" | "warning" | "info";

export const findingCodes = {
  "damaged-line": "a line that cannot be read",
  "torn-tail": "the last line was cut off while it was written",
  "no-final-newline": "the file does not end with a line feed; older clients glue their next line to it",
  bom: "the file begins with a byte order mark; clients up to 2.0.36 lose the first line",
  crlf: "lines end with CR LF",
  "invalid-utf8": "bytes that are not UTF-8",
  "unknown-type": "entries of a type that this version does not know; they are kept",
  "dangling-parent": "a parent that is not in the file",
  "history-cut": "the chain breaks off; what stands before it is not sent on resume",
  cycle: "a chain of parents that runs in a circle",
  "self-parent": "an entry that is its own parent",
  "duplicate-uuid": "two different entries with the same uuid; the earlier one is not reached",
  "repeated-line": "the same entry written more than once",
  "missing-uuid": "chain entries without uuid",
  "missing-timestamp": "chain entries without a usable timestamp",
  "missing-message-id": "assistant entries without message.id; clients merge them into one",
  "parent-after-child": "a parent that stands behind its child in the file",
  "time-backwards": "timestamps that go backwards in the file",
  "second-root": "a further root that is not a compaction boundary",
  "orphan-call": "a tool call without a result",
  "orphan-result": "a tool result without its call",
  "duplicate-call": "the same tool call id in different messages",
  "duplicate-result": "more than one result for a call",
  "foreign-session": "entries that name another session",
  "snapshot-id-clash": "a file snapshot that shares its id with an entry that is no prompt",
  "reused-message-id": "one message.id on both sides of a prompt",
  "boundary-without-summary": "a compaction that is not followed by its summary",
  "outside-logical-parent": "a compaction whose earlier part is not in this file",
  "preserved-missing": "a compaction that preserves entries which are not in the file",
  "leaf-missing": "a last-prompt line that points to nothing",
  "no-conversation": "no entry that a client could resume from",
  "left-out": "most of what was said stands on branches that were left: it is kept in the log, and not sent on resume",
  "request-refused": "what would be sent breaks a rule of the Messages API",
} as const;

export type FindingCode = keyof typeof findingCodes;

export type Finding = {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Where it is seen first. */
  readonly line: number | undefined;
  readonly id: EntryId | undefined;
  /** How often; a finding stands for all places of its code and detail. */
  readonly count: number;
  readonly detail: string;
};

type Place = { readonly line?: number | undefined; readonly id?: EntryId | undefined; readonly detail?: string };

/** Gathers findings, one per code and detail, in the order in which they are first seen. */
export function findingList(): {
  readonly add: (code: FindingCode, severity: Severity, place: Place) => void;
  readonly all: () => readonly Finding[];
} {
  const found = new Map<string, Finding>();
  return {
    add(code, severity, { line, id, detail = "" }) {
      const key = `${code}\0${severity}\0${detail}`;
      const before = found.get(key);
      found.set(
        key,
        before === undefined ? { code, severity, line, id, count: 1, detail } : { ...before, count: before.count + 1 },
      );
    },
    all: () => [...found.values()],
  };
}
