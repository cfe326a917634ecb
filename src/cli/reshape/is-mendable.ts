// The path of a session -> whether `clew repair` would change something about it; nothing is written.
import { needsRepair, planRepair } from "../../reshape/index.ts";
import { WorldError, openSource } from "../../store/index.ts";
import type { Io } from "../io.ts";
import { planned } from "./planned.ts";
import { isWithoutEntries, supplyOf } from "./reshaping.ts";
import { worldOf } from "./world.ts";

export function isMendable(io: Pick<Io, "world" | "dataDir">, path: string): boolean {
  const world = worldOf(io);
  try {
    const opened = openSource(path, world);
    try {
      const { source } = opened;
      if (!needsRepair(source, supplyOf(world))) return false;
      if (source.session.log.nodes.length > 0) return true;
      return !isWithoutEntries(opened, planned(planRepair(source, supplyOf(world))).plan);
    } finally {
      opened.close();
    }
  } catch (error) {
    // What cannot be opened as a source cannot be repaired either.
    if (!(error instanceof WorldError)) throw error;
    return false;
  }
}
