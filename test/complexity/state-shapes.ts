// Growing logs of lines beside the conversation: titles, summaries, queues, snapshots, compactions.
import { call, text, timeAt } from "../craft.ts";
import { type Shape, times } from "./shape.ts";

const boundary = { subtype: "compact_boundary", content: "Conversation compacted", level: "info" };

export const stateShapes: readonly Shape[] = [
  {
    name: "queued prompts",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) =>
        hand.state("queue-operation", { operation: "enqueue", content: `q${at}`, timestamp: timeAt(at) }),
      );
    },
  },
  {
    name: "queued prompts that are all taken",
    write: (hand, size) => {
      times(size / 2, (at) =>
        hand.state("queue-operation", { operation: "enqueue", content: `q${at}`, timestamp: timeAt(at) }),
      );
      times(size / 4, (at) => hand.state("queue-operation", { operation: "dequeue", timestamp: timeAt(at) }));
      times(size / 4, (at) =>
        hand.state("queue-operation", { operation: "remove", content: `q${at}`, timestamp: timeAt(at) }),
      );
    },
  },
  {
    name: "queued commands as attachments",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.link("attachment", { attachment: { type: "queued_command", prompt: `q${at}` } }));
    },
  },
  {
    name: "compactions",
    write: (hand, size) =>
      times(size / 4, (at) => {
        hand.prompt(`p${at}`);
        const logicalParentUuid = hand.reply([text("answer")]);
        hand.link("system", {
          ...boundary,
          parentUuid: null,
          logicalParentUuid,
          compactMetadata: { trigger: "auto", preTokens: 9 },
        });
        hand.prompt("summary", { isCompactSummary: true, isVisibleInTranscriptOnly: true });
      }),
  },
  {
    name: "boundaries alone",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => void hand.link("system", { ...boundary, parentUuid: null, logicalParentUuid: `e${at + 1}` }));
    },
  },
  {
    name: "boundaries whose logical parents form a circle",
    write: (hand, size) =>
      times(size, (at) => {
        const logicalParentUuid = `b${(at + 1) % size}`;
        hand.link("system", { ...boundary, uuid: `b${at}`, parentUuid: null, logicalParentUuid });
      }),
  },
  {
    name: "boundaries with one logical parent",
    write: (hand, size) => {
      hand.prompt("start");
      times(
        size,
        (at) => void hand.link("system", { ...boundary, uuid: `b${at}`, parentUuid: null, logicalParentUuid: "e1" }),
      );
    },
  },
  {
    name: "messages that one compaction keeps",
    write: (hand, size) => {
      times(
        size / 2,
        (at) => void hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` }),
      );
      const uuids = Array.from({ length: size / 2 }, (_, at) => `u${at}`);
      const compactMetadata = { trigger: "auto", preTokens: 9, preservedMessages: { anchorUuid: "s", uuids } };
      hand.link("system", { ...boundary, parentUuid: null, logicalParentUuid: `u${size / 2 - 1}`, compactMetadata });
      hand.prompt("summary", { uuid: "s", isCompactSummary: true, isVisibleInTranscriptOnly: true });
    },
  },
  {
    name: "compactions that keep the same segment",
    write: (hand, size) => {
      times(
        size / 2,
        (at) => void hand.prompt(`p${at}`, { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` }),
      );
      times(size / 4, (at) => {
        const preservedSegment = { headUuid: "u0", anchorUuid: `s${at}`, tailUuid: `u${size / 2 - 1}` };
        const compactMetadata = { trigger: "auto", preTokens: 9, preservedSegment };
        hand.link("system", { ...boundary, parentUuid: null, logicalParentUuid: `u${size / 2 - 1}`, compactMetadata });
        hand.prompt("summary", { uuid: `s${at}`, isCompactSummary: true });
      });
    },
  },
  {
    name: "summaries of one leaf",
    write: (hand, size) => {
      const leafUuid = hand.prompt("start");
      times(size, (at) => hand.state("summary", { summary: `s${at}`, leafUuid }));
    },
  },
  {
    name: "summaries of missing leaves",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) => hand.state("summary", { summary: `s${at}`, leafUuid: `lost${at}` }));
    },
  },
  {
    name: "titles",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) =>
        hand.state(at % 2 === 0 ? "custom-title" : "ai-title", { customTitle: `t${at}`, aiTitle: `t${at}` }),
      );
    },
  },
  {
    name: "last prompts",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.prompt(`p${at}`);
        hand.state("last-prompt", { lastPrompt: `p${at}`, leafUuid: `e${at + 1}`, explicit: at % 5 === 0 });
      }),
  },
  {
    name: "explicit last prompts that point nowhere",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.prompt(`p${at}`, { parentUuid: `lost${at}` });
        hand.state("last-prompt", { lastPrompt: `p${at}`, leafUuid: `lost${at}`, explicit: true });
      }),
  },
  {
    name: "snapshots of one message",
    write: (hand, size) => {
      const messageId = hand.prompt("start");
      times(size, (at) =>
        hand.state("file-history-snapshot", {
          messageId,
          snapshot: snapshotOf(messageId, at),
          isSnapshotUpdate: at > 0,
        }),
      );
    },
  },
  {
    name: "snapshots of messages that are missing",
    write: (hand, size) => {
      hand.prompt("start");
      times(size, (at) =>
        hand.state("file-history-snapshot", {
          messageId: `lost${at}`,
          snapshot: snapshotOf(`lost${at}`, at),
          isSnapshotUpdate: false,
        }),
      );
    },
  },
  {
    name: "files in one snapshot",
    write: (hand, size) => {
      const messageId = hand.prompt("start");
      const trackedFileBackups = Object.fromEntries(
        Array.from({ length: size }, (_, at) => [
          `src/f${at}.ts`,
          { backupFileName: `${at}@v1`, version: 1, backupTime: timeAt(at) },
        ]),
      );
      hand.state("file-history-snapshot", {
        messageId,
        snapshot: { messageId, trackedFileBackups, timestamp: timeAt(1) },
        isSnapshotUpdate: false,
      });
    },
  },
  {
    name: "progress lines",
    write: (hand, size) => {
      hand.prompt("start");
      hand.reply([call("c", "Bash")]);
      times(
        size,
        () => void hand.link("progress", { data: { type: "hook_progress" }, toolUseID: "c", parentToolUseID: "c" }),
      );
      hand.result("c");
    },
  },
  {
    name: "progress lines between all entries",
    write: (hand, size) =>
      times(size / 3, (at) => {
        hand.prompt(`p${at}`);
        hand.link("progress", { data: { type: "hook_progress" } });
        hand.link("progress", { data: { type: "hook_progress" } });
      }),
  },
  {
    name: "system notes",
    write: (hand, size) => {
      hand.prompt("start");
      times(
        size,
        (at) =>
          void hand.link("system", {
            subtype: "local_command",
            content: `<local-command-stdout>${at}</local-command-stdout>`,
          }),
      );
    },
  },
  {
    name: "attachments",
    write: (hand, size) => {
      hand.prompt("start");
      times(
        size,
        (at) =>
          void hand.link("attachment", {
            attachment: { type: "date", date: `d${at}` },
            rendered: [{ content: `r${at}` }],
          }),
      );
    },
  },
  {
    name: "entries of unknown types that are linked",
    write: (hand, size) =>
      times(size / 2, (at) => {
        hand.raw(
          JSON.stringify({
            type: "new-kind",
            uuid: `n${at}`,
            parentUuid: at === 0 ? null : `n${at - 1}`,
            sessionId: "s",
          }),
        );
        hand.prompt(`p${at}`, { parentUuid: `n${at}` });
      }),
  },
  {
    name: "recorded requests",
    write: (hand, size) => {
      hand.prompt("start");
      times(size / 2, (at) => {
        hand.state("api-request-blob", { hash: `h${at}`, message: { role: "user", content: [text(`t${at}`)] } });
        hand.state("api-request", { id: `r${at}`, base: `r${at - 1}`, keep: at, tail: [`h${at}`] });
      });
    },
  },
];

const snapshotOf = (messageId: string, at: number) => ({
  messageId,
  trackedFileBackups: { [`src/f${at}.ts`]: { backupFileName: `${at}@v1`, version: 1, backupTime: timeAt(at) } },
  timestamp: timeAt(at),
});
