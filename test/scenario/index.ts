// All scenarios that the suite against real clients records.
import type { Scenario } from "../../src/proof/index.ts";
import { setting } from "./setting.ts";
import { tools } from "./tools.ts";
import { trouble } from "./trouble.ts";
import { turns } from "./turns.ts";

export const scenarios: readonly Scenario[] = [...turns, ...tools, ...trouble, ...setting];
