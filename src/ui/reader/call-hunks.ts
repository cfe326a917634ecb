// A call that changes a file -> what it changed, as hunks: from its result where that tells it, else from its input.
import { count, fieldsOf, list, maybeText, text } from "../api/fields.ts";
import type { Hunk, Row } from "../api/rows.ts";
import { hunksBetween } from "../text/line-diff.ts";

const known = new WeakMap<Row, readonly Hunk[]>();

export function callHunks(row: Row): readonly Hunk[] {
  const found = known.get(row) ?? makeHunks(row);
  known.set(row, found);
  return found;
}

function makeHunks(row: Row): readonly Hunk[] {
  if (row.patch.length > 0) return row.patch;
  const input = fieldsOf(row.input);
  switch (row.name) {
    case "Edit":
      return hunksOfEdit(input);
    case "MultiEdit":
      return list(input, "edits", hunksOfEdit).flat();
    case "Write": {
      const content = maybeText(input, "content") ?? "";
      const lines = content.replace(/\n$/, "").split("\n");
      return content === "" ? [] : [{ oldStart: 0, newStart: 1, lines: lines.map((line) => `+${line}`) }];
    }
    default:
      return [];
  }
}

function hunksOfEdit(edit: unknown): readonly Hunk[] {
  const fields = fieldsOf(edit);
  const [before, after] = [text(fields, "old_string"), text(fields, "new_string")];
  const start = count(fields, "line");
  return before === after
    ? []
    : hunksBetween(before, after).map((hunk) => ({ ...hunk, oldStart: start, newStart: start }));
}
