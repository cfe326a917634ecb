// ARCHITECTURE.md -> the floors its `layers` block names, top of the page first; never guesses a missing column.
/**
 * `wasm`: AssemblyScript, which has a compiler of its own and is used by nobody but through what that makes.
 * `dom`: runs in a page, is bundled with all it needs, and is used by nobody either.
 */
export type Kind = "pure" | "node" | "wasm" | "dom";

export interface Layer {
  readonly name: string;
  readonly kind: Kind;
  readonly uses: readonly string[];
}

export interface Layers {
  readonly layers: readonly Layer[];
  readonly problems: readonly string[];
}

const BLOCK = /^```layers\n(?<body>.*?)^```$/gms;
const ROW = /^(?<name>[a-z]+) +(?<kind>pure|node|wasm|dom) +(?<uses>\S+(?: \S+)*)(?: {2,}(?<says>\S.*))?$/;
const ALL = "everything above";

export function parseLayers(page: string): Layers {
  const blocks = [...page.matchAll(BLOCK)];
  const body = blocks[0]?.groups?.["body"];
  if (body === undefined || blocks.length !== 1) return failed(`${blocks.length} layers blocks instead of one`);
  const layers: Layer[] = [];
  const problems: string[] = [];
  for (const row of body.split("\n").filter((line) => line.trim() !== "")) {
    const columns = ROW.exec(row)?.groups;
    const above = layers.map((layer) => layer.name);
    const name = columns?.["name"];
    const kind = kindOf(columns?.["kind"]);
    const usable = layers.filter((layer) => !isApart(layer)).map((layer) => layer.name);
    const uses = usesOf(columns?.["uses"] ?? "", usable);
    if (name === undefined || kind === undefined) {
      problems.push(`ARCHITECTURE.md: cannot read the row "${row}"`);
      continue;
    }
    if (above.includes(name)) problems.push(`ARCHITECTURE.md: ${name} stands twice in the block`);
    for (const used of uses.filter((use) => !above.includes(use))) {
      problems.push(`ARCHITECTURE.md: ${name} uses ${used}, which does not stand above it`);
    }
    layers.push({ name, kind, uses });
  }
  if (layers.length === 0) problems.push("ARCHITECTURE.md: the layers block is empty");
  return { layers, problems: [...problems, ...impureUses(layers), ...kernelUses(layers), ...pageUses(layers)] };
}

function usesOf(column: string, above: readonly string[]): readonly string[] {
  if (column === ALL) return above;
  return column === "-" ? [] : column.split(" ");
}

function kindOf(word: string | undefined): Kind | undefined {
  return word === "pure" || word === "node" || word === "wasm" || word === "dom" ? word : undefined;
}

/** Nobody imports it: what is made of it is loaded. */
function isApart({ kind }: Layer): boolean {
  return kind === "wasm" || kind === "dom";
}

function impureUses(layers: readonly Layer[]): readonly string[] {
  const pure = new Set(layers.filter((layer) => layer.kind === "pure").map((layer) => layer.name));
  return layers
    .filter((layer) => layer.kind === "pure")
    .flatMap((layer) => layer.uses.filter((use) => !pure.has(use)).map((use) => `${layer.name} -> ${use}`))
    .map((edge) => `ARCHITECTURE.md: a pure folder uses one that is not: ${edge}`);
}

function kernelUses(layers: readonly Layer[]): readonly string[] {
  const kernels = new Set(layers.filter((layer) => layer.kind === "wasm").map((layer) => layer.name));
  return [
    ...layers.filter((layer) => kernels.has(layer.name) && layer.uses.length > 0).map((layer) => layer.name),
    ...layers.flatMap((layer) => layer.uses.filter((use) => kernels.has(use)).map((use) => `${layer.name} -> ${use}`)),
  ].map((edge) => `ARCHITECTURE.md: a wasm folder uses none and none uses it: ${edge}`);
}

function pageUses(layers: readonly Layer[]): readonly string[] {
  const kinds = new Map(layers.map((layer) => [layer.name, layer.kind]));
  return layers.flatMap((layer) =>
    layer.uses
      .filter((use) => kinds.get(use) === "dom" || (layer.kind === "dom" && kinds.get(use) === "node"))
      .map((use) => `ARCHITECTURE.md: a dom folder uses pure ones and none uses it: ${layer.name} -> ${use}`),
  );
}

function failed(reason: string): Layers {
  return { layers: [], problems: [`ARCHITECTURE.md: ${reason}`] };
}
