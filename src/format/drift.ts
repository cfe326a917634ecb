// Shape and value -> where the value says more, or something else, than the shape; never looks below what the shape describes.
import { field, isArray, isObject, type Json, type JsonObject } from "./json.ts";
import type { Field, Fields, Shape, VariantShape } from "./shape.ts";

export type Drift = {
  readonly kind: "unknown-type" | "unknown-field" | "unknown-variant" | "wrong-type";
  /** `assistant.message.usage.new_thing`, `attachment(plan_mode).attachment.foo`, `user.message.content[](text).foo`. */
  readonly path: string;
  readonly detail: string;
};

export function findDrift(shape: Shape, value: unknown): readonly Drift[] {
  return walk(shape, value, start);
}

/** True when nothing has a wrong type and the entry's type is known: the answer of the published JSON Schema. */
export function fits(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case "json":
      return value !== undefined;
    case "string":
    case "number":
    case "boolean":
    case "null":
      return kindOf(value) === shape.kind;
    case "literal":
      return value === shape.value;
    case "array":
      return isArray(value) && value.length >= (shape.atLeast ?? 0) && value.every((item) => fits(shape.of, item));
    case "tuple":
      return isArray(value) && value.length === shape.of.length && shape.of.every((of, at) => fits(of, value[at]));
    case "record":
      return isObject(value) && Object.values(value).every((item) => fits(shape.of, item));
    case "object":
      return isObject(value) && Object.entries(shape.fields).every(([name, of]) => fieldFits(of, field(value, name)));
    case "union":
      return shape.of.some((option) => fits(option, value));
    case "variant":
      return isObject(value) && variantFits(shape, value);
  }
}

function fieldFits(of: Field, value: Json | undefined): boolean {
  if (of.kind !== "optional") return fits(of, value);
  return value === undefined || fits(of.of, value);
}

function variantFits(shape: VariantShape, value: JsonObject): boolean {
  const tag = field(value, shape.tag);
  const known = knownVariant(shape, tag);
  if (known !== undefined) return fits(known, value);
  if (shape.other === "closed") return false;
  if (shape.other === "open") return typeof tag === "string";
  return fits(shape.other, value);
}

function knownVariant(shape: VariantShape, tag: Json | undefined): Shape | undefined {
  return typeof tag === "string" && Object.hasOwn(shape.of, tag) ? shape.of[tag] : undefined;
}

/** Where the walk stands: the entry's type, the label of its kind, and the way down from there. */
type Place = { readonly root: string; readonly label: string; readonly rest: string };
const start: Place = { root: "", label: "", rest: "" };

