// Shape and value -> the places of the value that the shape describes, and what stands there with its type changed.
import { fits } from "../src/format/drift.ts";
import { type Json, type JsonObject, field, isArray, isObject } from "../src/format/json.ts";
import type { Field, Fields, Shape, VariantShape } from "../src/format/shape.ts";

export type Place = {
  readonly path: readonly (string | number)[];
  /** The path without positions, with the kinds passed on the way: one per described field. */
  readonly label: string;
  readonly shape: Shape;
  readonly value: Json;
};

type Spot = Pick<Place, "path" | "label">;

export function describedPlaces(shape: Shape, value: Json, spot: Spot = { path: [], label: "" }): readonly Place[] {
  switch (shape.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "json":
    case "literal":
      return [];
    case "array":
      return isArray(value) ? value.flatMap((item, at) => placeAndBelow(shape.of, item, step(spot, at))) : [];
    case "tuple":
      return isArray(value) ? shape.of.flatMap((of, at) => placeAndBelow(of, value[at] ?? null, step(spot, at))) : [];
    case "record":
      return isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => placeAndBelow(shape.of, item, step(spot, key)))
        : [];
    case "object":
      return isObject(value) ? fieldPlaces(shape.fields, value, spot) : [];
    case "union": {
      const option = shape.of.findIndex((one) => fits(one, value));
      const found = shape.of[option];
      return found === undefined ? [] : describedPlaces(found, value, { ...spot, label: `${spot.label}|${option}` });
    }
    case "variant":
      return isObject(value) ? variantPlaces(shape, value, spot) : [];
  }
}

function step({ path, label }: Spot, to: string | number): Spot {
  return { path: [...path, to], label: `${label}${typeof to === "number" ? "[]" : `.${to}`}` };
}

function placeAndBelow(shape: Shape, value: Json, spot: Spot): readonly Place[] {
  const here = shape.kind === "json" ? [] : [{ ...spot, shape, value }];
  return [...here, ...describedPlaces(shape, value, spot)];
}

const shapeOf = (of: Field): Shape => (of.kind === "optional" ? of.of : of);

function fieldPlaces(fields: Fields, value: JsonObject, spot: Spot): readonly Place[] {
  return Object.entries(fields).flatMap(([name, of]) => {
    const found = field(value, name);
    return found === undefined ? [] : placeAndBelow(shapeOf(of), found, step(spot, name));
  });
}

function variantPlaces(shape: VariantShape, value: JsonObject, spot: Spot): readonly Place[] {
  const tag = field(value, shape.tag);
  const listed = typeof tag === "string" && Object.hasOwn(shape.of, tag) ? tag : undefined;
  const other = typeof shape.other === "string" ? undefined : shape.other;
  const kind = listed === undefined ? other : shape.of[listed];
  const inside = { ...spot, label: `${spot.label}(${listed ?? "other"})` };
  const tagged: readonly Place[] =
    typeof tag === "string" ? [{ ...step(inside, shape.tag), shape: { kind: "string" }, value: tag }] : [];
  return [...tagged, ...(kind === undefined ? [] : describedPlaces(kind, value, inside))];
}

const isJson = (value: unknown): value is Json =>
  value === null || isArray(value) || isObject(value) || ["string", "number", "boolean"].includes(typeof value);

export function parseJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new TypeError("JSON.parse gave something that is not JSON");
  return value;
}

/** The value of another JSON type that a careless writer would put there. */
export function ofAnotherType(value: Json): Json {
  if (value === null) return 7;
  if (isArray(value)) return {};
  if (isObject(value)) return [];
  return typeof value === "string" ? 7 : String(value);
}

/** A number for a null is no change of type where the field may be either. */
export const isTold = ({ shape, value }: Place): boolean => !(value === null && fits(shape, ofAnotherType(value)));

export function withValueAt(value: Json, [first, ...rest]: readonly (string | number)[], put: Json): Json {
  if (first === undefined) return put;
  if (isArray(value)) return value.map((item, at) => (at === first ? withValueAt(item, rest, put) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === first ? withValueAt(item, rest, put) : item]),
  );
}

/** A value with every described field present; `pick` chooses among options and kinds. */
export function sample(shape: Shape, pick: number): Json {
  switch (shape.kind) {
    case "string":
    case "json":
      return "text";
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "literal":
      return shape.value;
    case "array":
      return [sample(shape.of, pick)];
    case "tuple":
      return shape.of.map((of) => sample(of, pick));
    case "record":
      return { key: sample(shape.of, pick) };
    case "object":
      return Object.fromEntries(Object.entries(shape.fields).map(([name, of]) => [name, sample(shapeOf(of), pick)]));
    case "union":
      return sample(shape.of[pick % shape.of.length] ?? { kind: "null" }, Math.floor(pick / shape.of.length));
    case "variant":
      return sampleVariant(shape, pick);
  }
}

function sampleVariant(shape: VariantShape, pick: number): Json {
  const kinds: readonly (readonly [string | undefined, Shape])[] = [
    ...Object.entries(shape.of),
    ...(typeof shape.other === "string" ? [] : [[undefined, shape.other] as const]),
  ];
  const [tag, kind] = kinds[pick % kinds.length] ?? [undefined, { kind: "null" } as const];
  const inside = sample(kind, Math.floor(pick / kinds.length));
  return isObject(inside) && tag !== undefined ? { ...inside, [shape.tag]: tag } : inside;
}
