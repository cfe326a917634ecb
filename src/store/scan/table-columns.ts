// A copy of the kernel's tables -> the columns of a digest over it: what nobody asks for is never taken out.
import { CellRows, type Cells, type Digest, type Ids, type Numbers, PooledIds } from "../../graph/index.ts";
import * as at from "./layout.ts";
import { type Tables, descriptionAt } from "./tables.ts";
import { cutPreview, loadedWord } from "./text.ts";

export type Columns = Pick<
  Digest,
  "models" | "versions" | "variants" | "tools" | "messages" | "calls" | "results" | "prompts"
>;

/** The tables must not change any more. */
export function readColumns(tables: Tables): Columns {
  return {
    models: labels(tables, at.tables.models),
    versions: labels(tables, at.tables.versions),
    variants: labels(tables, at.tables.variants),
    tools: labels(tables, at.tables.tools),
    messages: new MessageRows(tables, at.tables.messages),
    calls: new CallRows(tables, at.tables.calls),
    results: new ResultRows(tables, at.tables.results),
    prompts: new PromptRows(tables, at.tables.prompts),
  };
}

const none: readonly string[] = [];
const noNumbers = new Float64Array(0);

/** Logs mostly have the same few labels: lists that are the same are one. */
const knownLabels = new Map<string, readonly string[]>();
const mostKnown = 4096;

function labels(tables: Tables, table: number): readonly string[] {
  const { words } = tables.slab;
  if ((words[descriptionAt(tables, table) + at.tableCount] ?? 0) === 0) return none;
  const { start, end } = poolOf(tables, table);
  const text = tables.slab.bytes.toString("latin1", start, end);
  const known = knownLabels.get(text);
  if (known !== undefined) return known;
  const list = poolTexts(tables, table, "latin1");
  if (knownLabels.size < mostKnown) knownLabels.set(text, list);
  return list;
}

function poolTexts(tables: Tables, table: number, encoding: "latin1" | "utf8"): readonly string[] {
  const { start, end } = poolOf(tables, table);
  // The last line feed ends the last string.
  const text = tables.slab.bytes.toString(encoding, start, end - 1);
  const words = text.split("\n");
  return text.includes("\u0001") ? words.map(loadedWord) : words;
}

function poolOf(tables: Tables, table: number): { readonly start: number; readonly end: number } {
  const { words } = tables.slab;
  const field = descriptionAt(tables, table);
  const start = words[field + at.tablePool] ?? 0;
  return { start, end: start + (words[field + at.tablePoolBytes] ?? 0) };
}

/** Each column is taken out once, when it is first asked for. */
class Rows extends CellRows {
  readonly length: number;
  protected readonly tables: Tables;
  readonly #table: number;
  #columns: Numbers[] | undefined;
  #ids: Ids | undefined;

  constructor(tables: Tables, table: number) {
    super();
    this.tables = tables;
    this.#table = table;
    this.length = tables.slab.words[descriptionAt(tables, table) + at.tableCount] ?? 0;
  }

  get ids(): Ids {
    return (this.#ids ??= this.length === 0 ? none : this.#readIds());
  }

  get cells(): Cells {
    const { words, doubles } = this.tables.slab;
    const field = descriptionAt(this.tables, this.#table);
    return {
      numbers: doubles,
      first: (words[field + at.tableRows] ?? 0) / 8 + at.rowNumbers,
      step: (words[field + at.tableRowBytes] ?? 0) / 8,
    };
  }

  get offsets(): Numbers {
    return this.column(0);
  }

  get times(): Numbers {
    return this.column(1);
  }

  /** The nth number of each row. */
  protected column(index: number): Numbers {
    const columns = (this.#columns ??= []);
    return (columns[index] ??= this.length === 0 ? noNumbers : this.#readColumn(index));
  }

  #readColumn(index: number): Numbers {
    const { numbers, first, step } = this.cells;
    const values = new Float64Array(this.length);
    let from = first + index;
    for (let row = 0; row < values.length; row++, from += step) values[row] = numbers[from] ?? 0;
    return values;
  }

  #readIds(): Ids {
    const { bytes, words } = this.tables.slab;
    const field = descriptionAt(this.tables, this.#table);
    if (words[field + at.tableHasSpelled] !== 0) return poolTexts(this.tables, this.#table, "latin1");
    const { start, end } = poolOf(this.tables, this.#table);
    return new PooledIds(this.length, {
      bytes,
      start,
      end,
      words,
      firstWord: (words[field + at.tableRows] ?? 0) / 4 + at.rowHash,
      rowWords: (words[field + at.tableRowBytes] ?? 0) / 4,
    });
  }
}

class MessageRows extends Rows {
  get models(): Numbers {
    return this.column(2);
  }
  get versions(): Numbers {
    return this.column(3);
  }
  get variants(): Numbers {
    return this.column(4);
  }
  get flags(): Numbers {
    return this.column(5);
  }
  get input(): Numbers {
    return this.column(6);
  }
  get output(): Numbers {
    return this.column(7);
  }
  get cacheRead(): Numbers {
    return this.column(8);
  }
  get cacheWrite(): Numbers {
    return this.column(9);
  }
  get cacheWrite1h(): Numbers {
    return this.column(10);
  }
  get webSearches(): Numbers {
    return this.column(11);
  }
}

class CallRows extends Rows {
  #targets: readonly string[] | undefined;

  get tools(): Numbers {
    return this.column(2);
  }

  /** As the log spells them, so they may be any characters, and more of them than are kept. */
  get targets(): readonly string[] {
    return (this.#targets ??=
      this.length === 0 ? none : poolTexts(this.tables, at.tables.targets, "utf8").map(cutPreview));
  }
}

class ResultRows extends Rows {
  get flags(): Numbers {
    return this.column(2);
  }
  get sizes(): Numbers {
    return this.column(3);
  }
  get searches(): Numbers {
    return this.column(4);
  }
}

class PromptRows extends Rows {}
