// An open session -> the scale of its tokens as a planner takes it; nothing where its log has no count to go by.
import { contextScale } from "../../find/index.ts";
import type { ContextScale } from "../../graph/index.ts";
import type { OpenSource } from "../../store/index.ts";

export function scaleOf(opened: OpenSource): { readonly scale?: ContextScale } {
  const scale = contextScale(opened);
  return scale === undefined ? {} : { scale };
}
