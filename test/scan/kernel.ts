// The kernel that the build made -> an instance with empty memory.
import { type Kernel, kernelModule, startKernel } from "../../src/store/scan/kernel.ts";

export function freshKernel(): Kernel {
  const module = kernelModule();
  if (module === undefined) throw new Error("this machine cannot run the scan kernel");
  return startKernel(module);
}
