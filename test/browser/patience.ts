// How busy the machine is -> by how much times may be longer than on a quiet one; they are printed in any case.
import { availableParallelism, loadavg } from "node:os";
import process from "node:process";

/** The load of the last minute does not show what began a second ago. */
const least = 3;

export function patience(): number {
  const [load = 0] = loadavg();
  return Math.max(least, Math.ceil((3 * load) / availableParallelism()));
}

export function tell(figure: string): void {
  process.stdout.write(`${figure} (patience ${patience()})\n`);
}
