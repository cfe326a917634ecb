// A session file -> the messages clew says a client of that version would send; the one seam between the suite and clew.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { arrayField, isObject } from "../../src/format/index.ts";
import type { RequestMessage } from "../../src/graph/index.ts";
import { isSentMessage } from "../../src/proof/index.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const maxBuffer = 512 * 1024 * 1024;
const run = promisify(execFile);

export async function clewRequest(file: string, version: string): Promise<readonly RequestMessage[]> {
  const { stdout } = await run(process.execPath, [binary, "request", file, "--json", "--as", version], { maxBuffer });
  const printed: unknown = JSON.parse(stdout);
  const messages = isObject(printed) ? arrayField(printed, "messages") : undefined;
  if (messages === undefined) throw new Error("clew request printed no messages");
  return messages.filter(isSentMessage);
}
