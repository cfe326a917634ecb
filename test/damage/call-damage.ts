// Damage to calls, results and contents: what the Messages API would refuse, or a client leaves out.
import {
  type Json,
  type JsonObject,
  arrayField,
  isArray,
  isObject,
  objectField,
  stringField,
} from "../../src/format/index.ts";
import {
  type Body,
  type Inflict,
  type Placed,
  blocksIn,
  contentOf,
  lose,
  onPath,
  one,
  rewrite,
  typeOf,
  uuidOf,
  withContent,
} from "./body.ts";

const isAssistant = (raw: JsonObject): boolean =>
  typeOf(raw) === "assistant" && stringField(objectField(raw, "message") ?? {}, "model") !== "<synthetic>";
const results = (body: Body): readonly Placed[] => onPath(body, (raw) => blocksIn(raw, "tool_result").length > 0);
const callers = (body: Body): readonly Placed[] =>
  onPath(body, (raw) => isAssistant(raw) && blocksIn(raw, "tool_use").length > 0);

/** Takes a line out; its children go to its parent, or are left alone. */
function takeOut(body: Body, target: Placed, children: "hung up" | "left"): void {
  lose(body, target.raw);
  body.lines.splice(target.at, 1);
  if (children === "left") return;
  for (const { at, raw } of onPath(body))
    if (raw["parentUuid"] === target.raw["uuid"])
      rewrite(body, at, { ...raw, parentUuid: target.raw["parentUuid"] ?? null });
}

const noResult: Inflict = (body, pick) => {
  const target = one(results(body).slice(0, -1), pick);
  if (target === undefined) return false;
  takeOut(body, target, pick(2) === 0 ? "hung up" : "left");
  return true;
};

const noResultAtEnd: Inflict = (body) => {
  const last = results(body).at(-1);
  if (last === undefined) return false;
  const call = blocksIn(last.raw, "tool_result")[0]?.["tool_use_id"];
  const caller = callers(body).findLast(({ raw }) => blocksIn(raw, "tool_use").some((block) => block["id"] === call));
  if (caller === undefined) return false;
  for (const { at, raw } of onPath(body)) if (at > caller.at) lose(body, raw);
  body.lines = body.lines.slice(0, caller.at + 1);
  return true;
};

const noCall: Inflict = (body, pick) => {
  const target = one(callers(body).slice(1), pick);
  if (target === undefined) return false;
  takeOut(body, target, pick(2) === 0 ? "hung up" : "left");
  return true;
};

const strayResult: Inflict = (body, pick) => {
  const target = one(results(body).slice(0, -1), pick);
  if (target === undefined) return false;
  const block = { type: "tool_result", tool_use_id: `toolu_stray${pick(1e6)}`, content: "from nowhere" };
  const uuid = `5742a900-0000-4000-8000-${String(pick(1e9)).padStart(12, "0")}`;
  body.lines.splice(
    target.at + 1,
    0,
    JSON.stringify({ ...withContent(target.raw, [block]), uuid, parentUuid: uuidOf(target.raw) }),
  );
  for (const { at, raw } of onPath(body))
    if (raw["parentUuid"] === target.raw["uuid"]) rewrite(body, at, { ...raw, parentUuid: uuid });
  return true;
};

/** Behind the next message of the model. */
const notAdjacent: Inflict = (body, pick) => {
  const target = one(results(body).slice(0, -1), pick);
  const all = onPath(body);
  const next =
    target === undefined
      ? undefined
      : all.find(({ at, raw }) => at > target.at && isAssistant(raw) && blocksIn(raw, "tool_use").length === 0);
  if (target === undefined || next === undefined) return false;
  const parent = target.raw["parentUuid"] ?? null;
  for (const { at, raw } of all) {
    if (raw["parentUuid"] === uuidOf(target.raw)) rewrite(body, at, { ...raw, parentUuid: parent });
    else if (raw["parentUuid"] === uuidOf(next.raw)) rewrite(body, at, { ...raw, parentUuid: uuidOf(target.raw) });
  }
  rewrite(body, target.at, { ...target.raw, parentUuid: uuidOf(next.raw) });
  const [line = ""] = body.lines.splice(target.at, 1);
  body.lines.splice(next.at, 0, line);
  return true;
};

/** Only the line moves; what it hangs on stays. */
const resultLate: Inflict = (body, pick) => {
  const target = one(results(body).slice(0, -1), pick);
  if (target === undefined) return false;
  const [line = ""] = body.lines.splice(target.at, 1);
  body.lines.splice(pick(3) === 0 ? body.lines.length : Math.min(body.lines.length, target.at + 3 + pick(12)), 0, line);
  return true;
};

