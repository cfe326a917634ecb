// A process that scans once and ends -> one that spends less on its own code and memory; a matter of the engine, never of the result.
import { setFlagsFromString } from "node:v8";

/** From here on there is a compiler between the plain one and the best one. */
const firstWithMiddle = 24;

/**
 * The kernel does the work: what is left is over before the engine's best compiler has paid for itself. Measured on a
 * tree of 1 GB and two processors, it takes an eighth of all time, from the very processors that scan. Not before Node's
 * own modules are there: code that was compiled under other flags is not taken over, but compiled again.
 */
export function compileLightly(): void {
  if (Number.parseInt(process.versions.node, 10) >= firstWithMiddle) setFlagsFromString("--no-turbofan");
  // Next to nothing dies young here: what is new need not have more room than at the start.
  setFlagsFromString("--semi-space-growth-factor=1");
}
