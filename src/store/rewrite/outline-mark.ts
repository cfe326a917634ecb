// A line that was decoded the plain way -> a mark of what of it is sent: four words, zeros where nothing is.
import { hash } from "node:crypto";
import { type Decoded, type JsonObject, jsonText, objectField } from "../../format/index.ts";
import { outlineNonce, outlineOf } from "./outline.ts";

const nothing = new Uint32Array(4);

export function plainMark(decoded: Decoded): Uint32Array {
  const raw = "raw" in decoded ? decoded.raw : decoded.kind === "damaged" ? decoded.leading : undefined;
  if (raw === undefined) return nothing;
  // The same in every thread, whatever word it marks shortened texts with.
  const text = jsonText(withoutIds(outlineOf(raw)))?.replaceAll(outlineNonce, "");
  // What is nested too deep to be written is only the same where the whole line is.
  const digest = hash("sha256", text ?? decoded.line.bytes ?? "", "buffer");
  return Uint32Array.from(nothing, (_zero, at) => digest.readUInt32LE(4 * at));
}

/** Ids in an attachment change with the session, and are not sent. */
function withoutIds(outline: JsonObject): JsonObject {
  const attachment = objectField(outline, "attachment");
  if (attachment === undefined) return outline;
  const kept = Object.entries(attachment).filter(([key]) => key !== "messageId" && key !== "source_uuid");
  return { ...outline, attachment: Object.fromEntries(kept) };
}
