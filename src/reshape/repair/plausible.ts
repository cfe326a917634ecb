// An entry that was put together from halves -> whether its names are names; words that slipped into the place of one give a wrong seam away.
import { type JsonObject, arrayField, isObject, objectField, stringField } from "../../format/index.ts";

export function isPlausible(raw: JsonObject): boolean {
  const message = objectField(raw, "message");
  const blocks = (arrayField(message ?? {}, "content") ?? []).filter(isObject);
  return (
    [raw, ...(message === undefined ? [] : [message]), ...blocks].every(hasNamedKeys) &&
    isRole(stringField(message ?? {}, "role")) &&
    blocks.every((block) => isName(stringField(block, "type") ?? "text"))
  );
}

const hasNamedKeys = (raw: JsonObject): boolean =>
  Object.keys(raw).every((key) => /^[A-Za-z_$@][\w$.:@-]{0,63}$/.test(key));

const isRole = (role: string | undefined): boolean =>
  role === undefined || ["user", "assistant", "system"].includes(role);

/** Types that nobody knows yet are spelled as those that are known. */
const isName = (type: string): boolean => /^[a-z][a-z0-9_-]{0,63}$/.test(type);
