// Entries on their way to a file -> the same, with damage of known kinds at a known rate; what a crash or two writers leave.
import type { JsonObject } from "./json.ts";
import type { Rng } from "./rng.ts";
import type { Sink } from "./sink.ts";

export type Damage = {
  /** `torn`: the entry was lost, only its beginning stands in the file. */
  readonly write: (sink: Sink, entry: JsonObject, worth: "fragile" | "whole") => "written" | "torn";
  /** How this file ends. */
  readonly end: (sink: Sink) => "final" | "missing";
};

export const noDamage: Damage = {
  write: (sink, entry) => {
    sink.put(entry);
    return "written";
  },
  end: () => "final",
};

/** `rate`: the share of lines that get a damaged neighbour or are torn; of files, ten times as many end without a newline. */
export function createDamage(rng: Rng, rate: number): Damage {
  return {
    write: (sink, entry, worth) => {
      if (!rng.chance(rate)) return noDamage.write(sink, entry, worth);
      const kind = rng.int(0, worth === "fragile" ? 5 : 2);
      if (kind > 2) {
        sink.damaged(beginning(entry, rng), "torn");
        return "torn";
      }
      if (kind === 0) sink.damaged(Buffer.alloc(rng.int(1, 4096)), "nul-run");
      else if (kind === 1) sink.damaged(glued(rng), "glued-objects");
      else sink.blank(rng.pick(["", "", " ", "\t "]));
      return noDamage.write(sink, entry, worth);
    },
    end: (sink) => {
      const draw = rng.next();
      // A tail torn from an entry that nobody counted: the client was killed while it wrote.
      if (draw < rate * 5)
        sink.damaged(beginning({ type: "system", subtype: "turn_duration", durationMs: 1 }, rng), "torn-tail");
      return draw < rate * 10 ? "missing" : "final";
    },
  };
}

function beginning(entry: JsonObject, rng: Rng): Buffer {
  const whole = Buffer.from(JSON.stringify(entry));
  return whole.subarray(0, rng.int(12, whole.length - 2));
}

// Only state lines are glued: what a reader makes of the second object then changes no total.
function glued(rng: Rng): Buffer {
  const sessionId = rng.uuid();
  const line = JSON.stringify({ type: "mode", mode: "normal", sessionId });
  return Buffer.from(line + JSON.stringify({ type: "permission-mode", permissionMode: "default", sessionId }));
}
