// The bytes of a line and new values for places in it -> the line with only those bytes changed; the rest is verbatim.
import type { Json } from "./json.ts";
import { type Path, locator } from "./locate.ts";
import { patched } from "./patch.ts";
import { unwritable } from "./unwritable.ts";

export type Edit = { readonly path: Path; readonly value: Json };
export type Spliced =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** Nothing was changed: paths that do not exist, that overlap another edit's place, or values that cannot be written. */
  | {
      readonly ok: false;
      readonly missing: readonly Path[];
      readonly overlapping: readonly Path[];
      readonly unwritable: readonly string[];
    };

export function splice(bytes: Uint8Array, edits: readonly Edit[]): Spliced {
  const locate = locator(bytes);
  const places = edits.map((edit) => ({ edit, range: locate(edit.path) }));
  const missing = places.flatMap(({ edit, range }) => (range === undefined ? [edit.path] : []));
  const found = places.flatMap(({ edit, range }) => (range === undefined ? [] : [{ edit, range }]));
  found.sort((a, b) => a.range.start - b.range.start);
  const overlapping = found.flatMap(({ edit, range }, index) => {
    const before = found[index - 1];
    return before !== undefined && range.start < before.range.end ? [edit.path] : [];
  });
  const problems = edits.flatMap((edit) => unwritable(edit.value));
  if (missing.length + overlapping.length + problems.length > 0)
    return { ok: false, missing, overlapping, unwritable: problems };
  return {
    ok: true,
    bytes: patched(
      bytes,
      found.map(({ edit, range }) => ({ ...range, text: JSON.stringify(edit.value) })),
    ),
  };
}
