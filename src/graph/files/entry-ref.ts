// An event and a part of its entries -> where that text is read from.
import type { FileEvent } from "./evidence.ts";
import type { LineEnds } from "./line-end.ts";
import type { ContentRef, TextPart } from "./version.ts";

export function entryRef(
  event: FileEvent,
  part: TextPart,
  lost: { readonly ends?: LineEnds | undefined; readonly mark?: boolean } = {},
): ContentRef {
  return {
    from: "entry",
    at: event.at,
    call: event.call,
    part,
    deed: event.act.kind === "shell" ? event.act.part : 0,
    ends: lost.ends,
    mark: lost.mark === true,
  };
}
