// Real logs, named by CLEW_CORPUS -> what is sent for them, told from outlines: as heavy and as sound as the whole.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkRequest, requestSize } from "../../src/graph/index.ts";
import { nodeWorld, openSource, requestOf, sentOf } from "../../src/store/index.ts";
import { corpusFiles } from "./files.ts";

test.each(corpusFiles())("$name weighs as much by its outlines as it does whole", ({ bytes }) => {
  const folder = mkdtempSync(join(tmpdir(), "clew-outline-"));
  try {
    const path = join(folder, "11111111-2222-4333-8444-555555555555.jsonl");
    writeFileSync(path, bytes);
    const opened = openSource(path, nodeWorld(join(folder, "data")));
    const request = requestOf(opened);
    const { size, violations, sent } = sentOf(opened);
    opened.close();
    expect({ size, violations, messages: sent.length }).toEqual({
      size: requestSize(request),
      violations: checkRequest(request),
      messages: request.length,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
