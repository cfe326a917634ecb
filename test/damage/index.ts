// All kinds of damage by name; each takes a sound log and a picker, and leaves what a repair has to cope with.
import { byteDamage } from "./byte-damage.ts";
import { callDamage } from "./call-damage.ts";
import { linkDamage } from "./link-damage.ts";
import { stateDamage } from "./state-damage.ts";
import type { Inflict } from "./body.ts";

export const damages: Readonly<Record<string, Inflict>> = {
  ...byteDamage,
  ...linkDamage,
  ...callDamage,
  ...stateDamage,
};
export { type Body, type Pick, bodyOf, bytesOf } from "./body.ts";
