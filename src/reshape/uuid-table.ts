// Uuids as they stand in lines -> the bytes that take their place; the last few are known again without a look at their text.
import { freshUuidBytes } from "./fresh-uuid.ts";
import { isSameBytes, stringAt } from "./string-bytes.ts";

export type Owner = (id: string) => boolean;
type Asked = { readonly start: number; readonly end: number; readonly isOwn: Owner };

export type UuidTable = {
  /** Undefined for what is no string, and for uuids of others. */
  readonly renamed: (line: Uint8Array, asked: Asked) => Uint8Array | undefined;
};

/** An entry is named again right behind: as a parent, or as the source of a result. */
const remembered = 4;

export function uuidTable(sessionId: string): UuidTable {
  const fresh = freshUuidBytes(sessionId);
  const recent: { readonly old: Uint8Array; readonly bytes: Uint8Array }[] = [];
  let next = 0;
  return {
    renamed(line, { start, end, isOwn }) {
      for (const { old, bytes } of recent)
        if (old.length === end - start && isSameBytes(line, start, old)) return bytes;
      const id = stringAt(line, start, end);
      if (id === undefined || !isOwn(id)) return undefined;
      const bytes = fresh(id);
      // The line may be gone by the next one.
      recent[next] = { old: new Uint8Array(line.subarray(start, end)), bytes };
      next = (next + 1) % remembered;
      return bytes;
    },
  };
}
