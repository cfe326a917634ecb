// The environment -> the same with a fresh, empty home and temporary folder; the person's own home never leaks in, and nothing stays behind.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Every variable that leads to a person's files. */
export function scratchHome(env) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "clew-test-"));
  const place = (name) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    return path;
  };
  const home = place("home");
  // The real client's own switches would steer what is tested.
  const kept = Object.entries(env).filter(([name]) => !/^(CLAUDE|ANTHROPIC)/.test(name));
  return {
    env: {
      ...Object.fromEntries(kept),
      HOME: home,
      USERPROFILE: home,
      TMPDIR: folder,
      TMP: folder,
      TEMP: folder,
      CLAUDE_CONFIG_DIR: place("claude"),
      XDG_CACHE_HOME: place("cache"),
      XDG_CONFIG_HOME: place("config"),
      XDG_DATA_HOME: place("data"),
      XDG_STATE_HOME: place("state"),
      XDG_RUNTIME_DIR: place("run"),
      APPDATA: join(home, "AppData", "Roaming"),
      LOCALAPPDATA: join(home, "AppData", "Local"),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
