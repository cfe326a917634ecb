// Config homes -> where their logs stand now, and news when a home goes away or comes back; looks at two paths per home.
import { join } from "node:path";
import type { Desk } from "./followers.ts";
import type { Root } from "./log-place.ts";

export type Homes = {
  /** The roots that are there now. */
  readonly visit: () => readonly Root[];
  readonly isAway: (home: string) => boolean;
};

export function homes(paths: readonly string[], { disk, tell, trouble }: Desk): Homes {
  const away = new Set<string>();

  const isFolder = (path: string): boolean => {
    try {
      return disk.lookBehindLink(path)?.kind === "folder";
    } catch (error) {
      trouble(path, error);
      return false;
    }
  };

  function rootOf(home: string): Root | undefined {
    const projects = join(home, "projects");
    if (isFolder(projects)) return { home, path: projects, isProjects: true };
    return isFolder(home) ? { home, path: home, isProjects: false } : undefined;
  }

  return {
    visit: () =>
      paths.flatMap((home) => {
        const root = rootOf(home);
        if (root === undefined && !away.has(home)) {
          away.add(home);
          tell({ kind: "home-gone", home });
        }
        if (root !== undefined && away.delete(home)) tell({ kind: "home-back", home });
        return root === undefined ? [] : [root];
      }),
    isAway: (home) => away.has(home),
  };
}
