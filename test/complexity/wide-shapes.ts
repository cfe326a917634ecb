// Growing logs in which one line, or one message, holds much: blocks, pictures, paths, ids; messages that are tangled.
import type { JsonObject } from "../../src/format/index.ts";
import { call, sessionId, text } from "../craft.ts";
import { type Shape, repeated, times } from "./shape.ts";

const result = (at: number, content: string | readonly JsonObject[]): JsonObject => ({
  type: "tool_result",
  tool_use_id: `c${at}`,
  content: typeof content === "string" ? content : [...content],
});
const thinking = (at: number): JsonObject => ({ type: "thinking", thinking: `t${at}`, signature: "s" });
const picture: JsonObject = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
};
const list = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: Math.floor(count) }, (_, at) => make(at));

export const wideShapes: readonly Shape[] = [
  {
    name: "long results in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(list(size / 4, (at) => call(`c${at}`, "Bash", { command: `run ${at}` })));
      hand.prompt(list(size / 4, (at) => result(at, "word ".repeat(100))));
      hand.reply([text("done")]);
      hand.prompt("next");
    },
  },
  {
    name: "calls and texts in one line, results in others",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(list(size / 2, (at) => (at % 2 === 0 ? call(`c${at}`) : text(`t${at}`))));
      times(size / 4, (at) => void hand.result(`c${2 * at}`));
    },
  },
  {
    name: "calls in one line, every 2nd without result",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(list(size / 2, (at) => call(`c${at}`)));
      hand.prompt(list(size / 4, (at) => result(2 * at, "done")));
    },
  },
  {
    name: "pictures of one result",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply([call("c0")]);
      hand.prompt([
        result(
          0,
          list(size, () => picture),
        ),
      ]);
      hand.prompt("next");
    },
  },
  {
    name: "pictures of one prompt",
    write: (hand, size) => {
      hand.prompt(list(size, () => picture));
      hand.reply([text("seen")]);
      hand.prompt("next");
    },
  },
  {
    name: "thinking in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply([...list(size, thinking), call("c0")]);
      hand.result("c0");
      hand.prompt("next");
    },
  },
  {
    name: "thinking lines of one message with a call",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([thinking(at)], { messageId: "m" }));
      hand.reply([call("c0")], { messageId: "m" });
      hand.result("c0");
      hand.prompt("next");
    },
  },
  {
    name: "paths in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply([call("c0", "Glob")]);
      hand.result("c0", { toolUseResult: { filenames: list(size, (at) => `/home/ada/loom/f${at}.ts`) } });
    },
  },
  {
    name: "paths as keys in one line",
    write: (hand, size) => {
      const paths = list(size, (at) => `/home/ada/loom/f${at}.ts`);
      const entries = paths.map((path) => [path, { file_path: path }] as const);
      hand.prompt("start");
      hand.link("attachment", { attachment: { type: "files", files: Object.fromEntries(entries) } });
    },
  },
  {
    name: "session ids in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.link("attachment", { attachment: { type: "ids", ids: list(size, () => sessionId) } });
    },
  },
  {
    name: "session ids and paths in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply([call("c0", "Glob")]);
      const filenames = list(size, (at) => (at % 2 === 0 ? `/home/ada/loom/${sessionId}/f${at}` : sessionId));
      hand.result("c0", { toolUseResult: { filenames } });
    },
  },
  {
    name: "uuids in one line",
    write: (hand, size) => {
      times(size / 2, (at) => void hand.prompt(`p${at}`));
      hand.link("attachment", { attachment: { type: "ids", ids: list(size / 2, (at) => `e${at + 1}`) } });
    },
  },
  {
    name: "messages that nest",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.reply([call(`c${at}`)], { messageId: `m${at}` }));
      times(size / 2, (at) => void hand.reply([text("end")], { messageId: `m${Math.ceil(size / 2) - 1 - at}` }));
    },
  },
  {
    name: "messages that take turns",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([call(`c${at}`)], { messageId: `m${at % 50}` }));
    },
  },
  {
    name: "lines of one message between prompts",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.reply([text(`part ${at}`)], { messageId: "m" });
        hand.prompt(`p${at}`);
      }),
  },
  {
    name: "spaces between the values of one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.raw(
        `{"type":"user",${" ".repeat(size)}"uuid":"w","message":{"role":"user","content":"x"}${" ".repeat(size)}}`,
      );
    },
  },
  {
    name: "escapes of one text",
    write: (hand, size) => void hand.prompt(repeated((at) => (at % 2 === 0 ? '"' : "\\"), size)),
  },
];
