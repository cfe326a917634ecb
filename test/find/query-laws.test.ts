// Laws of the query language: scan and index agree, the prefilter loses nothing, a snippet shows what was found.
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TextPart, indexText } from "../../src/graph/index.ts";
import { type PartContext, evaluate } from "../../src/find/query/evaluate.ts";
import { ftsExpression } from "../../src/find/query/index-expression.ts";
import { needlesOf } from "../../src/find/query/needles.ts";
import { type Query, literalQuery } from "../../src/find/query/query.ts";
import { parseQuery } from "../../src/find/query/parse.ts";
import { snippetOf } from "../../src/find/query/snippet.ts";
import { lineFinder, plainFinder } from "../../src/find/search/line-finder.ts";

const context: PartContext = {
  slug: "-home-ada-loom",
  sessionId: "5e551011",
  folder: () => "/home/ada/loom",
  isAgentFile: false,
  title: () => "",
  latestSeconds: 0,
  timeMs: 0,
  branch: undefined,
  model: undefined,
  isSidechain: false,
  call: () => undefined,
};
const part = (text: string): TextPart => ({
  kind: "reply",
  role: "assistant",
  text,
  callId: undefined,
  tool: undefined,
  isError: false,
  isHuman: false,
});

/** Few letters, so that texts and queries meet. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "A", "é", "É", "k", "s"), minLength: 1, maxLength: 3 }),
  fc.constantFrom("漢字", "한국", "カナ", "Σας", "straße", "STRASSE", "İ", "µ", "naïve", "\u0301a", "ﬁ", "Ω", "10µm"),
);
const separator = fc.constantFrom(" ", "-", "_", "\n", '"', "\\", "/", ", ", "→", "\u0301", "\u0000", "🤔", "");
const text = fc.array(fc.tuple(word, separator), { maxLength: 12 }).map((pieces) => pieces.flat().join(""));
const leaf = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([words, isPrefix]): string => `"${words.join(" ")}"${isPrefix ? "*" : ""}`);
const written = fc.oneof(
  leaf,
  fc.tuple(leaf, leaf).map(([a, b]) => `${a} ${b}`),
  fc.tuple(leaf, leaf).map(([a, b]) => `${a} OR ${b}`),
);

const read = (query: string): Query | undefined => {
  const parsed = parseQuery(query, () => undefined);
  return parsed.kind === "query" ? parsed.query : undefined;
};

describe("words and phrases", () => {
  it("match by evaluation just where the index finds them", () => {
    const texts = fc.sample(text, { numRuns: 3000, seed: 11 });
    const database = new DatabaseSync(":memory:");
    database.exec(
      `CREATE VIRTUAL TABLE text USING fts5(x, content='', tokenize="unicode61 remove_diacritics 0"); BEGIN`,
    );
    const insert = database.prepare("INSERT INTO text(rowid, x) VALUES (?, ?)");
    texts.forEach((each, at) => insert.run(at, indexText(each)));
    database.exec("COMMIT");
    const find = database.prepare("SELECT rowid FROM text WHERE text MATCH ? ORDER BY rowid");
    let found = 0;
    fc.assert(
      fc.property(written, (asked) => {
        const query = read(asked);
        fc.pre(query !== undefined);
        if (query === undefined) return;
        const byIndex = find.all(ftsExpression(query) ?? "").map(({ rowid }) => Number(rowid));
        const byScan = texts.flatMap((each, at) => (evaluate(query, part(each), context) ? [at] : []));
        found += byScan.length;
        expect(byScan).toEqual(byIndex);
      }),
      { numRuns: 300, seed: 3 },
    );
    expect(found).toBeGreaterThan(1000);
    database.close();
  });
});

/** JSON of a text with some characters escaped that need not be. */
const spelled = fc.tuple(text, fc.infiniteStream(fc.nat(9))).map(([decoded, dice]) => {
  const json = JSON.stringify(decoded).slice(1, -1);
  const raw = json.replaceAll(/\\.|[^\\]/gsu, (character) => {
    const roll = Number(dice.next().value);
    if (character === "/" && roll < 3) return String.raw`\/`;
    if (roll > 1 || character.startsWith("\\")) return character;
    return Array.from(
      { length: character.length },
      (_, at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join("");
  });
  return { decoded, raw };
});

function linesFound(query: Query, raw: string): { readonly kernel: number; readonly plain: number } {
  const bytes = Buffer.from(`{"type":"x"}\n{"text":"${raw}"}\n{"type":"y"}\n`);
  const needles = needlesOf(query);
  const [kernel = 0, plain = 0] = [lineFinder(needles), plainFinder(needles)].map((finder) => {
    finder.room(bytes.length).set(bytes);
    return [...finder.lines(0, bytes.length)].filter(({ start }) => start === 13).length;
  });
  return { kernel, plain };
}

describe("the prefilter", () => {
  it("loses no line whose text matches words, however JSON spells it", () => {
    let matches = 0;
    fc.assert(
      fc.property(spelled, written, ({ decoded, raw }, asked) => {
        const query = read(asked);
        if (query === undefined || !evaluate(query, part(decoded), context)) return;
        matches += 1;
        expect(isLost(query, decoded, raw)).toBe(false);
      }),
      { numRuns: 8000, seed: 5 },
    );
    expect(matches).toBeGreaterThan(300);
  });

  it("loses no line that holds a literal text or matches an expression", () => {
    fc.assert(
      fc.property(spelled, fc.nat(20), fc.integer({ min: 1, max: 6 }), ({ decoded, raw }, start, length) => {
        const wanted = decoded.slice(start, start + length);
        fc.pre(wanted !== "" && !/\p{Surrogate}/u.test(wanted));
        for (const asked of [wanted, wanted.toLowerCase(), wanted.toUpperCase()]) {
          expect(isLost(literalQuery(asked), decoded, raw)).toBe(false);
        }
        const source = wanted.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
        for (const made of [source, `${source}?`, `(?:${source})`, `${source}|zz`, `x*${source}`, `[[]?${source}`]) {
          for (const flags of ["", "i", "iu"]) {
            const query = { kind: "regex", source: made, flags } as const;
            expect(isRegex(query) && isLost(query, decoded, raw)).toBe(false);
          }
        }
      }),
      { numRuns: 1000, seed: 13 },
    );
  });

  it("does not read lines that cannot match", () => {
    const query = read("needle") ?? literalQuery("");
    expect(linesFound(query, "a thread of wool")).toEqual({ kernel: 0, plain: 0 });
    expect(linesFound(query, "a \\u001b[31m thread")).toEqual({ kernel: 0, plain: 0 });
    expect(linesFound(query, "a NEEDLE")).toEqual({ kernel: 1, plain: 1 });
  });
});

/** Whether a text matches and one of the finders passes its line by. */
function isLost(query: Query, decoded: string, raw: string): boolean {
  if (!evaluate(query, part(decoded), context)) return false;
  const { kernel, plain } = linesFound(query, raw);
  return kernel !== 1 || plain !== 1;
}

function isRegex({ source, flags }: { readonly source: string; readonly flags: string }): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

describe("a snippet", () => {
  it("is one line that holds the match, marked", () => {
    fc.assert(
      fc.property(text, fc.string({ maxLength: 300 }), written, (matching, noise, asked) => {
        const query = read(asked);
        const whole = `${noise}\n${matching}\n${noise}`;
        if (query === undefined || !evaluate(query, part(matching), context)) return;
        const { pieces, at } = snippetOf(query, whole, 100);
        expect(pieces.some(({ isMatch }) => isMatch)).toBe(true);
        expect(pieces.map((piece) => piece.text).join("")).not.toMatch(/[\n\r\u2028]/);
        expect(at).toBeLessThan(whole.length);
      }),
      { numRuns: 5000, seed: 17 },
    );
  });

  it("shows the words around the first match", () => {
    const query = read("needle") ?? literalQuery("");
    const { pieces } = snippetOf(query, `${"hay ".repeat(100)}a Needle\nin ${"hay ".repeat(100)}`, 120);
    expect(pieces.filter(({ isMatch }) => isMatch)).toEqual([{ text: "Needle", isMatch: true }]);
    const shown = pieces.map((piece) => piece.text).join("");
    expect(shown).toContain("hay a Needle in hay");
    expect(shown.length).toBeLessThan(140);
    expect(shown.startsWith("…") && shown.endsWith("…")).toBe(true);
  });

  it("shows words of the query that stand far apart in two pieces", () => {
    const query = read("needle haystack") ?? literalQuery("");
    const hay = "hay ".repeat(100);
    const { pieces } = snippetOf(query, `${hay}a needle ${hay}of a haystack ${hay}`, 100);
    expect(pieces.filter(({ isMatch }) => isMatch).map((piece) => piece.text)).toEqual(["needle", "haystack"]);
    const shown = pieces.map((piece) => piece.text).join("");
    expect(shown).toMatch(/^….*needle.*….*haystack.*…$/);
    expect(shown.length).toBeLessThan(130);
    const near = snippetOf(query, `${hay}a needle in a haystack ${hay}`, 100).pieces;
    expect(near.filter((piece) => piece.text === "…")).toHaveLength(2);
  });
});
