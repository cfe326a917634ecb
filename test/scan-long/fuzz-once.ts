// Arguments: a kernel, a seed, a number of lines -> exit code 1 at the first breach of the law; a process of its own, for a broken kernel may never end.
import { readFileSync } from "node:fs";
import { startKernel } from "../../src/store/scan/kernel.ts";
import { compileModule } from "../../src/store/scan/wasm.ts";
import { fuzz } from "../scan/fuzz.ts";

const [path = "", seed = "1", lines = "1000"] = process.argv.slice(2);
const module = compileModule(readFileSync(path));
if (module === undefined) throw new Error(`no kernel: ${path}`);
const { breach } = fuzz(startKernel(module), Number(seed), Number(lines));
process.exitCode = breach === undefined ? 0 : 1;
