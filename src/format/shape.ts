// The words in which the log's shapes are written down once -> static types here, JSON Schema and drift elsewhere.
// A shape is plain data: objects are open (unknown fields are welcome), known fields are exact.
import type { Json, JsonObject } from "./json.ts";

export type Shape =
  | { readonly kind: "string" | "number" | "boolean" | "null" | "json" }
  | { readonly kind: "literal"; readonly value: string }
  | { readonly kind: "array"; readonly of: Shape; readonly atLeast?: 1 }
  | { readonly kind: "tuple"; readonly of: readonly Shape[] }
  | { readonly kind: "record"; readonly of: Shape }
  | { readonly kind: "object"; readonly fields: Fields }
  | { readonly kind: "union"; readonly of: readonly Shape[] }
  | VariantShape;

export type Field = Shape | Optional;
export type Optional = { readonly kind: "optional"; readonly of: Shape };
export type Fields = { readonly [name: string]: Field };
export type ObjectShape = { readonly kind: "object"; readonly fields: Fields };
export type VariantShape = {
  readonly kind: "variant";
  readonly tag: string;
  readonly of: Variants;
  readonly other: Other;
};
export type Variants = { readonly [tagValue: string]: ObjectShape | VariantShape };
export type Other = "open" | "closed" | ObjectShape;

export const string = { kind: "string" } as const;
export const number = { kind: "number" } as const;
export const boolean = { kind: "boolean" } as const;
export const nil = { kind: "null" } as const;
/** Any JSON value: a place whose shape belongs to somebody else (tool inputs, request parameters). */
export const json = { kind: "json" } as const;

export const literal = <const V extends string>(value: V) => ({ kind: "literal", value }) as const;
export const array = <const S extends Shape>(of: S) => ({ kind: "array", of }) as const;
/** An array that is never empty: where an empty one would tell nothing from an object gone wrong. */
export const filled = <const S extends Shape>(of: S) => ({ kind: "array", of, atLeast: 1 }) as const;
/** An array of exactly these, in this order. */
export const tuple = <const S extends readonly Shape[]>(...of: S) => ({ kind: "tuple", of }) as const;
/** An object whose keys are data: file paths, model names. */
export const record = <const S extends Shape>(of: S) => ({ kind: "record", of }) as const;
export const object = <const F extends Fields>(fields: F) => ({ kind: "object", fields }) as const;
export const union = <const S extends readonly Shape[]>(...of: S) => ({ kind: "union", of }) as const;
export const optional = <const S extends Shape>(of: S) => ({ kind: "optional", of }) as const;
export const nullable = <const S extends Shape>(of: S) => union(of, nil);

/**
 * Objects told apart by the string in `tag`. What `other` says of a tag not listed: "open" lets it through, "closed"
 * does not, and a shape is what such an object, or one without the tag, must fit.
 */
export const variant = <const T extends string, const V extends Variants, const O extends Other>(
  tag: T,
  of: V,
  other: O,
) => ({ kind: "variant", tag, of, other }) as const;

export type Infer<S> = S extends { kind: "string" }
  ? string
  : S extends { kind: "number" }
    ? number
    : S extends { kind: "boolean" }
      ? boolean
      : S extends { kind: "null" }
        ? null
        : S extends { kind: "json" }
          ? Json
          : S extends { kind: "literal"; value: infer V }
            ? V
            : S extends { kind: "array"; of: infer E }
              ? readonly Infer<E>[]
              : S extends { kind: "tuple"; of: infer T }
                ? { readonly [K in keyof T]: Infer<T[K]> }
                : S extends { kind: "record"; of: infer E }
                  ? { readonly [key: string]: Infer<E> }
                  : S extends { kind: "object"; fields: infer F }
                    ? InferFields<F>
                    : S extends { kind: "union"; of: readonly (infer E)[] }
                      ? Infer<E>
                      : S extends { kind: "variant"; tag: infer T; of: infer V; other: infer O }
                        ? InferVariants<T, V> | InferOther<O>
                        : never;

type InferFields<F> = {
  readonly [K in keyof F as F[K] extends Optional ? never : K]: Infer<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional ? K : never]?: F[K] extends { of: infer S } ? Infer<S> : never;
};

type InferVariants<T, V> = {
  [K in keyof V]: Infer<V[K]> & { readonly [P in T & string]: K };
}[keyof V];

type InferOther<O> = O extends "open" ? JsonObject : O extends "closed" ? never : Infer<O>;
