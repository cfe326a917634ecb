// Shell commands -> what is said of files; what is not plain is in doubt.
import { expect, test } from "vitest";
import { shellActs } from "../../src/graph/index.ts";
import { shellText } from "../../src/graph/files/shell-act.ts";

const cwd = "/p";
const acts = (command: string): readonly string[] =>
  shellActs(command, cwd).map((act) =>
    act.kind === "move" || act.kind === "copy" ? `${act.kind} ${act.from} ${act.path}` : `${act.kind} ${act.path}`,
  );

test.each([
  ["rm a.txt", ["remove /p/a.txt"]],
  ["rm -rf 'my dir' && echo gone", ["remove /p/my dir"]],
  ["mv a b", ["move /p/a /p/b"]],
  ["git mv a.ts lib/", ["move /p/a.ts /p/lib/a.ts"]],
  ["cp a b c/d", ["copy /p/a /p/c/d/a", "copy /p/b /p/c/d/b"]],
  ["cd sub && rm x && rm ../y", ["remove /p/sub/x", "remove /p/y"]],
  ["echo hi > out.txt 2>&1", ["write /p/out.txt"]],
  ["echo hi >> /tmp/out.txt", ["append /tmp/out.txt"]],
  ["make 2> err.log > /dev/null", ["doubt /p/err.log"]],
  ["cat <<EOF > f\nx\nEOF\nrm g", ["write /p/f", "remove /p/g"]],
  ["sed -i 's/a/b/' x.ts y.ts", ["change /p/x.ts", "change /p/y.ts"]],
  ["sed -i '' -e 's|a|b|g' x.ts", ["change /p/x.ts"]],
  ["sed -n 1,3p x.ts", []],
  ["git checkout main", ["doubt /p/main"]],
  ["git checkout -- go.mod", ["doubt /p/go.mod"]],
  ["rm $FILE", []],
  ["rm *.txt", ["doubt /p/[^/]*\\.txt"]],
  ["for f in a b; do rm $f; done", ["doubt /p/a", "doubt /p/b"]],
  ["test -f a || rm b", ["doubt /p/b"]],
  ["rm a &", ["doubt /p/a"]],
  ["(rm a)", ["doubt /p/a"]],
  ["rm 'unterminated", ["doubt /p/unterminated"]],
  ["touch a # rm b", ["create /p/a"]],
] as const)("%s", (command, expected) => {
  expect(acts(command)).toEqual(expected);
});

test.each([
  ["echo 'a b' > f", "a b\n"],
  ["echo -n x > f", "x"],
  ['echo "say \\"hi\\"" > f', 'say "hi"\n'],
  ["echo 'a\\n' > f", undefined],
  ['echo "$HOME" > f', undefined],
  ["printf 'a\\tb\\n' > f", "a\tb\n"],
  ["printf '%d' 3 > f", undefined],
  ["printf '%s\\n' 'x y' > f", "x y\n"],
  ["cat > f <<'E'\n$x `y`\n\nE", "$x `y`\n\n"],
  ["cat > f <<E\n$x\nE", undefined],
  ["cat > f <<-E\n\tx\n\tE", "x\n"],
  ["cat a > f", undefined],
  ["echo a | cat > f", undefined],
  ["> f", ""],
] as const)("%s spells out what it writes, or is not believed", (command, text) => {
  expect(shellText(command, 0)).toBe(text);
});
