// What a dry run looked at -> a line on stderr where the real run would be refused now: somebody has it open, or there is no room.
import { type InUsePolicy, type Look, type World, WorldError, livenessNow, refuseInUse } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";

type Looked = { readonly look: Look; readonly policy: InUsePolicy };

/** A dry run only looks, and may look at a session in use; writing would be refused. */
export function sayInUse(io: Io, { look, policy }: Looked, world: World): void {
  sayRefusal(io, () => refuseInUse(livenessNow(look, world), look, policy));
}

export function sayRefusal(io: Io, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    io.err(`clew: without --dry-run this would be refused now: ${sanitizeLine(error.message)}\n`);
  }
}
