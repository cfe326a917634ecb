// Growing logs of damaged, glued, deep and wide lines.
import { type Craft, sessionId, text, timeAt } from "../craft.ts";
import { type Shape, repeated, times } from "./shape.ts";

/** An entry as text, to be cut or glued. */
const entry = (at: number, content = `p${at}`): string =>
  JSON.stringify({
    parentUuid: at === 0 ? null : `g${at - 1}`,
    isSidechain: false,
    type: "user",
    message: { role: "user", content },
    uuid: `g${at}`,
    timestamp: timeAt(at),
    cwd: "/home/ada/loom",
    sessionId,
    version: "2.1.150",
  });

/** A line of such text among readable ones. */
const amid = (hand: Craft, line: string): void => {
  hand.prompt("start");
  hand.raw(line);
  hand.prompt("end");
};

const torn = (at: number): string => entry(at).slice(0, -60);
const open = '{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"text","text":"';

export const lineShapes: readonly Shape[] = [
  { name: "objects that are never closed", write: (hand, size) => amid(hand, '{"a":'.repeat(size)) },
  { name: "arrays that are never closed", write: (hand, size) => amid(hand, `{"a":${"[".repeat(size)}`) },
  { name: "objects in arrays that are never closed", write: (hand, size) => amid(hand, '{"a":['.repeat(size)) },
  {
    name: "nesting that closes all but one",
    write: (hand, size) => amid(hand, `${'{"a":'.repeat(size)}1${"}".repeat(size - 1)}`),
  },
  {
    name: "nesting that closes too often",
    write: (hand, size) => amid(hand, `${'{"a":'.repeat(size)}1${"}".repeat(size + 1)}`),
  },
  {
    name: "sound nesting",
    write: (hand, size) => {
      hand.prompt("start");
      hand.raw(entry(0).replace('"p0"', `${'{"a":'.repeat(size)}1${"}".repeat(size)}`));
    },
  },
  {
    name: "torn nesting of an entry",
    write: (hand, size) => amid(hand, `{"parentUuid":null,"type":"user","message":${'{"a":['.repeat(size)}`),
  },
  {
    name: "torn nesting, then an end that closes it",
    write: (hand, size) => {
      hand.prompt("start");
      hand.raw(
        `{"parentUuid":null,"type":"user","sessionId":"s","message":{"role":"user","content":"x"},"d":${"[".repeat(size)}`,
      );
      hand.raw(`${"]".repeat(size)}}`);
      hand.prompt("end");
    },
  },
  {
    name: "values of a torn array",
    write: (hand, size) =>
      amid(hand, `{"parentUuid":null,"type":"user","a":[${repeated((at) => `{"b":${at}}`, size, ",")}`),
  },
  { name: "characters of a torn text", write: (hand, size) => amid(hand, open + "x".repeat(size)) },
  { name: "backslashes of a torn text", write: (hand, size) => amid(hand, open + "\\".repeat(size)) },
  {
    name: "quotes of a torn text",
    write: (hand, size) => amid(hand, open + '\\"'.repeat(size)),
  },
  { name: "torn lines", write: (hand, size) => times(size, (at) => hand.raw(torn(at))) },
  {
    name: "torn lines between entries",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.prompt(`p${at}`, { parentUuid: `g${at}` });
        hand.raw(torn(at));
      }),
  },
  {
    name: "ends of lines",
    write: (hand, size) => times(size, (at) => hand.raw(entry(at).slice(-60))),
  },
  {
    name: "halves of entries on two lines",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.raw(entry(at).slice(0, 70));
        hand.raw(entry(at).slice(70));
      }),
  },
  {
    name: "entries spread over several lines",
    write: (hand, size) =>
      times(size / 4, (at) => {
        for (const line of JSON.stringify(JSON.parse(entry(at)), null, 1).split("\n")) hand.raw(line);
      }),
  },
  {
    name: "an object spread over all lines",
    write: (hand, size) => {
      hand.prompt("start");
      hand.raw("{");
      times(size, (at) => hand.raw(` "k${at}": ${at},`));
    },
  },
  {
    name: "glued entries in one line",
    write: (hand, size) =>
      amid(
        hand,
        repeated((at) => entry(at), size),
      ),
  },
  {
    name: "glued entries with commas in one line",
    write: (hand, size) =>
      amid(
        hand,
        repeated((at) => entry(at), size, ","),
      ),
  },
  { name: "glued torn entries in one line", write: (hand, size) => amid(hand, repeated(torn, size)) },
  { name: "beginnings of entries in one line", write: (hand, size) => amid(hand, '{"parentUuid":null,'.repeat(size)) },
  {
    name: "beginnings of entries that nest in one line",
    write: (hand, size) => amid(hand, '{"parentUuid":null,"a":'.repeat(size)),
  },
  {
    name: "beginnings of entries inside a text",
    write: (hand, size) => amid(hand, `${open}${'{\\"parentUuid\\":null,'.repeat(size)}`),
  },
  { name: "empty objects in one line", write: (hand, size) => amid(hand, "{}".repeat(size)) },
  { name: "open braces in one line", write: (hand, size) => amid(hand, "{".repeat(size)) },
  { name: "spaces behind a brace", write: (hand, size) => amid(hand, `{${" ".repeat(size)}`) },
  { name: "runs of spaces behind braces", write: (hand, size) => amid(hand, `{${" ".repeat(40)}`.repeat(size / 40)) },
  { name: "commas in one line", write: (hand, size) => amid(hand, ",".repeat(size)) },
  { name: "zero bytes and letters in one line", write: (hand, size) => amid(hand, "\0a".repeat(size)) },
  {
    name: "zero bytes inside an entry",
    write: (hand, size) => amid(hand, entry(0, "x\0".repeat(size)).replaceAll("\\u0000", "\0")),
  },
  {
    name: "two tangled entries",
    write: (hand, size) => {
      const [first, second] = [entry(1, "a".repeat(size)), entry(2, "b".repeat(size))];
      const [half, other] = [Math.floor(first.length / 2), Math.floor(second.length / 3)];
      amid(hand, first.slice(0, half) + second.slice(0, other) + first.slice(half) + second.slice(other));
    },
  },
  {
    name: "a tangle of quotes",
    write: (hand, size) => {
      const [first, second] = [entry(1, '","'.repeat(size)), entry(2, '":"'.repeat(size))];
      const [half, other] = [Math.floor(first.length / 2), Math.floor(second.length / 3)];
      amid(hand, first.slice(0, half) + second.slice(0, other) + first.slice(half) + second.slice(other));
    },
  },
  {
    name: "a tangle with deep nesting",
    write: (hand, size) => {
      const deep = `${"[".repeat(size)}${"]".repeat(size)}`;
      const [first, second] = [entry(1).replace('"p1"', deep), entry(2).replace('"p2"', deep)];
      const [half, other] = [Math.floor(first.length / 2), Math.floor(second.length / 2)];
      amid(hand, first.slice(0, half) + second.slice(0, other) + first.slice(half) + second.slice(other));
    },
  },
  { name: "keys of one entry", write: (hand, size) => wide(hand, size, "entry") },
  { name: "keys of one message", write: (hand, size) => wide(hand, size, "message") },
  { name: "keys of one input", write: (hand, size) => wide(hand, size, "input") },
  {
    name: "equal keys of one entry",
    write: (hand, size) => {
      hand.prompt("start");
      hand.raw(
        `{${'"type":"user",'.repeat(size)}"uuid":"w","parentUuid":"e1","message":{"role":"user","content":"x"}}`,
      );
    },
  },
  { name: "blank lines", write: (hand, size) => times(size, () => hand.raw("")) },
  { name: "comments", write: (hand, size) => times(size, (at) => hand.raw(`// note ${at}`)) },
  { name: "lines of junk", write: (hand, size) => times(size, (at) => hand.raw(`junk ${at} }{"`)) },
  { name: "unclosed quotes", write: (hand, size) => times(size, () => hand.raw('{"a":"')) },
  { name: "long texts", write: (hand, size) => times(4, () => void hand.reply([text("word ".repeat(size))])) },
  { name: "prompts of markup", write: (hand, size) => void hand.prompt("<command-name>".repeat(size)) },
  { name: "prompts of open tags", write: (hand, size) => void hand.prompt("<system-reminder>".repeat(size)) },
  { name: "control characters", write: (hand, size) => void hand.prompt("\u001b[31m\u202e".repeat(size)) },
  { name: "lines of one text", write: (hand, size) => void hand.reply([text("a\n".repeat(size))]) },
];

function wide(hand: Craft, size: number, where: "entry" | "message" | "input"): void {
  const keys = Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, at]));
  const input = where === "input" ? keys : {};
  const message = {
    id: "m",
    role: "assistant",
    content: [{ type: "tool_use", id: "c", name: "Read", input }],
    ...(where === "message" ? keys : {}),
  };
  hand.prompt("start");
  hand.link("assistant", { message, ...(where === "entry" ? keys : {}) });
  hand.result("c");
}
