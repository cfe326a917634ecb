// All growing logs by name.
import { agentShapes } from "./agent-shapes.ts";
import { callShapes } from "./call-shapes.ts";
import { chainShapes } from "./chain-shapes.ts";
import { fileShapes } from "./file-shapes.ts";
import { lineShapes } from "./line-shapes.ts";
import type { Shape } from "./shape.ts";
import { stateShapes } from "./state-shapes.ts";
import { wideShapes } from "./wide-shapes.ts";

export const shapes: readonly Shape[] = [
  ...chainShapes,
  ...callShapes,
  ...stateShapes,
  ...lineShapes,
  ...agentShapes,
  ...fileShapes,
  ...wideShapes,
];
