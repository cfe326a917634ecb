// Damage from beside the conversation: other sessions' lines, snapshots and last-prompt lines that point to the wrong entry.
import { craft, text } from "../craft.ts";
import { stringField } from "../../src/format/index.ts";
import { type Inflict, onPath, one, typeOf, uuidOf } from "./body.ts";

const snapshotId: Inflict = (body, pick) => {
  const target = one(
    onPath(body, (raw) => typeOf(raw) === "assistant"),
    pick,
  );
  if (target === undefined) return false;
  const messageId = uuidOf(target.raw);
  const snapshot = { messageId, trackedFileBackups: {}, timestamp: stringField(target.raw, "timestamp") ?? "" };
  const line = { type: "file-history-snapshot", messageId, snapshot, isSnapshotUpdate: false };
  body.lines.splice(target.at + 1, 0, JSON.stringify(line));
  return true;
};

/** A short conversation of another session: in the midst, or at the end, where a client would take it for the leaf. */
const foreign: Inflict = (body, pick) => {
  const other = craft();
  const fields = { sessionId: "f0000000-0000-4000-8000-00000000000f" };
  const first = `f1-${pick(1e6)}`;
  other.prompt("Who are you?", { ...fields, uuid: first, ...(pick(2) === 0 ? {} : { parentUuid: "f0-before" }) });
  other.reply([text("Somebody else.")], { ...fields, uuid: `${first}-answer`, parentUuid: first });
  other.state("mode", { mode: "normal", ...fields });
  const lines = other.text().trimEnd().split("\n");
  body.lines.splice(pick(2) === 0 ? body.lines.length : pick(body.lines.length), 0, ...lines);
  return true;
};

/** A branch that was left, and a last-prompt line that leads back to it. */
const deadLeaf: Inflict = (body, pick) => {
  const target = one(onPath(body, (raw) => typeOf(raw) === "user").slice(1, -1), pick);
  if (target === undefined) return false;
  const uuid = `dead1eaf-0000-4000-8000-${String(pick(1e9)).padStart(12, "0")}`;
  const left = { ...target.raw, uuid, message: { role: "user", content: "something the person took back" } };
  body.lines.splice(target.at, 0, JSON.stringify(left));
  const line = JSON.stringify({
    type: "last-prompt",
    lastPrompt: "something",
    leafUuid: uuid,
    sessionId: target.raw["sessionId"] ?? "",
  });
  body.lines.splice(pick(2) === 0 ? body.lines.length : target.at + 1, 0, line);
  return true;
};

export const stateDamage: Readonly<Record<string, Inflict>> = {
  "snapshot id of a message": snapshotId,
  "lines of a foreign session": foreign,
  "last-prompt on a dead branch": deadLeaf,
};
