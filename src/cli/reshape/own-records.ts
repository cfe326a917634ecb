// What clew keeps of its own operations -> whatever is asked of it; a data folder that cannot be read is said in one line.
import { type World, WorldError, systemCode } from "../../store/index.ts";
import type { Io } from "../io.ts";
import { worldOf } from "./world.ts";

export function ownRecords<T>(io: Pick<Io, "dataDir" | "world">, read: (world: World) => T): T {
  try {
    return read(worldOf(io));
  } catch (error) {
    const code = systemCode(error);
    if (error instanceof WorldError || code === undefined) throw error;
    throw new WorldError("not-readable", `cannot read what clew keeps in ${io.dataDir}: ${code}`, {
      hint: "check the owner and mode of that folder",
      cause: error,
    });
  }
}
