// The name of an operation and a scratch home -> the operation done there once, by a process that a test may kill.
import { join } from "node:path";
import process from "node:process";
import { slugOf } from "../../src/format/index.ts";
import { type World, nodeWorld } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import type { ScratchHome } from "./rewrite-home.ts";
import { type Doing, isOperation, operations } from "./rewrite-operations.ts";

const [, , name = "", root = "", prepared = ""] = process.argv;
const home = join(root, "home");
const folder = join(home, "projects", slugOf("/home/ada/loom"));
// The second between two looks would be met by almost every kill.
const world: World = { ...nodeWorld(join(root, "data")), pause: () => undefined };
const scratch: ScratchHome = {
  root,
  home,
  folder,
  path: join(folder, `${sessionId}.jsonl`),
  world,
  remove: () => undefined,
};

if (!isOperation(name)) throw new Error(`no operation ${name}`);
const doing: Doing = operations[name];
process.stdout.write("begun\n");
doing.act(scratch, world, prepared);
process.stdout.write("done\n");
