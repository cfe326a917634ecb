// Growing logs of agents: inside the session's log and in files beside it, started in order, in circles or by themselves.
import { call, craft, text } from "../craft.ts";
import { type AgentFile, type Shape, times } from "./shape.ts";

const id = (at: number): string => `a${at.toString(16).padStart(16, "0")}`;

/** The log of one agent that starts others by these calls. */
function agentFile(at: number, spawns: readonly string[], toolUseId: string | undefined): AgentFile {
  const hand = craft();
  const own = { isSidechain: true, agentId: id(at) };
  hand.prompt(`task ${at}`, { ...own, parentUuid: null });
  for (const spawn of spawns) hand.reply([call(spawn, "Task", { prompt: `inner ${spawn}`, description: "d" })], own);
  hand.reply([text("done")], own);
  return {
    id: id(at),
    text: hand.text(),
    ...(toolUseId === undefined ? {} : { meta: JSON.stringify({ agentType: "x", description: "d", toolUseId }) }),
  };
}

const files = (count: number, make: (at: number) => AgentFile): readonly AgentFile[] =>
  Array.from({ length: Math.ceil(count) }, (_, at) => make(at));

export const agentShapes: readonly Shape[] = [
  {
    name: "agents inside the log",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.reply([call(`c${at}`, "Task", { prompt: `task ${at}` })]));
      times(size / 2, (at) => void hand.prompt(`task ${at}`, { parentUuid: null, isSidechain: true }));
    },
  },
  {
    name: "agents inside the log with one task",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => void hand.reply([call(`c${at}`, "Task", { prompt: "task" })]));
      times(size / 2, () => void hand.prompt("task", { parentUuid: null, isSidechain: true }));
    },
  },
  {
    name: "entries of one agent inside the log",
    write: (hand, size) => {
      hand.reply([call("c", "Task", { prompt: "task" })]);
      times(size, (at) => void hand.prompt(`p${at}`, { isSidechain: true, ...(at === 0 ? { parentUuid: null } : {}) }));
    },
  },
  {
    name: "agents inside the log without parent or call",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.reply([text(`r${at}`)], { parentUuid: `lost${at}`, isSidechain: true }));
    },
  },
  {
    name: "agents inside the log that take turns",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => {
        const lane = at % 100;
        const parentUuid = at < 100 ? null : `a${at - 100}`;
        if (at % 2 === 0) hand.prompt(`task ${lane}`, { uuid: `a${at}`, parentUuid, isSidechain: true });
        else hand.reply([text("r")], { uuid: `a${at}`, parentUuid, isSidechain: true });
      });
    },
  },
  {
    name: "calls that start agents which left no log",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.reply([call(`c${at}`, "Agent", { prompt: `task ${at}`, description: "d" })]);
        hand.result(`c${at}`, { toolUseResult: { agentId: id(at), status: "completed" } });
      }),
  },
  {
    name: "agents in files",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 20, (at) => {
        hand.reply([call(`c${at}`, "Task", { prompt: `task ${at}` })]);
        hand.result(`c${at}`);
      });
    },
    agents: (size) => files(size / 20, (at) => agentFile(at, [], `c${at}`)),
  },
  {
    name: "agents in files, each started by the one before",
    write: (hand) => {
      hand.prompt("start");
      hand.reply([call("c0", "Task", { prompt: "task 0" })]);
    },
    agents: (size) => files(size / 20, (at) => agentFile(at, [`c${at + 1}`], `c${at}`)),
  },
  {
    name: "agents in files that start each other in a circle",
    write: (hand) => void hand.prompt("start"),
    agents: (size) => {
      const count = Math.ceil(size / 20);
      return files(count, (at) => agentFile(at, [`c${(at + 1) % count}`], `c${at}`));
    },
  },
  {
    name: "agents in files that start each other in pairs",
    write: (hand) => void hand.prompt("start"),
    agents: (size) => files(size / 20, (at) => agentFile(at, [`c${at % 2 === 0 ? at + 1 : at - 1}`], `c${at}`)),
  },
  {
    name: "agents in files that start themselves",
    write: (hand) => void hand.prompt("start"),
    agents: (size) => files(size / 20, (at) => agentFile(at, [`c${at}`], `c${at}`)),
  },
  {
    name: "agents in files that name one call",
    write: (hand) => {
      hand.prompt("start");
      hand.reply([call("c", "Task", { prompt: "task" })]);
    },
    agents: (size) => files(size / 20, (at) => agentFile(at, [], "c")),
  },
];
