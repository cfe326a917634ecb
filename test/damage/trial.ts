// Sessions, kinds of damage and a seed -> one damaged session; the same ones for the same seed.
import { type Pick, bodyOf, bytesOf, damages } from "./index.ts";

export type Base = { readonly name: string; readonly bytes: Uint8Array };
export type Trial = {
  readonly base: Base;
  readonly kinds: readonly string[];
  readonly damaged: Uint8Array;
  readonly lost: ReadonlySet<string>;
};

const maxAttempts = 12;

/** Undefined when no session that was tried offers a place for the damage. */
export function trialOf(bases: readonly Base[], kinds: readonly string[], pick: Pick): Trial | undefined {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const base = bases[pick(bases.length)];
    if (base === undefined) return undefined;
    const body = bodyOf(base.bytes);
    const done = kinds.filter((kind) => damages[kind]?.(body, pick) ?? false);
    if (done.length === kinds.length) return { base, kinds, damaged: bytesOf(body), lost: body.lost };
  }
  return undefined;
}

export function someKinds(pick: Pick): readonly string[] {
  const names = Object.keys(damages);
  return Array.from({ length: 2 + pick(3) }, () => names[pick(names.length)] ?? "");
}

/** Spread over all numbers: neighbouring seeds would begin with the same picks. */
export function seedOf(kind: string, seed: number): number {
  let hash = 2_166_136_261;
  for (const sign of `${kind} ${seed}`) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** One line of the table: a kind of damage and what became of it. */
export function row(name: string, cells: readonly string[]): string {
  return [name.padEnd(38), ...cells].join("  ");
}

export const percent = (part: number, whole: number): string =>
  `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1).padStart(5)} %`;
