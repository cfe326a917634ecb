// Commands of which nobody knows what they did -> what was known of their files no longer holds, and no file is made up.
import { describe, expect, test } from "vitest";
import { shellActs } from "../../src/graph/files/shell-act.ts";
import { type Answer, craftLog, createdAt, replayLogs } from "./crafted-log.ts";

const path = "/p/f.txt";
const done: Answer = { result: { stdout: "", stderr: "", interrupted: false } };
const failed: Answer = { text: "Exit code 1\nno", isError: true, result: "Error: Exit code 1\nno" };

/** The file is written, then the command runs. */
function after(command: string, answer: Answer = done, input: Record<string, unknown> = {}) {
  const crafted = craftLog();
  crafted.prompt("go");
  for (const each of [path, "/p/src/a.ts", "/p/sub/f.txt", "/p/gone.txt"])
    crafted.call("Write", { file_path: each, content: "A\n" }, { result: createdAt(each)("A\n") });
  crafted.call("Bash", { command: "rm gone.txt" }, done);
  crafted.call("Bash", { command, ...input }, answer);
  return replayLogs([crafted.log]);
}

const last = (command: string, answer?: Answer, file = path): string | undefined =>
  after(command, answer).told(file).at(-1);

const unknown = "command partial (lines)";
const untouched = 'created exact "A\\n"';

describe("the file is unknown after", () => {
  test.each([
    ["grep -q zzz other && echo B > f.txt; echo done"],
    ["test -f nothere && rm f.txt || true"],
    ["[ -d build ] && rm -rf /p; echo ok"],
    ["mv f.txt /nowhere/g.txt; ls"],
    ["echo hi; exit 0; echo B > f.txt"],
    ["rm -i f.txt < /dev/null"],
    ["rm f.txt | cat"],
    ["rm f.txt & ls"],
    ["! rm f.txt"],
    ["alias rm=echo; rm f.txt"],
    ["cd sub && ls && cd - && echo B > f.txt"],
    ["pushd sub; ls; popd; echo B > f.txt"],
    ["cd nosub 2>/dev/null; echo B > f.txt"],
    ["git checkout -- ."],
    ["git restore ."],
    ["git checkout f.txt"],
    ["cp -n src/a.ts f.txt"],
    ["cp -u src/a.ts f.txt"],
    ["cp -s src/a.ts f.txt"],
    ["rm *.txt"],
    ["rm {f,g}.txt"],
    ["rm -rf /p/*"],
    ["F=f.txt; echo B > $F"],
    ["D=/p; echo B > ${D}/f.txt"],
    ["echo B > f.tx?"],
    ["for f in f.txt g.txt; do sed -i s/A/B/ $f; done"],
    ["cat list | while read x; do rm $x; done; ls f.txt"],
    ["if true; then rm f.txt; fi"],
    ["(rm f.txt)"],
    ["x=$(rm f.txt)"],
    ["make 2> f.txt"],
    ["case $x in a) rm f.txt;; esac"],
    ["sudo rm f.txt"],
    ["rm f.txt $("],
  ])("%s", (command) => {
    expect(last(command)).toBe(unknown);
  });

  test.each([
    ["a command that wrote it and failed later", "cat > f.txt <<'E'\nB\nE\nnode f.txt", failed],
    ["a command that removed it and failed later", "rm f.txt && npm test", failed],
    ["one that may have done a part", "cp -r src/a.ts f.txt", failed],
    ["one of two commands that failed", "cp src/a.ts f.txt && ls", failed],
    ["one that was interrupted", "rm f.txt", { result: { stdout: "", interrupted: true } }],
    ["one that runs in the background", "rm f.txt", { text: "", result: { backgroundTaskId: "b1" } }],
    ["one that was moved there", "rm f.txt", { text: "Command did not complete and was moved to background" }],
    ["one that was killed", "rm f.txt", { text: "Exit code 137", isError: true, result: "Error: Exit code 137" }],
    ["one whose exit code is an answer", "rm f.txt && grep a b", { result: { returnCodeInterpretation: "none" } }],
    ["one whose exit code nobody wrote down", "rm f.txt && grep a b", { text: "" }],
  ] satisfies readonly (readonly [string, string, Answer])[])("%s", (_, command, answer) => {
    expect(last(command, answer)).toBe(unknown);
  });

  test("one that an agent asked to run in the background", () => {
    expect(after("rm f.txt", { text: "" }, { run_in_background: true }).told(path).at(-1)).toBe(unknown);
  });
});