const callIdTwice: Inflict = (body, pick) => {
  const all = callers(body);
  const [first, second] = [one(all, pick), one(all, pick)];
  const messageOf = (placed: Placed): Json | undefined => objectField(placed.raw, "message")?.["id"];
  if (first === undefined || second === undefined || first.at >= second.at || messageOf(first) === messageOf(second))
    return false;
  const [from, to] = [blocksIn(second.raw, "tool_use")[0]?.["id"], blocksIn(first.raw, "tool_use")[0]?.["id"]];
  for (const [at, line] of body.lines.entries())
    if (at >= second.at && typeof from === "string" && typeof to === "string")
      body.lines[at] = line.replaceAll(from, to);
  return true;
};

const onAssistant =
  (change: (raw: JsonObject) => JsonObject | undefined): Inflict =>
  (body, pick) => {
    const target = one(onPath(body, isAssistant), pick);
    const changed = target === undefined ? undefined : change(target.raw);
    if (target === undefined || changed === undefined) return false;
    rewrite(body, target.at, changed);
    return true;
  };

const withoutMessageId = (raw: JsonObject): JsonObject => {
  const { id: _, ...message } = objectField(raw, "message") ?? {};
  return { ...raw, message };
};

const noMessageIds: Inflict = (body, pick) => {
  const share = 1 + pick(3);
  for (const [place, { at, raw }] of onPath(body, isAssistant).entries())
    if (place % share === 0) rewrite(body, at, withoutMessageId(raw));
  return true;
};

const stringContent = onAssistant((raw) => {
  const [block, ...rest] = arrayField(objectField(raw, "message") ?? {}, "content") ?? [];
  const text = isObject(block) && rest.length === 0 ? stringField(block, "text") : undefined;
  return text === undefined ? undefined : withContent(raw, text);
});

const emptyText = onAssistant((raw) => {
  const content = contentOf(raw);
  return isArray(content) ? withContent(raw, [{ type: "text", text: "" }, ...content]) : undefined;
});

const emptyPrompt: Inflict = (body, pick) => {
  const target = one(
    onPath(body, (raw) => typeOf(raw) === "user" && typeof contentOf(raw) === "string").slice(1),
    pick,
  );
  if (target === undefined) return false;
  lose(body, target.raw);
  rewrite(body, target.at, withContent(target.raw, ""));
  return true;
};

const serverCall = onAssistant((raw) => {
  const content = contentOf(raw);
  const block = { type: "server_tool_use", id: "srvtoolu_lost", name: "web_search", input: { query: "tides" } };
  return isArray(content) ? withContent(raw, [block, ...content]) : undefined;
});

/** A message of nothing but thinking between a result and what comes next. */
const thinkingOnly: Inflict = (body, pick) => {
  const target = one(results(body).slice(0, -1), pick);
  const model = onPath(body, isAssistant)[0];
  if (target === undefined || model === undefined) return false;
  const uuid = `7417c000-0000-4000-8000-${String(pick(1e9)).padStart(12, "0")}`;
  const message = {
    ...objectField(model.raw, "message"),
    id: `msg_silent${pick(1e6)}`,
    content: [{ type: "thinking", thinking: "hm", signature: "c2lnbmVk" }],
  };
  const entry = {
    ...model.raw,
    message,
    requestId: "req_silent",
    uuid,
    parentUuid: uuidOf(target.raw),
    timestamp: target.raw["timestamp"] ?? null,
  };
  body.lines.splice(target.at + 1, 0, JSON.stringify(entry));
  for (const { at, raw } of onPath(body))
    if (raw["parentUuid"] === target.raw["uuid"]) rewrite(body, at, { ...raw, parentUuid: uuid });
  return true;
};

const largeImage: Inflict = (body, pick) => {
  const target = one(results(body), pick);
  if (target === undefined) return false;
  const isWide = pick(2) === 0;
  const data = isWide ? widePng : `iVBORw0KGgo${"A".repeat(5_400_000)}`;
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
  const content = (arrayField(objectField(target.raw, "message") ?? {}, "content") ?? []).map((block, index) => {
    if (index > 0 || !isObject(block)) return block;
    const told = block["content"];
    return {
      ...block,
      content: [...(typeof told === "string" ? [{ type: "text", text: told }] : isArray(told) ? told : []), image],
    };
  });
  rewrite(body, target.at, withContent(target.raw, content));
  lose(body, target.raw);
  return true;
};

/** The head of a picture 20,000 pixels wide. */
const widePng = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0x4e, 0x20, 0, 0, 0, 9, 8, 2,
]).toString("base64");

export const callDamage: Readonly<Record<string, Inflict>> = {
  "call without result": noResult,
  "call without result at the end": noResultAtEnd,
  "result without call": noCall,
  "result from nowhere": strayResult,
  "result not adjacent": notAdjacent,
  "result late in the file": resultLate,
  "call id used twice": callIdTwice,
  "missing message.id": onAssistant(withoutMessageId),
  "message.id missing on many": noMessageIds,
  "assistant content as string": stringContent,
  "empty text block": emptyText,
  "empty prompt": emptyPrompt,
  "server_tool_use without result": serverCall,
  "thinking-only message": thinkingOnly,
  "oversized image": largeImage,
};
