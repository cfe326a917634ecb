// A job -> its result as it would be, for looking at only: written to a passing file of clew's own and removed again, whatever happens.
import { dirname, join } from "node:path";
import { ownOwner } from "../liveness-process.ts";
import { mainPath } from "../session-place.ts";
import { cleanUpRehearsals, rehearsalFolder } from "./clean-up.ts";
import { makeFolders, missingFolders } from "./folders.ts";
import { storeIntent } from "./intent.ts";
import { takeBack } from "./operation.ts";
import { writeNewFile } from "./output-file.ts";
import { resultBytes } from "./result-bytes.ts";
import type { ResultJob } from "./rewrite-job.ts";
import { type OpenSource, openAs } from "./source.ts";
import { refuseWithoutSpace } from "./space.ts";
import type { World } from "./world.ts";
import { told } from "./write-error.ts";

/** A plan renders only once: what was rehearsed is planned anew before it is written. */
export function rehearse<T>(job: ResultJob, world: World, look: (after: OpenSource) => T): T {
  return told("rehearse", () => {
    cleanUpRehearsals(world);
    const { disk } = world;
    const op = world.newUuid();
    const temp = join(rehearsalFolder(world), `.clew-${op.slice(0, 8)}.tmp`);
    const bytes = job.sources.reduce((sum, { opened }) => sum + opened.sizeBytes, 0);
    refuseWithoutSpace(disk, [{ folder: world.dataDir, bytes }]);
    const intent = {
      op,
      owner: ownOwner(world.processes),
      startedMs: world.nowMs(),
      mains: [],
      files: [{ path: temp, temp }],
      folders: missingFolders(disk, dirname(temp)),
      takes: [],
      emptied: [],
    };
    try {
      storeIntent(world, intent);
      makeFolders(disk, dirname(temp));
      writeNewFile(disk, temp, resultBytes(job));
      const after = openAs(temp, { path: mainPath(job.target) }, world);
      try {
        return look(after);
      } finally {
        after.close();
      }
    } finally {
      takeBack(world, intent, () => true);
    }
  });
}
