// Plain shell commands over simulated files -> the disk after them; undefined files make them fail as they would.
import { randomLine } from "./random-text.ts";
import { type World, anyPath } from "./simulated-world.ts";

/** A command that a person can read the outcome from; `path` is what it is about. */
export function shellCommand(world: World, path: string): string {
  const { random } = world;
  const other = anyPath(world);
  const roll = random.below(11);
  const word = quoted(path);
  const text =
    randomLine(random)
      .trim()
      .replaceAll(/[\\'$`!]/g, "") || "text";
  switch (roll) {
    case 0:
    case 1:
      return `rm ${random.chance(0.5) ? "-f " : ""}${word}`;
    case 2:
    case 3:
      return `${random.chance(0.3) ? "git " : ""}mv ${word} ${quoted(other)}`;
    case 4:
      return `cp ${word} ${quoted(other)} && echo copied`;
    case 5:
      return `echo '${text}' > ${word}`;
    case 6:
      return `echo '${text}' >> ${word}`;
    case 7:
      return `cat > ${word} <<'EOF'\n${text}\n\tsecond $HOME\nEOF`;
    case 8:
      return `printf '${text.replaceAll("%", "")}\\n' > ${word}; ls`;
    case 9:
      return `sed -i 's/a/b/' ${word}`;
  }
  return `touch ${word}`;
}

const quoted = (path: string): string => `'${path}'`;

/** False where the command fails, which then changes nothing. */
export function runShell({ disk }: World, command: string): boolean {
  const paths = [...(command.split("\n")[0]?.matchAll(/'((?:\/home|C:)[^']*)'/g) ?? [])].map((found) => found[1] ?? "");
  const [path = "", other = ""] = paths;
  const bytes = disk.read(path);
  const verb = /^(git )?\w+/.exec(command)?.[0] ?? "";
  const put = (target: string, content: Buffer | undefined): true => {
    disk.change(target, content, "logged");
    return true;
  };
  switch (verb) {
    case "rm":
      if (bytes === undefined) return command.startsWith("rm -f");
      return put(path, undefined);
    case "mv":
    case "git mv":
      if (bytes === undefined || path === other) return false;
      put(other, bytes);
      return put(path, undefined);
    case "cp":
      return bytes === undefined || path === other ? false : put(other, bytes);
    case "touch":
      return bytes === undefined ? put(path, Buffer.alloc(0)) : true;
    case "sed":
      return bytes === undefined
        ? false
        : put(path, Buffer.from(bytes.toString("latin1").replaceAll(/^([^a\n]*)a/gm, "$1b"), "latin1"));
    case "cat":
      return put(
        path,
        Buffer.from(
          command
            .split("\n")
            .slice(1, -1)
            .map((line) => `${line}\n`)
            .join(""),
        ),
      );
  }
  const text = /^(?:echo|printf) '([^']*)'/.exec(command)?.[1] ?? "";
  const said = Buffer.from(verb === "printf" ? text.replaceAll("\\n", "\n") : `${text}\n`);
  return put(path, command.includes(">>") ? Buffer.concat([bytes ?? Buffer.alloc(0), said]) : said);
}
