// State lines and the envelopes of chain entries -> what the log says of the session as a whole; the last word counts.
import {
  type EntryId,
  type JsonObject,
  field,
  fieldOf,
  isEntryId,
  numberField,
  objectField,
  plainText,
  stringField,
  trueField,
} from "../format/index.ts";
import type { Node } from "./node.ts";

/** The leaf that a `last-prompt` line names; null is an empty history. */
export type LastPrompt = { readonly leaf: EntryId | null; readonly explicit: boolean; readonly line: number };

export type State = {
  readonly customTitle: string | undefined;
  readonly aiTitle: string | undefined;
  /** Summaries name a leaf, which may stand in another file. */
  readonly summaries: readonly { readonly text: string; readonly leaf: EntryId | undefined }[];
  readonly agentName: string | undefined;
  readonly mode: string | undefined;
  readonly permissionMode: string | undefined;
  readonly prLinks: readonly { readonly url: string; readonly number: number | undefined }[];
  readonly tag: string | undefined;
  readonly lastPrompt: LastPrompt | undefined;
  /** Prompts that waited in the queue, as they were put there. */
  readonly queued: ReadonlySet<string>;
  readonly snapshotIds: ReadonlyMap<EntryId, number>;
  readonly sessionIds: ReadonlyMap<string, number>;
  readonly cwds: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, number>;
  readonly gitBranch: string | undefined;
  readonly agentId: string | undefined;
  readonly forkedFrom: string | undefined;
};

const chainEnvelope = ["sessionId", "cwd", "version"] as const;

export function stateTable(): {
  readonly add: (type: string | undefined, raw: JsonObject, line: number) => void;
  readonly addChain: (node: Node, raw: JsonObject) => void;
  /** Whether this text was put into the queue earlier in the file. */
  readonly wasQueued: (text: () => string) => boolean;
  readonly all: () => State;
} {
  const last = new Map<string, string>();
  const summaries: State["summaries"][number][] = [];
  const prLinks = new Map<string, State["prLinks"][number]>();
  const queued = new Set<string>();
  const snapshotIds = new Map<EntryId, number>();
  const counts = { sessionId: counter(), cwd: counter(), version: counter() };
  let lastPrompt: LastPrompt | undefined;

  function keep(key: string, value: string | undefined): void {
    if (value !== undefined) last.set(key, value);
  }

  return {
    add(type, raw, line) {
      counts.sessionId.add(stringField(raw, "sessionId"));
      switch (type ?? "") {
        case "custom-title":
          return keep("customTitle", stringField(raw, "customTitle"));
        case "ai-title":
          return keep("aiTitle", stringField(raw, "aiTitle"));
        case "agent-name":
          return keep("agentName", stringField(raw, "agentName"));
        case "mode":
          return keep("mode", stringField(raw, "mode"));
        case "permission-mode":
          return keep("permissionMode", stringField(raw, "permissionMode"));
        case "tag":
          return keep("tag", stringField(raw, "tag"));
        case "summary":
          summaries.push({ text: stringField(raw, "summary") ?? "", leaf: fieldOf(raw, "leafUuid", isEntryId) });
          return;
        case "pr-link": {
          const url = stringField(raw, "prUrl");
          if (url !== undefined) prLinks.set(url, { url, number: numberField(raw, "prNumber") });
          return;
        }
        case "queue-operation":
          if (stringField(raw, "operation") === "enqueue") addText(queued, plainText(field(raw, "content")).trim());
          return;
        case "file-history-snapshot": {
          const id = fieldOf(raw, "messageId", isEntryId);
          if (id !== undefined) snapshotIds.set(id, line);
          return;
        }
        case "last-prompt":
          lastPrompt = lastPromptOf(raw, line) ?? lastPrompt;
          return;
      }
    },
    addChain(node, raw) {
      for (const key of chainEnvelope) counts[key].add(stringField(raw, key));
      if (!node.sidechain) keep("gitBranch", stringField(raw, "gitBranch"));
      keep("agentId", stringField(raw, "agentId"));
      const fork = objectField(raw, "forkedFrom");
      if (fork !== undefined) keep("forkedFrom", stringField(fork, "sessionId"));
    },
    wasQueued: (text) => queued.size > 0 && queued.has(text()),
    all: () => ({
      customTitle: last.get("customTitle"),
      aiTitle: last.get("aiTitle"),
      agentName: last.get("agentName"),
      mode: last.get("mode"),
      permissionMode: last.get("permissionMode"),
      tag: last.get("tag"),
      gitBranch: last.get("gitBranch"),
      agentId: last.get("agentId"),
      forkedFrom: last.get("forkedFrom"),
      summaries,
      prLinks: [...prLinks.values()],
      lastPrompt,
      queued,
      snapshotIds,
      sessionIds: counts.sessionId.all(),
      cwds: counts.cwd.all(),
      versions: counts.version.all(),
    }),
  };
}

function addText(texts: Set<string>, text: string): void {
  if (text !== "") texts.add(text);
}

function lastPromptOf(raw: JsonObject, line: number): LastPrompt | undefined {
  const leaf = field(raw, "leafUuid");
  if (leaf !== null && !isEntryId(leaf)) return undefined;
  return { leaf, explicit: trueField(raw, "explicit"), line };
}

type Counter = {
  readonly add: (value: string | undefined) => void;
  readonly all: () => ReadonlyMap<string, number>;
};

/** Mostly the same value comes again: comparing it with the last one takes less than looking it up. */
function counter(): Counter {
  const counts = new Map<string, number>();
  let last: string | undefined;
  let times = 0;
  const settle = (): void => {
    if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) + times);
    times = 0;
  };
  return {
    add(value) {
      if (value === undefined) return;
      if (value !== last) {
        settle();
        last = value;
      }
      times += 1;
    },
    all() {
      settle();
      return counts;
    },
  };
}
