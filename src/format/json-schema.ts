// Shape -> JSON Schema (draft 2020-12); known fields keep their exact types, unknown fields are always allowed.
import type { JsonObject } from "./json.ts";
import type { Field, Fields, Shape, VariantShape } from "./shape.ts";

/** Objects used in several places are written once, under `$defs`. */
export function toJsonSchema(shape: Shape): JsonObject {
  const names: Names = new Map([...sharedShapes(shape)].map((shared, index) => [shared, `shape${index + 1}`]));
  const definitions = [...names].map(([shared, name]): [string, JsonObject] => [name, schemaOf(shared, names)]);
  const schema = schemaOf(shape, names);
  return definitions.length > 0 ? { ...schema, $defs: Object.fromEntries(definitions) } : schema;
}

type Names = ReadonlyMap<Shape, string>;

function sharedShapes(root: Shape): ReadonlySet<Shape> {
  const seen = new Set<Shape>();
  const shared = new Set<Shape>();
  const visit = (shape: Shape): void => {
    const parts = partsOf(shape);
    if (parts.length === 0) return;
    if (seen.has(shape)) {
      if (shape.kind === "object" || shape.kind === "variant") shared.add(shape);
      return;
    }
    seen.add(shape);
    parts.forEach(visit);
  };
  visit(root);
  return shared;
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "json":
    case "literal":
      return [];
    case "array":
    case "record":
      return [shape.of];
    case "object":
      return Object.values(shape.fields).map(present);
    case "tuple":
    case "union":
      return shape.of;
    case "variant":
      return [...Object.values(shape.of), ...(typeof shape.other === "string" ? [] : [shape.other])];
  }
}

const present = (of: Field): Shape => (of.kind === "optional" ? of.of : of);

function refOrSchema(shape: Shape, names: Names): JsonObject {
  const name = names.get(shape);
  return name === undefined ? schemaOf(shape, names) : { $ref: `#/$defs/${name}` };
}

function schemaOf(shape: Shape, names: Names): JsonObject {
  switch (shape.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return { type: shape.kind };
    case "json":
      return {};
    case "literal":
      return { const: shape.value };
    case "array":
      return {
        type: "array",
        items: refOrSchema(shape.of, names),
        ...(shape.atLeast === undefined ? {} : { minItems: shape.atLeast }),
      };
    case "tuple":
      return {
        type: "array",
        prefixItems: shape.of.map((item) => refOrSchema(item, names)),
        items: false,
        minItems: shape.of.length,
      };
    case "record":
      return { type: "object", additionalProperties: refOrSchema(shape.of, names) };
    case "object":
      return objectSchema(shape.fields, names);
    case "union":
      return { anyOf: shape.of.map((option) => refOrSchema(option, names)) };
    case "variant":
      return variantSchema(shape, names);
  }
}

function objectSchema(fields: Fields, names: Names): JsonObject {
  const required = Object.keys(fields).filter((name) => fields[name]?.kind !== "optional");
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, of]) => [name, refOrSchema(present(of), names)]),
  );
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function variantSchema(shape: VariantShape, names: Names): JsonObject {
  const { tag, other } = shape;
  const known = Object.keys(shape.of);
  const cases = Object.entries(shape.of).map(([value, of]) => ({
    if: { properties: { [tag]: { const: value } }, required: [tag] },
    then: refOrSchema(of, names),
  }));
  if (other === "closed") {
    return { type: "object", properties: { [tag]: { enum: known } }, required: [tag], allOf: cases };
  }
  if (other === "open") {
    return { type: "object", properties: { [tag]: { type: "string" } }, required: [tag], allOf: cases };
  }
  const isKnown = { properties: { [tag]: { enum: known } }, required: [tag] };
  return { type: "object", allOf: [...cases, { if: isKnown, else: refOrSchema(other, names) }] };
}
