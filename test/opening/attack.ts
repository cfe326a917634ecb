// A seed -> attacks: what is planted where, and the commands that meet it.
import { randomFrom } from "../catalog/random.ts";
import { attacked, isTried, other, places } from "./hostile-home.ts";
import { type Kind, kinds } from "./special-file.ts";

export type Attack = { readonly place: string; readonly kind: Kind; readonly commands: readonly (readonly string[])[] };

/** Each reads the session that is attacked, or all of them; those that write are tried without writing. */
export const commands: readonly (readonly string[])[] = [
  "overview|ls|ls --agents --json|ls --no-index|search warp|search --no-index warp|show A|show A --agent abc|session A --json|rows A",
  "lines A|entries A|request A|context A|doctor|doctor A|doctor --verbose|stats|stats --no-index --by session|cost|tools|files",
  "files log /home/ada/loom/warp.txt|files show /home/ada/loom/warp.txt|files diff /home/ada/loom/warp.txt v1|blame /home/ada/loom/warp.txt",
  "recover /home/ada/loom/warp.txt --dry-run|status --json|status|resume A --print|history|history A|title A|title A new --dry-run|index --status|index|drift",
  "__complete -- show ''|clone A --dry-run|fork A --at 1 --dry-run|split A --at 1 --dry-run|repair A --dry-run|trim A --dry-run|compress A --keep-turns 0 --dry-run",
  "move A --to /home/ada/attic --dry-run|keep A --dry-run|keep --all --dry-run|delete A --dry-run|restore --dry-run|show O|clone O --dry-run",
  "show 'Weave the warp'|show @last|undo A --dry-run|move /home/ada/loom --to /home/ada/attic --dry-run",
]
  .flatMap((group) => group.split("|"))
  .map((command) => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => named(quoted ?? word ?? "")));

function named(word: string): string {
  if (word === "A") return attacked;
  return word === "O" ? other : word;
}

const all: readonly Omit<Attack, "commands">[] = Object.entries(places).flatMap(([place, facts]) =>
  kinds.filter((kind) => isTried(facts, kind)).map((kind) => ({ place, kind })),
);

/** A share of all pairs of place and kind, each with some commands; the list of sessions is printed in all of them. */
export function attacksFrom(
  seed: number,
  { pairs, perPair }: { readonly pairs: number; readonly perPair: number },
): readonly Attack[] {
  const random = randomFrom(seed);
  const keyed = all.map((one) => ({ one, key: random.below(1 << 30) })).sort((a, b) => a.key - b.key);
  let turn = random.below(commands.length);
  const next = (): readonly string[] => commands[(turn = (turn + 1) % commands.length)] ?? [];
  return keyed.slice(0, pairs).map(({ one }) => ({
    ...one,
    commands: [["ls", "--json"], ...Array.from({ length: perPair }, next)],
  }));
}
