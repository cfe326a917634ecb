// Nothing in -> the shape of `attachment` entries: context the client put before the model; unknown types pass.
import { array, object, optional, string, union, variant } from "../shape.ts";
import { fileAttachments } from "./attachment-files.ts";
import { hookAttachments } from "./attachment-hooks.ts";
import { listingAttachments } from "./attachment-listings.ts";
import { reminderAttachments } from "./attachment-reminders.ts";
import { block } from "./blocks.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeString } from "./maybe.ts";

const attachment = variant(
  "type",
  { ...fileAttachments, ...hookAttachments, ...listingAttachments, ...reminderAttachments },
  "open",
);

/** What the model was shown of it (2.1.325 replays this, whatever the type). */
const rendered = array(object({ content: optional(union(string, array(block))) }));

const attachmentEntryOf = object({
  ...chain,
  attachment,
  rendered: optional(rendered),
  renderedInHumanTurn: optional(rendered),
  renderedRole: maybeString,
  renderedBesideToolResult: maybeBoolean,
});
type AttachmentEntryShapeOf = typeof attachmentEntryOf;
export interface AttachmentEntryShape extends AttachmentEntryShapeOf {}
export const attachmentEntry: AttachmentEntryShape = attachmentEntryOf;
