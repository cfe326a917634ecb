// A session and an entry's uuid as it is spelled -> the `forkedFrom` member that tells where a copy of it comes from, in bytes.
import { utf8Bytes } from "../format/index.ts";

export type ForkMark = { readonly value: Uint8Array; readonly added: Uint8Array };
export type ForkMarks = { readonly of: (sessionId: string, uuid: Uint8Array) => ForkMark };

export function forkMarks(): ForkMarks {
  let known: string | undefined;
  let head = utf8Bytes("");
  return {
    of(sessionId, uuid) {
      if (sessionId !== known) {
        known = sessionId;
        head = utf8Bytes(forkHead(sessionId));
      }
      const added = new Uint8Array(head.length + uuid.length + 1);
      added.set(head);
      added.set(uuid, head.length);
      added[added.length - 1] = closeBrace;
      return { added, value: added.subarray(key.length) };
    },
  };
}

/** What stands in front of the uuid. */
export const forkHead = (sessionId: string): string => `${key}{"sessionId":${JSON.stringify(sessionId)},"messageUuid":`;

const key = ',"forkedFrom":';
const closeBrace = 0x7d;