describe("the file is untouched after", () => {
  test.each([
    ["git rm -n f.txt"],
    ["git mv -n f.txt g.txt"],
    ["ls # ; rm f.txt"],
    [`git commit -m "$(cat <<'EOF'\nRun "cd /p && rm f.txt" (it's clean\nEOF\n)"`],
    ["cd $ELSEWHERE && rm f.txt"],
    ["[[ a > f.txt ]] && ls"],
    ["rm *.md src/{b,c}.ts"],
    ["git checkout main"],
  ])("%s", (command) => {
    expect(last(command)).toBe(untouched);
  });

  test.each([
    ["a lone command that failed", "rm f.txt", failed],
    ["one with nothing behind it that can fail", "cp src/a.ts f.txt && echo copied", failed],
    ["one that was denied", "rm f.txt; ls", { text: "Permission to use Bash has been denied.", isError: true }],
    ["one that was not well made", "rm f.txt; ls", { text: "<tool_use_error>InputValidationError", isError: true }],
  ] satisfies readonly (readonly [string, string, Answer])[])("%s", (_, command, answer) => {
    expect(last(command, answer)).toBe(untouched);
  });
});

test.each([
  ["cat > f.txt <<'E'\nB\nE\nnode f.txt", 'written derived "B\\n"'],
  ["cat > f.txt <<'E'\nB\nE\nfor i in 1 2; do echo $i; done", 'written derived "B\\n"'],
  ["cd /p && mkdir -p x && echo B > f.txt; ls", 'written derived "B\\n"'],
  ["cat > f.txt <<< B", 'written derived "B\\n"'],
  ["set -e\necho B > f.txt\nls", 'written derived "B\\n"'],
  ["cd nowhere || exit 1\nrm /p/f.txt", "deleted derived"],
  ["a &&\n  rm f.txt", "deleted derived"],
  ["cd $X && rm /p/f.txt", "deleted derived"],
  ['rm f.txt && git commit -m "$(date)"', "deleted derived"],
  ["mv f.txt g.txt && ls", "moved derived"],
  ["echo B > f.txt 1>&2", "written partial (lines)"],
  ["cat > f.txt <<A < other\nx\nA", "written partial (lines)"],
  ["echo a=~ > f.txt", "written partial (lines)"],
  ["echo a 12> f.txt", unknown],
])("%j is sure of as much as it may be", (command, expected) => {
  expect(last(command)).toBe(expected);
});

test.each([
  ["git restore src/", "/p/src/a.ts", unknown],
  ["git checkout -- .", "/p/gone.txt", unknown],
  ["rm *.txt", "/p/gone.txt", "deleted derived"],
  ["sed -i s/A/B/ src/*.ts", "/p/src/a.ts", unknown],
  ["rm *", "/p/src/a.ts", untouched],
  ["mkdir -p backup && cp f.txt backup", "/p/backup/f.txt", 'copied derived "A\\n"'],
  ["cp f.txt sub", "/p/sub/f.txt", 'copied derived "A\\n"'],
  ["mv src/a.ts .", "/p/a.ts", 'moved derived "A\\n"'],
  ["cp -r src/. dst", "/p/dst/a.ts", 'copied derived "A\\n"'],
  ["mv f.txt docs", "/p/f.txt", "moved derived"],
  ["mv src/ sub/", "/p/src/a.ts", "moved derived"],
  ["pushd sub; ls; popd; echo B > f.txt", "/p/sub/f.txt", unknown],
])("after %s, %s is what it must be", (command, file, expected) => {
  expect(last(command, done, file)).toBe(expected);
});

test.each([
  ["git restore src/"],
  ["git checkout -- ."],
  ["git restore lib"],
  ["rm -rf node_modules"],
  ["mv f.txt docs"],
  ["mv src/ dst/"],
  ["cp -r lib old"],
  ["mkdir -p backup && cp f.txt backup/"],
  ["cd nosub; echo B > new.txt"],
  ["cd -P sub && echo B > new.txt"],
  ["rm *.log"],
  ["cp -r src/ dst"],
])("%s makes no file of a folder, nor of a guess", (command) => {
  const known = new Set([path, "/p/src/a.ts", "/p/sub/f.txt", "/p/gone.txt", "/p/backup/f.txt"]);
  expect([...after(command).histories.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test("letters exchanged for letters leave the line ends as they were", () => {
  const ends = (command: string) => shellActs(command, "/p").map((act) => ("ends" in act ? act.ends : "in doubt"));
  for (const script of ["s/a/b/", "s|old name|new|g", "3,5d"])
    expect(ends(`sed -i '${script}' f.txt`)).toEqual(["kept"]);
  for (const script of ["s/\\r$//", "s/a.*/b/", "s/.$//", "s/$/x/", "s/a/b\\n/"])
    expect(ends(`sed -i '${script}' f.txt`)).toEqual(["in doubt"]);
});
