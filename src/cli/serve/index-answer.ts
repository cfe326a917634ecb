// The homes of this moment -> the index brought up to date with them, told as it goes; without one, why there is none, and whether for good.
import type { Progress } from "../../serve/index.ts";
import { CatalogFailure, type Discovered, discover, openCatalog } from "../../store/index.ts";
import type { LaneSettings } from "./lane-io.ts";

export async function updateIndex(settings: LaneSettings, nowMs: number, onProgress: Progress): Promise<string> {
  const { homes, cacheDir, dataDir } = settings;
  const catalog = await openCatalog({ cacheDir, dataDir, nowMs });
  if ("unavailable" in catalog)
    return JSON.stringify(catalog.isForGood === true ? catalog : { failed: catalog.unavailable });
  try {
    const found = discover(homes);
    const report = await catalog.update(found, { homes, onProgress, reach: "homes" });
    const { pendingBytes, isWriter } = report;
    return JSON.stringify({ coveredBytes: Math.max(0, bytesOf(found) - pendingBytes), pendingBytes, isWriter });
  } catch (error) {
    if (!(error instanceof CatalogFailure)) throw error;
    return JSON.stringify({ failed: error.message });
  } finally {
    catalog.close();
  }
}

const bytesOf = ({ sessions, agents, outputs }: Discovered): number =>
  [...sessions, ...agents, ...outputs].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
