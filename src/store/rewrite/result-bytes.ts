// What a result is made of -> its bytes in order; lines that are too long to hold are read from the session they stand in.
import { bytesOf } from "./pieces.ts";
import type { ResultJob } from "./rewrite-job.ts";

export function resultBytes({ sources, pieces }: Pick<ResultJob, "sources" | "pieces">): Iterable<Uint8Array> {
  const [own] = sources;
  return bytesOf(pieces, (from) => (sources.find(({ opened }) => opened.source === from) ?? own).opened.bytes);
}
