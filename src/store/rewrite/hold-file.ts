// A file -> the same bytes at another place with the same time: by a second name where the disk allows, else by a copy that is safe on it.
import { systemCode } from "../world-error.ts";
import { changedMeanwhile, steadyChunks } from "./copies.ts";
import type { Disk } from "./disk.ts";
import { writeNewFile } from "./output-file.ts";
import { inTheWay, withoutLinks } from "./publish.ts";

export type Holding = {
  readonly from: string;
  /** A passing name: a copy that is cut short stands there. */
  readonly to: string;
  readonly sha256: string;
  readonly modifiedNs: bigint;
};

export function holdFile(disk: Disk, { from, to, sha256, modifiedNs }: Holding): void {
  try {
    disk.link(from, to);
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (code === "EEXIST") throw inTheWay(to, error);
    if (code !== "EXDEV" && !withoutLinks.has(code)) throw error;
    const written = writeNewFile(disk, to, steadyChunks(disk, from));
    if (written.sha256 !== sha256) throw changedMeanwhile(from);
    disk.setModified(to, modifiedNs);
  }
}
