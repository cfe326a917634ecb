// Chain entries in file order -> for each the prompt that led to it; keeps ids and first words, never whole texts.
import {
  type EntryId,
  type JsonObject,
  blocksOf,
  field,
  fieldOf,
  isEntryId,
  objectField,
  stringField,
  timestampMs,
} from "../../format/index.ts";
import { owned } from "../node.ts";
import { classifyPrompt, promptTextOf, readablePrompt, startsTurn } from "../prompt.ts";
import type { FilePrompt } from "./evidence.ts";

export type PromptTrail = {
  /** The prompt that this entry stands under. */
  readonly add: (raw: JsonObject, line: number) => FilePrompt | undefined;
  /** The last prompt of the file so far. */
  readonly last: () => FilePrompt | undefined;
};

export function promptTrail(): PromptTrail {
  const byEntry = new Map<EntryId, FilePrompt>();
  const commands = new Map<EntryId, FilePrompt>();
  let last: FilePrompt | undefined;
  return {
    last: () => last,
    add(raw, line) {
      const type = stringField(raw, "type") ?? "";
      const id = fieldOf(raw, "uuid", isEntryId);
      const parent = fieldOf(raw, "parentUuid", isEntryId) ?? fieldOf(raw, "logicalParentUuid", isEntryId);
      const above = parent === undefined ? undefined : byEntry.get(parent);
      const content = field(objectField(raw, "message") ?? {}, "content");
      const kind = type === "user" || type === "attachment" ? classifyPrompt(type, raw, blocksOf(content)) : undefined;
      let prompt = above ?? last;
      if (startsTurn(kind) || kind === "command") {
        const before = parent === undefined ? undefined : (above ?? last);
        const own = promptOf(raw, { id, line, turn: (before?.turn ?? 0) + 1 });
        // A command is a prompt only when it puts its own text before the model, which the next entry shows.
        if (kind === "command" && id !== undefined) commands.set(id, own);
        else prompt = own;
      } else if (kind === "meta" && parent !== undefined) prompt = commands.get(parent) ?? prompt;
      if (prompt !== undefined) {
        last = prompt;
        if (id !== undefined) byEntry.set(id, prompt);
      }
      return prompt;
    },
  };
}

function promptOf(raw: JsonObject, place: Pick<FilePrompt, "id" | "line" | "turn">): FilePrompt {
  return {
    ...place,
    words: owned(readablePrompt(promptTextOf(raw))),
    timeMs: timestampMs(stringField(raw, "timestamp")),
  };
}
