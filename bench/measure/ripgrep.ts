// This machine -> a ripgrep to compare with: the system's, else the one in node_modules, else none.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { runChild } from "./child.ts";

export type Ripgrep = { readonly path: string; readonly version: string };

export async function findRipgrep(): Promise<Ripgrep | undefined> {
  for (const path of ["rg", packaged()]) {
    const version = path === undefined ? undefined : await versionOf(path);
    if (path !== undefined && version !== undefined) return { path, version };
  }
  return undefined;
}

// The platform package of @vscode/ripgrep holds the binary itself: nothing is fetched when it is installed.
function packaged(): string | undefined {
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  try {
    const path = join(
      dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)),
      "bin",
      process.platform === "win32" ? "rg.exe" : "rg",
    );
    return existsSync(path) ? path : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

async function versionOf(path: string): Promise<string | undefined> {
  try {
    const ran = await runChild({ program: path, args: ["--version"], keep: "stdout" });
    return ran.code === 0 ? ran.stdout.split("\n")[0] : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
