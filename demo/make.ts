// Nothing -> demo/projects, six invented sessions in two invented projects; the same bytes every time: node demo/make.ts
import { rmSync } from "node:fs";
import { join } from "node:path";
import { csvExport } from "./scenes/csv-export.ts";
import { firstRecipe } from "./scenes/first-recipe.ts";
import { harbourOffset } from "./scenes/harbour-offset.ts";
import { lostOrders } from "./scenes/lost-orders.ts";
import { moonPhases } from "./scenes/moon-phases.ts";
import { openingHours } from "./scenes/opening-hours.ts";

export function makeDemo(root: string): void {
  rmSync(join(root, "projects"), { recursive: true, force: true });
  for (const play of [firstRecipe, harbourOffset, csvExport, moonPhases, lostOrders, openingHours]) play(root);
}

if (import.meta.main) makeDemo(import.meta.dirname);
