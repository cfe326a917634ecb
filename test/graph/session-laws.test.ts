// Laws of sessions: whatever hangs together however, nothing is thrown, nothing hangs, and every entry is accounted for.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, field, objectField } from "../../src/format/index.ts";
import {
  type Node,
  buildRequest,
  checkRequest,
  findingCodes,
  newestRules,
  summarizeSession,
} from "../../src/graph/index.ts";
import { transcript } from "../../src/view/index.ts";
import { type Opened, bytesOf, open, seeded } from "../craft.ts";
import { tangle } from "./tangle.ts";

const chainTypes = new Set(["user", "assistant", "attachment", "system", "progress"]);

/** Every object that counts as an entry, told without the graph. */
const objectsOf = ({ decoded }: Opened) =>
  decoded.flatMap((one) => {
    const raw = one.kind === "blank" ? undefined : one.kind === "damaged" ? one.leading : one.raw;
    return raw === undefined ? [] : [{ raw, type: field(raw, "type") }];
  });

const callIds = (opened: Opened, from: "user" | "assistant"): readonly string[] =>
  objectsOf(opened)
    .filter(({ type }) => type === from)
    .flatMap(({ raw }) => blocksOf(field(objectField(raw, "message") ?? {}, "content")))
    .flatMap((block) => {
      const id = from === "assistant" && block.type === "tool_use" ? block.id : undefined;
      return (block.type === "tool_result" && from === "user" ? block.callId : id) ?? [];
    });

const isSpoken = (node: Node): boolean =>
  !node.sidechain &&
  (node.type === "assistant" ||
    (node.type === "user" && !node.meta && node.prompt !== "tool_result" && node.prompt !== "interruption"));

const hasTwice = (items: readonly unknown[]): boolean => new Set(items).size !== items.length;

function checkAll(holds: (opened: Opened) => void): void {
  fc.assert(
    fc.property(tangle, (text) => {
      holds(open(bytesOf(text)));
    }),
    seeded(400),
  );
}

