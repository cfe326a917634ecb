// Nothing in -> the field shapes that most lines of the log are made of: present or not, null or not.
import { array, boolean, nullable, number, optional, string } from "../shape.ts";

export const maybeString = optional(string);
export const maybeNumber = optional(number);
export const maybeBoolean = optional(boolean);
export const maybeStrings = optional(array(string));
export const maybeNumbers = optional(array(number));
/** Present with null: the client or the API says "none" aloud. */
export const stringOrNull = optional(nullable(string));
export const numberOrNull = optional(nullable(number));