const pathOf = ({ root, label, rest }: Place): string => `${root || "?"}${label}${rest}`;
const below = (place: Place, step: string): Place => ({ ...place, rest: `${place.rest}${step}` });
/** Tags and field names nobody has described are data, and may be of any length. */
const short = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}...` : name);

/** An entry is named by its type and, outside arrays, by the first kind inside it; deeper kinds stand where they are. */
function labelled(place: Place, tag: string): Place {
  if (place.root === "") return { ...place, root: tag };
  if (place.label === "" && !place.rest.includes("[]")) return { ...place, label: `(${tag})` };
  return below(place, `(${tag})`);
}

function walk(shape: Shape, value: unknown, place: Place): readonly Drift[] {
  switch (shape.kind) {
    case "json":
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "literal":
      return fits(shape, value) ? [] : [wrongType(shape, value, place)];
    case "array":
      if (!isArray(value) || value.length < (shape.atLeast ?? 0)) return [wrongType(shape, value, place)];
      return value.flatMap((item) => walk(shape.of, item, below(place, "[]")));
    case "tuple":
      if (!isArray(value) || value.length !== shape.of.length) return [wrongType(shape, value, place)];
      return shape.of.flatMap((of, at) => walk(of, value[at], below(place, "[]")));
    case "record":
      if (!isObject(value)) return [wrongType(shape, value, place)];
      return Object.values(value).flatMap((item) => walk(shape.of, item, below(place, ".*")));
    case "object":
      if (!isObject(value)) return [wrongType(shape, value, place)];
      return walkFields({ fields: shape.fields, tags: [] }, value, place);
    case "union":
      return walkUnion(shape.of, value, place);
    case "variant":
      if (!isObject(value)) return [wrongType(shape, value, place)];
      return walkVariant({ shape, tags: [] }, value, place);
  }
}

type Known = { readonly fields: Fields; readonly tags: readonly string[] };

function walkFields({ fields, tags }: Known, value: JsonObject, place: Place): readonly Drift[] {
  const described = Object.entries(fields).flatMap(([name, of]) => {
    const found = field(value, name);
    if (found === undefined && of.kind === "optional") return [];
    return walk(of.kind === "optional" ? of.of : of, found, below(place, `.${name}`));
  });
  const unknown = Object.entries(value)
    .filter(([name]) => !Object.hasOwn(fields, name) && !tags.includes(name))
    .map(([name, found]): Drift => {
      return { kind: "unknown-field", path: pathOf(below(place, `.${short(name)}`)), detail: kindOf(found) };
    });
  return [...described, ...unknown];
}

type Tagged = { readonly shape: VariantShape; readonly tags: readonly string[] };

function walkVariant({ shape, tags: outer }: Tagged, value: JsonObject, place: Place): readonly Drift[] {
  const tag = field(value, shape.tag);
  const tags = [...outer, shape.tag];
  const known = knownVariant(shape, tag);
  if (typeof tag === "string" && known !== undefined) {
    const here = labelled(place, tag);
    if (known.kind === "variant") return walkVariant({ shape: known, tags }, value, here);
    return known.kind === "object" ? walkFields({ fields: known.fields, tags }, value, here) : walk(known, value, here);
  }
  if (typeof tag === "string") {
    const kind = place.root === "" ? "unknown-type" : "wrong-type";
    return shape.other === "closed"
      ? [{ kind, path: pathOf(labelled(place, short(tag))), detail: `${shape.tag} not known` }]
      : walkUnlisted(shape, value, labelled(place, short(tag)));
  }
  if (typeof shape.other === "string") return [wrongType({ kind: "string" }, tag, below(place, `.${shape.tag}`))];
  return walkFields({ fields: shape.other.fields, tags }, value, place);
}

function walkUnlisted(shape: VariantShape, value: JsonObject, place: Place): readonly Drift[] {
  const found: Drift = { kind: "unknown-variant", path: pathOf(place), detail: `${shape.tag} not known` };
  if (typeof shape.other === "string") return [found];
  // Of a kind nobody has described every field is new; only what it shares with the others can be wrong.
  return [found, ...walk(shape.other, value, place).filter(({ kind }) => kind !== "unknown-field")];
}

/** The option that explains the value best: one that fits, else one of the same JSON kind; fewest findings win. */
function walkUnion(options: readonly Shape[], value: unknown, place: Place): readonly Drift[] {
  const fitting = options.filter((option) => fits(option, value));
  const near = fitting.length > 0 ? fitting : options.filter((option) => jsonKinds(option).includes(kindOf(value)));
  const [first, ...others] = near.map((option) => walk(option, value, place));
  if (first === undefined) return [wrongType({ kind: "union", of: options }, value, place)];
  return others.reduce((best, findings) => (findings.length < best.length ? findings : best), first);
}

function wrongType(shape: Shape, value: unknown, place: Place): Drift {
  const expected = [...new Set(jsonKinds(shape))].join(" or ");
  return { kind: "wrong-type", path: pathOf(place), detail: `expected ${expected}, found ${kindOf(value)}` };
}

function jsonKinds(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "array":
      return [shape.kind];
    case "tuple":
      return ["array"];
    case "json":
      return ["anything"];
    case "literal":
      return [JSON.stringify(shape.value)];
    case "record":
    case "object":
    case "variant":
      return ["object"];
    case "union":
      return shape.of.flatMap(jsonKinds);
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return isArray(value) ? "array" : typeof value;
}
