// Nothing in -> the field shapes that most lines of the log are made of: present or not, null or not.
// Each has a name of its own, so that the declarations of larger shapes refer to it instead of repeating it.
import { array, boolean, nullable, number, optional, string } from "../shape.ts";

type Maybe<S> = { readonly kind: "optional"; readonly of: S };
type Text = typeof string;
type Count = typeof number;
type Null = { readonly kind: "null" };
type List<S> = { readonly kind: "array"; readonly of: S };
type Either<A, B> = { readonly kind: "union"; readonly of: readonly [A, B] };

export interface MaybeString extends Maybe<Text> {}
export interface MaybeNumber extends Maybe<Count> {}
export interface MaybeBoolean extends Maybe<typeof boolean> {}
export interface MaybeStrings extends Maybe<List<Text>> {}
export interface MaybeNumbers extends Maybe<List<Count>> {}
export interface StringOrNull extends Maybe<Either<Text, Null>> {}
export interface NumberOrNull extends Maybe<Either<Count, Null>> {}

export const maybeString: MaybeString = optional(string);
export const maybeNumber: MaybeNumber = optional(number);
export const maybeBoolean: MaybeBoolean = optional(boolean);
export const maybeStrings: MaybeStrings = optional(array(string));
export const maybeNumbers: MaybeNumbers = optional(array(number));
/** Present with null: the client or the API says "none" aloud. */
export const stringOrNull: StringOrNull = optional(nullable(string));
export const numberOrNull: NumberOrNull = optional(nullable(number));
