// A process of its own: a home and a cache folder -> the catalog brought up to date, or its lock held until it is killed.
import { setInterval } from "node:timers";
import { builtInSqlite } from "../../src/store/catalog/sqlite.ts";
import { tryLock } from "../../src/store/catalog/writer-lock.ts";
import { discover, openCatalog } from "../../src/store/index.ts";

const [verb = "", home = "", cacheDir = "", now = "0", batchBytes = ""] = process.argv.slice(2);
const nowMs = Number(now);

if (verb === "hold") {
  const sqlite = builtInSqlite();
  const lock = sqlite === undefined ? undefined : tryLock(sqlite, cacheDir);
  if (lock === undefined) process.exitCode = 2;
  // Named, so that it is not collected with its lock while the process stands.
  else setInterval(() => lock, 1000);
  process.stdout.write("held\n");
} else {
  const found = discover([home]);
  const options = batchBytes === "" ? {} : { batchBytes: Number(batchBytes) };
  process.stdout.write("ready\n");
  const catalog = await openCatalog({ cacheDir, dataDir: `${cacheDir}/data`, nowMs });
  if (!("unavailable" in catalog)) {
    await catalog.update(found, options);
    catalog.close();
  }
  process.stdout.write("done\n");
}
