// Growing logs of messages, calls and results that are matched with one another.
import { call, text } from "../craft.ts";
import { type Shape, repeated, times } from "./shape.ts";

export const callShapes: readonly Shape[] = [
  {
    name: "lines of one message",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([text(`part ${at}`)], { messageId: "m" }));
    },
  },
  {
    name: "calls of one message",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.reply([call(`c${at}`)], { messageId: "m" }));
      times(size / 2, (at) => void hand.result(`c${at}`));
    },
  },
  {
    name: "calls of one message, each with its result behind it",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => {
        hand.reply([call(`c${at}`)], { messageId: "m" });
        hand.result(`c${at}`);
      });
    },
  },
  {
    name: "calls of one message as a tree",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.reply([call(`c${at}`)], { messageId: "m", uuid: `a${at}` }));
      times(size / 2, (at) => {
        hand.result(`c${at}`, { parentUuid: `a${at}`, sourceToolAssistantUUID: `a${at}` });
      });
    },
  },
  {
    name: "calls without result",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([call(`c${at}`)]));
    },
  },
  {
    name: "calls of one message without result",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([call(`c${at}`)], { messageId: "m" }));
    },
  },
  {
    name: "results of one call",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply([call("c")]);
      times(size, (at) => void hand.result("c", { content: `r${at}` }));
    },
  },
  {
    name: "results of one call, all attached to it",
    write: (hand, size) => {
      hand.prompt("start");
      const parentUuid = hand.reply([call("c")]);
      times(
        size,
        (at) => void hand.result("c", { content: `r${at}`, parentUuid, sourceToolAssistantUUID: parentUuid }),
      );
    },
  },
  {
    name: "calls with one id",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, () => void hand.reply([call("c")]));
      hand.result("c");
    },
  },
  {
    name: "calls with one id, each with its result",
    write: (hand, size) =>
      times(size / 2, () => {
        hand.reply([call("c")]);
        hand.result("c");
      }),
  },
  {
    name: "calls with one id, then as many results",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, () => void hand.reply([call("c")]));
      times(size / 2, () => void hand.result("c"));
    },
  },
  {
    name: "results without call",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.result(`c${at}`));
    },
  },
  {
    name: "results that all come after all calls",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.reply([call(`c${at}`)]));
      times(size / 2, (at) => void hand.result(`c${size / 2 - 1 - at}`));
    },
  },
  {
    name: "results in front of their calls",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.result(`c${at}`));
      times(size / 2, (at) => void hand.reply([call(`c${at}`)]));
    },
  },
  {
    name: "calls in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(Array.from({ length: size / 2 }, (_, at) => call(`c${at}`)));
      times(size / 2, (at) => void hand.result(`c${at}`));
    },
  },
  {
    name: "calls in one line and results in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(Array.from({ length: size / 2 }, (_, at) => call(`c${at}`)));
      hand.prompt(
        Array.from({ length: size / 2 }, (_, at) => ({ type: "tool_result", tool_use_id: `c${at}`, content: "done" })),
      );
    },
  },
  {
    name: "calls with one id in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(Array.from({ length: size }, () => call("c")));
      hand.result("c");
    },
  },
  {
    name: "message ids, used again for each turn",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.prompt(`p${at}`);
        hand.reply([text("answer")], { messageId: `m${at % 3}` });
      }),
  },
  {
    name: "thinking lines",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([{ type: "thinking", thinking: `t${at}`, signature: "s" }]));
    },
  },
  {
    name: "empty texts in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(Array.from({ length: size }, () => text("")));
    },
  },
  {
    name: "odd blocks in one line",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply(Array.from({ length: size }, (_, at) => (at % 2 === 0 ? { type: "new", at } : "bare text")));
    },
  },
  {
    name: "models, tools and days",
    write: (hand, size) =>
      times(size / 2, (at) => {
        const message = { id: `m${at}`, type: "message", role: "assistant", model: `claude-opus-${at}` };
        const usage = { input_tokens: 3, output_tokens: 5 };
        const timestamp = new Date(Date.UTC(1990, 0, 1 + (at % 12_000))).toISOString();
        hand.link("assistant", { message: { ...message, content: [call(`c${at}`, `Tool${at}`)], usage }, timestamp });
        hand.result(`c${at}`, { timestamp });
      }),
  },
  {
    name: "file edits",
    write: (hand, size) =>
      times(size / 2, (at) => {
        const input = { file_path: `/home/ada/loom/f${at}.ts`, old_string: `a${at}`, new_string: `b${at}` };
        hand.reply([call(`c${at}`, "Edit", input)]);
        hand.result(`c${at}`);
      }),
  },
  {
    name: "commands",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.reply([call(`c${at}`, "Bash", { command: `ls -la d${at} && ${repeated((n) => `x${n}`, 5, " | ")}` })]);
        hand.result(`c${at}`, { content: `out ${at}` });
      }),
  },
];
