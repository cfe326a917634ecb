// The path of a session -> whether `clew repair` would change something about it; nothing is written.
import { isIdlePlan, planRepair } from "../../reshape/index.ts";
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
      const { plan } = planned(planRepair(opened.source, supplyOf(world)));
      return !isIdlePlan(plan) && !isWithoutEntries(opened, plan);
    } finally {
      opened.close();
    }
  } catch (error) {
    // What cannot be opened as a source cannot be repaired either.
    if (!(error instanceof WorldError)) throw error;
    return false;
  }
}
