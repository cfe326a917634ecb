// A scratch home -> its session cloned with a second thread, by a process that a test may kill.
import { join } from "node:path";
import process from "node:process";
import { slugOf } from "../../src/format/index.ts";
import { nodeWorld } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { cloneByThread } from "./rewrite-threaded.ts";

const [, , root = ""] = process.argv;
const home = join(root, "home");
const folder = join(home, "projects", slugOf("/home/ada/loom"));
// The second between two looks would be met by almost every kill.
const world = { ...nodeWorld(join(root, "data")), pause: () => undefined };
process.stdout.write("begun\n");
cloneByThread({ root, home, folder, path: join(folder, `${sessionId}.jsonl`), world, remove: () => undefined }, world);
process.stdout.write("done\n");