describe("a session of any entries", () => {
  it("has every chain entry as a node, in file order", () =>
    checkAll((opened) => {
      const lines = opened.log.nodes.map(({ line }) => line);
      expect(lines).toHaveLength(
        objectsOf(opened).filter(({ type }) => typeof type === "string" && chainTypes.has(type)).length,
      );
      expect(lines.every((line, at) => at === 0 || line > (lines[at - 1] ?? 0))).toBe(true);
    }));

  it("tallies every line once and every byte", () =>
    checkAll(({ decoded, log: { tally } }) => {
      const { entry, other, blank, damaged } = tally.kinds;
      expect(entry + other + blank + damaged).toBe(decoded.length);
      expect(tally.bytes).toBe(decoded.reduce((sum, { line }) => sum + line.length, 0));
    }));

  it("has each spoken entry on the path or on exactly one branch", () =>
    checkAll(({ log, session }) => {
      const placed = [...session.path.map(({ line }) => line), ...session.branches.flatMap(({ lines }) => lines)];
      expect(hasTwice(placed)).toBe(false);
      const spoken = log.nodes.filter((node) => isSpoken(node) && session.links.isLive(node));
      expect(spoken.filter(({ line }) => !placed.includes(line))).toEqual([]);
    }));

  it("hides an entry only behind a later one with the same uuid, or with none", () =>
    checkAll(({ log, session }) => {
      const hidden = log.nodes.filter((node) => !session.links.isLive(node));
      expect(hidden.every(({ id, index }) => log.nodes.some((later) => later.id === id && later.index > index))).toBe(
        true,
      );
    }));

  it("has every call of the file, and every result beside its call or named as an orphan", () =>
    checkAll((opened) => {
      const { calls, findings } = opened.session;
      expect(new Set(calls.map(({ id }) => String(id)))).toEqual(new Set(callIds(opened, "assistant")));
      const answered = new Set(calls.filter(({ resultLine }) => resultLine !== undefined).map(({ id }) => String(id)));
      const results = callIds(opened, "user");
      const live = opened.log.nodes.filter((node) => opened.session.links.isLive(node));
      const orphans = live.flatMap((node) => node.results).filter(({ callId }) => !answered.has(callId));
      expect(orphans.length === 0 || findings.some(({ code }) => code === "orphan-result")).toBe(true);
      expect([...answered].filter((id) => !results.includes(id))).toEqual([]);
    }));

  it("has turns that follow the path", () =>
    checkAll(({ session }) => {
      const lines = session.path.map(({ line }) => line);
      const turned = session.turns.flatMap((turn) => turn.lines);
      expect(lines.filter((line) => turned.includes(line))).toEqual(turned);
      for (const turn of session.turns)
        for (const round of turn.rounds) expect(round.lines.filter((line) => !turn.lines.includes(line))).toEqual([]);
    }));

  it("has findings with a known code, a count and a line of the file", () =>
    checkAll(({ decoded, session }) => {
      for (const { code, count, line } of session.findings) {
        expect(Object.hasOwn(findingCodes, code)).toBe(true);
        expect(count).toBeGreaterThan(0);
        expect(line === undefined || (line >= 1 && line <= decoded.length)).toBe(true);
      }
    }));

  it("is counted by its summary as it is", () =>
    checkAll(({ log, read, session }) => {
      const { turns, rounds, calls, results, branches, agents, findings } = summarizeSession(log, { read });
      expect({ turns, rounds, calls, results, branches, agents, findings }).toEqual({
        turns: session.turns.at(-1)?.number ?? 0,
        rounds: session.turns.reduce((sum, turn) => sum + turn.rounds.length, 0),
        calls: session.calls.length,
        results: session.calls.filter(({ resultLine }) => resultLine !== undefined).length,
        branches: session.branches.length,
        agents: session.agents.length,
        findings: session.findings,
      });
    }));

  it("has rows for its path and branches, and a request that can be checked", () =>
    checkAll(({ log, read, session }) => {
      const onBranch = session.branches.map(({ lines, turns }) => ({
        nodes: log.nodes.filter(({ line }) => lines.includes(line)),
        turns,
      }));
      for (const { nodes, turns } of [{ nodes: session.path, turns: session.turns }, ...onBranch]) {
        const rows = [...transcript(nodes, turns, { session, read })];
        const lines = nodes.map(({ line }) => line);
        expect(rows.every(({ line }) => lines.includes(line))).toBe(true);
      }
      expect(hasTwice(session.conversation.nodes)).toBe(false);
      for (const reminders of ["left-out", "shown"] as const) {
        const { messages } = buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders });
        expect(checkRequest(messages).every(({ message }) => message < messages.length)).toBe(true);
      }
    }));

  it("is built for an agent's log as well", () =>
    checkAll(({ log, read }) => {
      expect(summarizeSession(log, { read, scope: "agent" }).branches).toBe(0);
    }));

  it("of a prefix knows the same entries in front of the cut", () => {
    fc.assert(
      fc.property(tangle, fc.nat({ max: 14 }), (text, cut) => {
        const lines = text.split("\n");
        const whole = open(bytesOf(`${text}\n`)).log.nodes;
        const part = open(
          bytesOf(
            lines
              .slice(0, cut)
              .map((line) => `${line}\n`)
              .join(""),
          ),
        ).log.nodes;
        expect(part).toEqual(whole.slice(0, part.length));
      }),
      seeded(300),
    );
  });

  it("is a function of the bytes: the same twice", () => {
    fc.assert(
      fc.property(tangle, (text) => {
        const [one, two] = [open(bytesOf(text)), open(bytesOf(text))];
        expect(one.session.turns).toEqual(two.session.turns);
        expect(one.session.findings).toEqual(two.session.findings);
      }),
      seeded(200),
    );
  });
});
