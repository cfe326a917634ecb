// A planner's answer -> its plan, or its complaint as an error of the world, with what might have been meant.
import type { Refused } from "../../reshape/index.ts";
import { WorldError } from "../../store/index.ts";
import { formatWhole } from "../../view/index.ts";

export function planned<T extends { readonly ok: true }>(answer: T | Refused): T {
  if (answer.ok) return answer;
  const { problem, choices, more, hint = "see the session with `clew show`" } = answer;
  throw new WorldError("bad-argument", problem, {
    hint:
      choices.length === 0
        ? hint
        : `choose from ${choices.join(", ")}${more === undefined ? "" : ` and ${formatWhole(more)} more`}`,
  });
}
