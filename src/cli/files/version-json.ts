// A version -> the fields that every command's JSON tells of it.
import type { FileHistory, FileVersion } from "../../graph/index.ts";
import { versionAbout } from "../../find/index.ts";

export function versionJson(history: FileHistory, version: FileVersion): Readonly<Record<string, unknown>> {
  const { body } = version;
  return {
    path: version.path,
    ...versionAbout(history, version),
    exists: version.exists,
    encoding: version.encoding,
    prompt: version.prompt?.words,
    from: body.kind === "same" ? body.key : undefined,
  };
}
