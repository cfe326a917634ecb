// One file -> what is wrong with its name, its length and its first line; never looks at what the code does.
const LONGEST = 300;
const HAS_CODE = /\.(ts|tsx|mts|mjs|js)$/;
const SHEBANG = /^#!.*\n/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const EMPTY_WORDS =
  "util utils helper helpers common misc types manager managers service services handler handlers base";
const FORBIDDEN = new Set(EMPTY_WORDS.split(" "));

export function checkFile(path: string, text: string): readonly string[] {
  if (!HAS_CODE.test(path)) return [];
  const problems: string[] = [];
  const stem = (path.split("/").at(-1) ?? "").replace(/(\.test|\.d|\.config)?\.[a-z]+$/, "");
  const words = stem.split("-");
  if (!KEBAB.test(stem)) problems.push(`${path}: the name is not in kebab-case`);
  if (FORBIDDEN.has(words.at(-1) ?? "")) problems.push(`${path}: the name says nothing: ${words.at(-1) ?? ""}`);
  const lines = text.replace(/\n$/, "").split("\n").length;
  if (lines > LONGEST) problems.push(`${path}: ${lines} lines, more than ${LONGEST}`);
  if (!/^\/\/ \S/.test(text.replace(SHEBANG, ""))) problems.push(`${path}: the first line is not a // header`);
  return problems;
}
