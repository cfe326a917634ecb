// What a command was given of the world -> all that writing needs: disk, data folder, clock, chance, processes.
import { type World, nodeWorld } from "../../store/index.ts";
import type { Io } from "../io.ts";

export const worldOf = ({ world, dataDir }: Pick<Io, "world" | "dataDir">): World => world ?? nodeWorld(dataDir);
