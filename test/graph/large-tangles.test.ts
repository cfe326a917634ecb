// Logs that are made to hold a reader up -> sessions, soon: what takes the square of its size does not end in time.
import { describe, expect, test } from "vitest";
import { type Craft, call, craft, open, text } from "../craft.ts";

const many = 8_000;
/** More than can be handed over as arguments of one call. */
const tooMany = 130_000;
const times = (count: number, make: (at: number) => void): void => {
  for (let at = 0; at < count; at++) make(at);
};

/** What is made, how, and how many calls and branches there must be. */
const cases: readonly (readonly [string, (hand: Craft) => void, Readonly<Record<string, number>>])[] = [
  ["boundaries without end", (hand) => times(tooMany, (at) => boundary(hand, at)), { calls: 0, branches: 0 }],
  [
    "a twig of attachments beside a call",
    (hand) => {
      hand.prompt("x");
      hand.reply([call("t1")]);
      times(tooMany, (at) => attachment(hand, at));
      hand.result("t1", { parentUuid: "e2" });
      hand.reply([text("ok")]);
    },
    { calls: 1, branches: 0 },
  ],
  [
    "prompts that all hang on the end of a row of progress lines",
    (hand) => {
      hand.prompt("x");
      times(many, () => progress(hand));
      times(many, () => void hand.prompt("y", { parentUuid: `e${many + 1}` }));
    },
    { calls: 0, branches: many - 1 },
  ],
  [
    "prompts that hang on a ring of progress lines",
    (hand) => {
      times(many, (at) => progress(hand, `e${at === 0 ? many : at}`));
      times(many, () => void hand.prompt("y", { parentUuid: `e${many}` }));
    },
    { calls: 0 },
  ],
  [
    "one message whose lines hang side by side",
    (hand) => {
      hand.prompt("x");
      times(many, (at) => void hand.reply([call(`c${at}`)], { parentUuid: "e1", messageId: "m" }));
      times(many, (at) => void hand.result(`c${at}`, { parentUuid: `e${at + 2}` }));
    },
    { calls: many, branches: 0 },
  ],
  [
    "rewinds to the same place",
    (hand) => {
      hand.prompt("x");
      times(many, () => {
        hand.prompt("y", { parentUuid: "e1" });
        hand.reply([text("z")]);
      });
    },
    { branches: many - 1 },
  ],
  ["parents that are nowhere", (hand) => times(many, (at) => void hand.prompt("y", { parentUuid: `no${at}` })), {}],
  [
    "agents inside the session's own file",
    (hand) => {
      times(many, (at) => void hand.reply([call(`c${at}`, "Task", { prompt: `p${at}` })]));
      times(many, (at) => void hand.prompt(`p${at}`, { parentUuid: null, isSidechain: true }));
    },
    { calls: many, agents: many },
  ],
  [
    "one call id again and again, with as many results",
    (hand) => {
      hand.prompt("x");
      times(many, (at) => void hand.reply([call("c")], { messageId: `m${at}` }));
      times(many, () => void hand.result("c"));
    },
    {},
  ],
  ["one uuid on every line", (hand) => times(many, () => void hand.reply([call("c")], { uuid: "u" })), { branches: 0 }],
  ["lines without uuid", (hand) => times(many, () => void hand.reply([call("c")], { uuid: undefined })), {}],
  [
    "a ring of all entries",
    (hand) => times(many, (at) => void hand.prompt("x", { parentUuid: `e${at === 0 ? many : at}` })),
    { branches: 0 },
  ],
];

const boundary = (hand: Craft, at: number): void =>
  hand.raw(`{"type":"system","subtype":"compact_boundary","uuid":"b${at}"}`);
const attachment = (hand: Craft, at: number): void =>
  hand.raw(
    `{"type":"attachment","attachment":{"type":"date"},"uuid":"d${at}","parentUuid":"${at === 0 ? "e2" : `d${at - 1}`}"}`,
  );
const progress = (hand: Craft, parent?: string): void =>
  void hand.link("progress", {
    data: { type: "hook_progress" },
    ...(parent === undefined ? {} : { parentUuid: parent }),
  });

describe("a log of", () => {
  test.each(cases)("%s is built in time", (_what, make, expected) => {
    const hand = craft();
    make(hand);
    const { session } = open(hand.bytes());
    const counts = { calls: session.calls.length, branches: session.branches.length, agents: session.agents.length };
    expect(counts).toMatchObject(expected);
  });
});
