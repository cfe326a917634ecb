// The stderr of one of clew's processes -> the end of its text, for the error that reports its exit.
import type { Readable } from "node:stream";

const longest = 4000;

export function crashText(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text = `${text}${chunk}`.slice(-longest);
  });
  return () => (text === "" ? "" : `:\n${text.trimEnd()}`);
}
