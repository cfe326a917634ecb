// One-line bugs of the kernel, each by the text it replaces -> whether the fuzzer should see it.

export type Mutant = {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A change that changes nothing: it must survive, or the run proves nothing. */
  readonly isHarmless?: true;
};

export const mutants: readonly Mutant[] = [
  {
    what: "nothing at all",
    file: "strings.ts",
    from: "let at = start;",
    to: "let at: usize = start;",
    isHarmless: true,
  },
  {
    what: "a search without the row asked for last",
    file: "table.ts",
    from: "if (table.last != NO_ROW && isRow(table, table.last, start, length)) return table.last;",
    to: "",
    isHarmless: true,
  },
  {
    what: "the escape at a block's end is lost",
    file: "strings.ts",
    from: "carried = slashes >> 63;",
    to: "carried = 0;",
  },
  {
    what: "the same in an unsure block",
    file: "strings.ts",
    from: "carried = (code & slashes) >> 63;",
    to: "carried = 0;",
  },
  {
    what: "runs of backslashes are taken for single ones",
    file: "strings.ts",
    from: "(behind & (slashes | ~usual))",
    to: "(behind & ~usual & ~slashes)",
  },
  { what: "escapes of any byte", file: "strings.ts", from: "if (rare && !areEscapes(at, rare)) return 0;", to: "" },
  { what: "digits of an escape are not looked at", file: "strings.ts", from: "!isHex(at + 4)", to: "false" },
  {
    what: "control characters in long strings",
    file: "strings.ts",
    from: "if (!unsure && !v128.any_true(controls(least, lastControl))) {",
    to: "if (!unsure) {",
  },
  {
    what: "a control character ends a string",
    file: "strings.ts",
    from: "return load<u8>(at) == QUOTE ? at : 0;",
    to: "return at;",
  },
  { what: "escaped ids are taken as they stand", file: "strings.ts", from: "isPlain = false;", to: "" },
  {
    what: "leading zeros",
    file: "scalar.ts",
    from: " || (end > at + 1 && load<u8>(at) == 0x30)) return 0;",
    to: ") return 0;",
  },
  {
    what: "a point without digits",
    file: "scalar.ts",
    from: "    end = digitsEnd(at);\n    if (end == at) return 0;\n  }\n  if ((load",
    to: "    end = digitsEnd(at);\n  }\n  if ((load",
  },
  {
    what: "a comma before a brace",
    file: "objects.ts",
    from: "    if (next != COMMA) return 0;\n    at = spaced(at + 1);\n  }\n}\n\nfunction listEnd",
    to: "    if (next != COMMA) return 0;\n    at = spaced(at + 1);\n    if (load<u8>(at) == CLOSE_BRACE) return ascend(at);\n  }\n}\n\nfunction listEnd",
  },
  {
    what: "no colon",
    file: "objects.ts",
    from: "if (load<u8>(at) != COLON) return 0;",
    to: "if (load<u8>(at) != COLON) at -= 1;",
  },
  {
    what: "something behind the object",
    file: "line.ts",
    from: "const isWhole = end != 0 && load<u8>(end) == LINE_FEED;",
    to: "const isWhole = end != 0;",
  },
  { what: "doubt is forgotten", file: "line.ts", from: "isWhole && !isDoubtful && end", to: "isWhole && end" },
  { what: "repeated keys", file: "record.ts", from: "if (seen & bit) isDoubtful = true;", to: "" },
  {
    what: "keys in disguise",
    file: "objects.ts",
    from: "  if (!isPlain) doubt();\n  return end;",
    to: "  return end;",
  },
  {
    what: "every block is the first",
    file: "content.ts",
    from: "beginBlock(index);",
    to: "beginBlock(0);",
  },
  {
    what: "a key of the right length is enough",
    file: "keys.ts",
    from: "if (load<u32>(key) == 0x65707974) return ROOT_TYPE; // type",
    to: "return ROOT_TYPE;",
  },
  { what: "targets in the wrong order", file: "block.ts", from: "if (rank < targetRank) {", to: "if (rank >= 0) {" },
  { what: "a thirteenth month", file: "timestamp.ts", from: "month > 12", to: "month > 13" },
  { what: "a day is lost", file: "timestamp.ts", from: "- 719468", to: "- 719469" },
  {
    what: "the first report of a message wins",
    file: "tables.ts",
    from: "if (output != known) return output > known;",
    to: "return false;",
  },
  { what: "a tie goes to the later report", file: "tables.ts", from: "return rest > load", to: "return rest >= load" },
  {
    what: "flags of later lines are lost",
    file: "tables.ts",
    from: "f64(u32(load<f64>(at, FLAGS)) | flags)",
    to: "load<f64>(at, FLAGS)",
  },
  {
    what: "prompts, messages and calls without an id are one",
    file: "tables.ts",
    from: "return id.length ? find(table, id.start, id.length) : NO_ROW;",
    to: "return id.length || !table.count ? find(table, id.start, id.length) : 0;",
  },
  {
    what: "an empty id is an id",
    file: "commit.ts",
    from: "if (!id.length) take(id, line + UUID);",
    to: "if (!id.start) take(id, line + UUID);",
  },
  {
    what: "a message without usage is counted",
    file: "members.ts",
    from: "if (load<u32>(at) != NULL) flag(record.HAS_USAGE);",
    to: "flag(record.HAS_USAGE);",
  },
  {
    what: "calls without an id are left out",
    file: "block.ts",
    from: "if (kind == record.TOOL_USE && isEmpty(record.ID_RANGE)) record.doubt();",
    to: "if (kind == record.TOOL_USE && isEmpty(record.ID_RANGE)) store<u32>(block, 0, record.BLOCK_KIND);",
  },
  {
    what: "a version that is missing is the one before",
    file: "commit.ts",
    from: "  take(table.version, line + VERSION);",
    to: "  if (load<u32>(line, VERSION)) take(table.version, line + VERSION);",
  },
  {
    what: "cache writes by their parts alone",
    file: "commit.ts",
    from: "flags & HAS_CACHE_WRITE ? written",
    to: "false ? written",
  },
  {
    what: "meta lines are prompts",
    file: "line.ts",
    from: "flags & (IS_META | IS_COMPACT_SUMMARY | HAS_ORIGIN)",
    to: "flags & (IS_COMPACT_SUMMARY | HAS_ORIGIN)",
  },
  { what: "tags are prompts", file: "line.ts", from: "first == 0x22 || first == 0x3c ||", to: "first == 0x22 ||" },
  { what: "the branch of a parsed line is forgotten", file: "index.ts", from: "      forgetBranch();\n", to: "" },
  { what: "a mark in every line", file: "index.ts", from: "readLine(at, offset == 0)", to: "readLine(at, true)" },
];
