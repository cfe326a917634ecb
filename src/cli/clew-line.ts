// Words of a clew command -> the line to paste, called as the person called clew.
import { commandLine } from "../view/index.ts";
import type { Io } from "./io.ts";

/** The placeholder replaces a word that cannot be printed. */
export function clewLine({ command }: Pick<Io, "command">, words: readonly string[], placeholder?: string): string {
  return commandLine([...command.split(" "), ...words], placeholder);
}
