// Entries that say all they said in another shape than clients write -> in that shape; nothing that was said changes.
import type { Bench } from "./bench.ts";
import type { Survey } from "./survey.ts";

export function mendShapes({ odd }: Survey, bench: Bench): void {
  for (const { at, shapes } of odd)
    for (const { code, text, changes } of shapes) {
      bench.change(at, ...changes);
      bench.step(code, text, at);
    }
}
