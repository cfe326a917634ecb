// One raw entry -> what repair needs to know of it beyond the graph's node: content in outline, ids beside the chain; never its texts.
import {
  type Json,
  type JsonObject,
  type Path,
  arrayField,
  field,
  isArray,
  isObject,
  numberField,
  objectField,
  stringField,
  trueField,
} from "../../format/index.ts";
import { imageProblem } from "./image-size.ts";

export type BlockNote = {
  readonly type: string;
  /** Of a text: nothing at all, only white space, or something. */
  readonly text: "empty" | "blank" | "said" | undefined;
  readonly id: string | undefined;
  readonly callId: string | undefined;
};

export type LargeImage = { readonly path: Path; readonly problem: string };

export type EntryNote = {
  readonly sessionId: string | undefined;
  readonly requestId: string | undefined;
  /** The place of a prompt in its conversation, as newer clients count. */
  readonly turn: string | undefined;
  readonly logicalParent: string | undefined;
  readonly content: "string" | "array" | "none";
  readonly blocks: readonly BlockNote[];
  readonly largeImages: readonly LargeImage[];
};

const chainTypes: ReadonlySet<string> = new Set(["user", "assistant", "attachment", "system", "progress"]);

export function noteEntry(raw: JsonObject): EntryNote | undefined {
  const type = stringField(raw, "type") ?? "";
  if (!chainTypes.has(type)) return undefined;
  const content = field(objectField(raw, "message") ?? {}, "content");
  return {
    sessionId: stringField(raw, "sessionId"),
    requestId: stringField(raw, "requestId"),
    turn: turnOf(objectField(raw, "turnPosition")),
    logicalParent: stringField(raw, "logicalParentUuid"),
    content: typeof content === "string" ? "string" : isArray(content) ? "array" : "none",
    blocks: blockNotes(content),
    largeImages: type === "user" && isArray(content) ? largeImagesIn(content) : none,
  };
}

const none: readonly never[] = [];

function turnOf(position: JsonObject | undefined): string | undefined {
  if (position === undefined) return undefined;
  const [turn, prompt] = [numberField(position, "turnIndex"), numberField(position, "promptIndex")];
  return turn === undefined || prompt === undefined ? undefined : `${turn}.${prompt}`;
}

const textNote = (text: BlockNote["text"]): readonly BlockNote[] => [
  { type: "text", text, id: undefined, callId: undefined },
];
/** Most prompts are one string: what is noted of them is shared. */
const textNotes = { empty: textNote("empty"), blank: textNote("blank"), said: textNote("said") };

function blockNotes(content: Json | undefined): readonly BlockNote[] {
  if (typeof content === "string") return textNotes[inkOf(content)];
  if (!isArray(content)) return none;
  return content.map((block) => {
    if (!isObject(block)) return { type: "", text: undefined, id: undefined, callId: undefined };
    const type = stringField(block, "type") ?? "";
    return {
      type,
      text: type === "text" ? inkOf(stringField(block, "text") ?? "") : undefined,
      id: stringField(block, "id"),
      callId: stringField(block, "tool_use_id"),
    };
  });
}

const inkOf = (text: string): "empty" | "blank" | "said" =>
  text === "" ? "empty" : /\S/.test(text) ? "said" : "blank";

function largeImagesIn(content: readonly Json[], above: Path = ["message", "content"]): readonly LargeImage[] {
  return content.flatMap((block, index) => {
    if (!isObject(block)) return [];
    const path = [...above, index];
    if (stringField(block, "type") === "tool_result")
      return largeImagesIn(arrayField(block, "content") ?? [], [...path, "content"]);
    const problem = stringField(block, "type") === "image" ? imageProblem(block) : undefined;
    return problem === undefined ? [] : [{ path, problem }];
  });
}

/** A line without place in the chain that points into it, or tells its session. */
export type StateNote = {
  readonly at: number;
  readonly type: string;
  readonly sessionId: string | undefined;
  readonly leaf: string | undefined;
  readonly isExplicit: boolean;
  readonly messageId: string | undefined;
  readonly innerMessageId: string | undefined;
  readonly isUpdate: boolean;
  readonly uuid: string | undefined;
  readonly parent: string | undefined;
};

export function noteState(raw: JsonObject, at: number): StateNote | undefined {
  const type = stringField(raw, "type") ?? "";
  return {
    at,
    type,
    sessionId: stringField(raw, "sessionId"),
    leaf: stringField(raw, "leafUuid"),
    isExplicit: trueField(raw, "explicit"),
    messageId: stringField(raw, "messageId"),
    innerMessageId: stringField(objectField(raw, "snapshot") ?? {}, "messageId"),
    isUpdate: trueField(raw, "isSnapshotUpdate"),
    uuid: stringField(raw, "uuid"),
    parent: stringField(raw, "parentUuid"),
  };
}
