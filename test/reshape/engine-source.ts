// Bytes -> a source to plan on, and a plan -> the bytes and the session of its result; all in memory, ids counted.
import { type EntryId, type JsonObject, type Line, isEntryId, splitLines } from "../../src/format/index.ts";
import { type ReplayRules, type RequestMessage, buildRequest, newestRules } from "../../src/graph/index.ts";
import {
  type Identity,
  type Plan,
  type Planned,
  type Source,
  type Supply,
  renderPlan,
} from "../../src/reshape/index.ts";
import { type Opened, bytesOf, open, sessionId } from "../craft.ts";

export const newSessionId = "99999999-2222-4333-8444-555555555555";

export type OpenSource = Source & { readonly opened: Opened; readonly bytes: Uint8Array };

export function sourceOf(bytes: Uint8Array, id = sessionId): OpenSource {
  const opened = open(bytes);
  const lines: readonly Line[] = opened.decoded.map(({ line }) => line);
  return {
    sessionId: id,
    session: opened.session,
    lines: (first, last) => lines.slice(first - 1, last),
    opened,
    bytes,
  };
}

/** Ids and times are counted. */
export function supply(): Supply {
  let made = 0;
  const newUuid = (): EntryId => {
    made += 1;
    const id = `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`;
    if (!isEntryId(id)) throw new Error("no id");
    return id;
  };
  return { newUuid, now: () => "2026-02-03T04:05:06.000Z" };
}

export function identityOf(source: Source, fields: Partial<Identity> = {}): Identity {
  const ids: ReadonlyMap<string, unknown> = source.session.log.byId;
  return {
    from: source.sessionId,
    to: newSessionId,
    uuids: "fresh",
    forkedFrom: "written",
    isOwn: (id) => ids.has(id),
    folders: [],
    ...fields,
  };
}

export function render(plan: Plan, source: Source, identity: Identity = identityOf(source)): Uint8Array {
  const parts = [...renderPlan(plan, source, identity)];
  return Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : bytesOf(JSON.stringify(part)))));
}

export function planned(answer: Planned): Plan {
  if (!answer.ok) throw new Error(`${answer.problem} (${answer.choices.join(", ")})`);
  return answer.plan;
}

/** The same plan with every id as it was: what the plan alone changes. */
export const plain = (source: Source): Identity =>
  identityOf(source, { to: source.sessionId, uuids: "kept", forkedFrom: "left-out" });

export function requestOf(opened: Opened, rules: ReplayRules = newestRules): readonly RequestMessage[] {
  const { session } = rules === newestRules ? opened : reopened(opened, rules);
  return buildRequest(session.conversation.nodes, { read: opened.read, rules, reminders: "left-out" }).messages;
}

function reopened({ decoded }: Opened, rules: ReplayRules): Opened {
  const parts = decoded.map(({ line }) => Buffer.concat([line.bytes ?? bytesOf(""), bytesOf("\n")]));
  return open(Buffer.concat(parts), { rules });
}

export const linesOf = (bytes: Uint8Array): readonly string[] =>
  [...splitLines([bytes])].map((line) => Buffer.from(line.bytes ?? bytesOf("")).toString("utf8"));

export const entriesOf = (bytes: Uint8Array): readonly JsonObject[] =>
  open(bytes).decoded.flatMap((line) => (line.kind === "entry" || line.kind === "other" ? [line.raw] : []));
