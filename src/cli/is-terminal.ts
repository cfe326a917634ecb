// A descriptor -> whether a person sits behind it; what cannot be a terminal is told without loading what knows terminals.
import { fstatSync, statSync } from "node:fs";
import { devNull, platform } from "node:os";
import process from "node:process";
import { systemCode } from "./system-code.ts";

export function isTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (platform() !== "win32" && (!stats.isCharacterDevice() || stats.rdev === statSync(devNull).rdev)) return false;
  } catch (error) {
    // Closed before we began.
    if (systemCode(error) === undefined) throw error;
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}
