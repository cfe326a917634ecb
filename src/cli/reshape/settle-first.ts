// Settles what killed runs left, before a command that writes looks for its session.
import { cleanUp } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { worldOf } from "./world.ts";

/** Sessions that a killed run moved or made are then where they belong, and its operation is in the history. */
export function settleFirst(io: Io): void {
  for (const { why } of cleanUp(worldOf(io)).left)
    io.err(`clew: cannot settle what a killed run left: ${sanitizeLine(why)}\n`);
}
