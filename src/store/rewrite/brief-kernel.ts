// The compiled kernel -> an instance of it that makes briefs, with the word that marks shortened texts; undefined where it cannot run.
import { type Kernel, kernelModule, startKernel } from "../scan/kernel.ts";
import { outlineNonce } from "./outline.ts";

export function startBriefs(): Kernel | undefined {
  const module = kernelModule();
  if (module === undefined) return undefined;
  const kernel = startKernel(module);
  kernel.bytes.write(outlineNonce, kernel.calls.briefNonceAt.value, "latin1");
  return kernel;
}
