// Growing logs whose entries are linked in ways that invite a walk for each entry.
import { call, text, timeAt } from "../craft.ts";
import { type Shape, times } from "./shape.ts";

export const chainShapes: readonly Shape[] = [
  {
    name: "turns of a healthy conversation",
    write: (hand, size) =>
      times(size / 4, (at) => {
        hand.prompt(`please do ${at}`);
        hand.reply([call(`c${at}`, "Read", { file_path: `/home/ada/loom/f${at % 50}.ts` })]);
        hand.result(`c${at}`);
        hand.reply([text(`done ${at}`)]);
      }),
  },
  {
    name: "lines with one uuid",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { uuid: "u" })),
  },
  {
    name: "replies with one uuid",
    write: (hand, size) => times(size, (at) => void hand.reply([call(`c${at}`)], { uuid: "u" })),
  },
  {
    name: "entries, each written twice",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` });
        hand.prompt(`q${at}`, { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` });
      }),
  },
  {
    name: "a log that was written twice",
    write: (hand, size) =>
      times(2, () =>
        times(
          size / 2,
          (at) => void hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` }),
        ),
      ),
  },
  {
    name: "links of a chain without its root",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, at === 0 ? { parentUuid: "lost" } : {})),
  },
  {
    name: "entries that are their own parent",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: `u${at}` })),
  },
  {
    name: "branches at one entry",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.prompt(`p${at}`, { parentUuid: "e1" }));
    },
  },
  {
    name: "answered branches at one entry",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => {
        hand.prompt(`p${at}`, { parentUuid: "e1" });
        hand.reply([text("answer")]);
      });
    },
  },
  {
    name: "a branch at every entry of a chain",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.prompt(`p${at}`, { uuid: `m${at}`, parentUuid: at === 0 ? null : `m${at - 1}` });
        hand.prompt(`side ${at}`, { uuid: `s${at}`, parentUuid: `m${at}` });
      }),
  },
  {
    name: "a chain reversed in the file",
    write: (hand, size) =>
      times(size, (at) => {
        const place = size - 1 - at;
        const parentUuid = place === 0 ? null : `u${place - 1}`;
        hand.prompt(`p${place}`, { uuid: `u${place}`, parentUuid, timestamp: timeAt(place) });
      }),
  },
  {
    name: "a reversed conversation with calls",
    write: (hand, size) =>
      times(size / 2, (at) => {
        const place = size / 2 - 1 - at;
        hand.result(`c${place}`, { uuid: `r${place}`, parentUuid: `u${place}`, timestamp: timeAt(2 * place + 1) });
        hand.reply([call(`c${place}`)], {
          uuid: `u${place}`,
          parentUuid: place === 0 ? null : `r${place - 1}`,
          timestamp: timeAt(2 * place),
        });
      }),
  },
  {
    name: "missing parents",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { parentUuid: `lost${at}` })),
  },
  {
    name: "replies with missing parents",
    write: (hand, size) => times(size, (at) => void hand.reply([text(`r${at}`)], { parentUuid: `lost${at}` })),
  },
  {
    name: "entries with one missing parent",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { parentUuid: "lost" })),
  },
  {
    name: "circles of two",
    write: (hand, size) =>
      times(
        size,
        (at) => void hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: `u${at % 2 === 0 ? at + 1 : at - 1}` }),
      ),
  },
  {
    name: "a circle of all entries",
    write: (hand, size) =>
      times(
        size,
        (at) => void hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: `u${at === 0 ? size - 1 : at - 1}` }),
      ),
  },
  {
    name: "parents that follow their child at random",
    write: (hand, size) =>
      times(size, (at) => {
        const parent = (at * 7919 + 13) % size;
        hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: `u${parent}`, timestamp: timeAt((at * 104_729) % size) });
      }),
  },
  {
    name: "roots",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { parentUuid: null })),
  },
  {
    name: "replies without parent",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([text(`r${at}`)], { parentUuid: null }));
    },
  },
  {
    name: "entries without uuid",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { uuid: undefined })),
  },
  {
    name: "entries of other sessions",
    write: (hand, size) => times(size, (at) => void hand.prompt(`p${at}`, { sessionId: `s${at}` })),
  },
  {
    name: "interruptions",
    write: (hand, size) =>
      times(size / 3, (at) => {
        hand.prompt(`p${at}`);
        hand.prompt([text("[Request interrupted by user]")]);
        hand.reply([text("late")], { parentUuid: `lost${at}` });
      }),
  },
];
