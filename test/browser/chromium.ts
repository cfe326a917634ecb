// This machine -> the path of a Chromium that tests can drive, or why there is none; a CI machine gets one installed.
import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

export const missing =
  "no Chromium was found: install one (Debian: apt-get install chromium) or name it in CLEW_CHROMIUM";

export function findChromium(): string | undefined {
  const named = process.env["CLEW_CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  return installed() ?? (mayInstall() ? install() : undefined);
}

function installed(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).concat("/usr/bin");
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** A person's machine is never changed. */
const mayInstall = (): boolean => process.env["CI"] === "true" && process.getuid?.() === 0;

function install(): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { stdio: "ignore", env } as const;
  execFileSync("apt-get", ["update", "-q"], options);
  execFileSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], options);
  return installed();
}
