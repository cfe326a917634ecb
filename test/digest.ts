// The text of a log -> its digest, by parsing every line; the content of every block is said to take seven bytes.
import { decodeLine, splitLines, utf8Bytes } from "../src/format/index.ts";
import { type Digest, digester } from "../src/graph/index.ts";

export function digestOf(text: string, start?: Digest): Digest {
  const fold = digester(start);
  let at = start?.bytes ?? 0;
  for (const line of splitLines([utf8Bytes(text)])) {
    const decoded = decodeLine(line);
    if (decoded.kind === "blank") fold.skip("blank");
    else if (decoded.kind === "damaged") fold.skip(decoded.damage);
    else fold.entry(at, decoded.raw, () => 7);
    at += line.length;
  }
  return fold.digest(at);
}
