// Every folder of fixtures: a log with one defect, why it is there (WHY.md), and what must come out (expect.json).
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { Decoded } from "../../src/format/index.ts";
import {
  type Agent,
  type Branch,
  type Call,
  type Finding,
  type Turn,
  buildRequest,
  newestRules,
} from "../../src/graph/index.ts";
import { transcript } from "../../src/view/index.ts";
import { open } from "../craft.ts";

const fixtures = join(import.meta.dirname, "..", "fixtures");
const names = readdirSync(fixtures).sort();

describe("the defect", () => {
  test.each(names)("%s comes out as its expect.json says", (name) => {
    const { decoded, session, read } = open(readFileSync(join(fixtures, name, "session.jsonl")));
    const expected: unknown = JSON.parse(readFileSync(join(fixtures, name, "expect.json"), "utf8"));
    expect({
      lines: decoded.map(lineWords),
      findings: session.findings.map(findingWords),
      path: session.path.map(({ line }) => line),
      sent: session.conversation.nodes.map(({ line }) => line),
      turns: session.turns.map(turnWords),
      calls: session.calls.map(callWords),
      branches: session.branches.map(branchWords),
      agents: session.agents.map(agentWords),
    }).toEqual(expected);
    const rows = [...transcript(session.path, session.turns, { session, read })];
    expect(rows.length).toBeGreaterThanOrEqual(session.turns.length);
    expect(() =>
      buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders: "shown" }),
    ).not.toThrow();
  });

  test.each(names)("%s is told in two or three lines of WHY.md", (name) => {
    const why = readFileSync(join(fixtures, name, "WHY.md"), "utf8")
      .trimEnd()
      .split("\n");
    expect(why.length).toBeGreaterThanOrEqual(2);
    expect(why.length).toBeLessThanOrEqual(3);
  });

  it("has a fixture for each of more than sixty", () => {
    expect(names.length).toBeGreaterThan(60);
  });
});

function lineWords(decoded: Decoded): string {
  const quirks = decoded.quirks.length === 0 ? "" : ` [${decoded.quirks.join(" ")}]`;
  if (decoded.kind !== "damaged") return `${decoded.kind}${quirks}`;
  const found = decoded.objects.length === 0 ? "" : ` +${decoded.objects.length}`;
  return `damaged ${decoded.damage}${found}${decoded.leading === undefined ? "" : " leading"}${quirks}`;
}

function findingWords({ severity, code, detail, line, count }: Finding): string {
  const place = line === undefined ? "" : ` @${line}`;
  return `${severity} ${code}${detail === "" ? "" : ` (${detail})`}${place}${count === 1 ? "" : ` x${count}`}`;
}

const turnWords = ({ label, prompt, rounds }: Turn): string =>
  `${label} ${prompt === undefined ? "nobody" : `${prompt.kind} @${prompt.line}`}, ${rounds.length} rounds`;
const callWords = ({ id, name, line, resultLine, isError }: Call): string =>
  `${id} ${name} @${line} -> ${resultLine ?? "none"}${isError ? " error" : ""}`;
const branchWords = ({ number, leaf, forkLine, lines }: Branch): string =>
  `${number} leaf ${leaf.line}${forkLine === undefined ? "" : ` off ${forkLine}`}: ${lines.join(" ")}`;
const agentWords = ({ id, layout, callId, entries }: Agent): string =>
  `${id} ${layout} for ${callId ?? "nobody"}, ${entries} entries`;
