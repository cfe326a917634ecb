// What all simulated sessions share: one disk, one clock, one source of chance.
import type { Random } from "../catalog/random.ts";
import type { BackupStore } from "./simulated-backups.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";
import type { Ids } from "./simulated-log.ts";

export type World = {
  readonly random: Random;
  readonly disk: SimulatedDisk;
  readonly ids: Ids;
  readonly backups: BackupStore;
  readonly calls: Map<string, { readonly prompt: string; readonly session: string }>;
  readonly root: string;
  readonly separator: string;
  readonly projectEnds: "lf" | "crlf";
};

export const names = ["a.txt", "b.ts", "c.md", "d.py", "src-e.ts", "f.json"] as const;

export const pathOf = ({ root, separator }: World, name: string): string => `${root}${separator}${name}`;
export const anyPath = (world: World): string => pathOf(world, world.random.pick(names));
