// Decoded lines -> how many there are of each kind, and that every byte is accounted for.
import type { DamageReason, Decoded, LineKind } from "../format/index.ts";

export type Tally = {
  readonly bytes: number;
  readonly lines: number;
  readonly kinds: Readonly<Record<LineKind, number>>;
  /** Entries and others by type. */
  readonly types: ReadonlyMap<string, number>;
  readonly damage: ReadonlyMap<DamageReason, number>;
  readonly longestLine: number;
};

export function tallier(): { readonly add: (decoded: Decoded) => void; readonly total: () => Tally } {
  const kinds = { entry: 0, other: 0, blank: 0, damaged: 0 };
  const types = new Map<string, number>();
  const damage = new Map<DamageReason, number>();
  let bytes = 0;
  let lines = 0;
  let longestLine = 0;
  return {
    add(decoded) {
      const { length } = decoded.line;
      bytes += length;
      lines += 1;
      longestLine = Math.max(longestLine, length);
      kinds[decoded.kind] += 1;
      if (decoded.kind === "damaged") damage.set(decoded.damage, (damage.get(decoded.damage) ?? 0) + 1);
      else if (decoded.kind !== "blank") {
        const type = decoded.type ?? "(no type)";
        types.set(type, (types.get(type) ?? 0) + 1);
      }
    },
    total: () => ({ bytes, lines, kinds, types, damage, longestLine }),
  };
}
