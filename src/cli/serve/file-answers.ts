// Questions about files -> what the logs tell of them: rows, versions, content, differences; paths are looked up, never opened.
import { createHash } from "node:crypto";
import { type FileRow, type OpenHistory, diffTexts, partialText, rowOnDisk, unknownReason } from "../../find/index.ts";
import type { FileVersion } from "../../graph/index.ts";
import { needed, oneOf, optionalNumber, wholeNumber } from "../../serve/index.ts";
import { WorldError } from "../../store/index.ts";
import { rowsOf } from "../commands/files.ts";
import type { OpenFiles } from "../files/open-files.ts";
import { versionJson } from "../files/version-json.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import type { Asked } from "./asked.ts";

/** First what is asked for, and only then what all logs tell: a question that makes no sense is not worth reading them. */
type FilesAnswer = (question: Asked) => (files: OpenFiles) => string;

const fates = ["there", "deleted", "moved", "gone", "unknown"] as const;

export const filesAnswer: FilesAnswer = ({ args }) => {
  const words = (args["q"] ?? "").toLowerCase().split(/\s+/);
  const fate = oneOf(args, "fate", fates);
  const offset = wholeNumber(args, "offset", { usual: 0, most: 1_000_000 });
  const limit = wholeNumber(args, "limit", { usual: 100, most: 1000 });
  const isWanted = (row: FileRow): boolean =>
    (fate === undefined || row.fate === fate) && words.every((word) => row.path.toLowerCase().includes(word));
  return (files) => {
    const rows = rowsOf(files).filter(isWanted);
    return jsonLine({ files: rows.slice(offset, offset + limit).map(rowJson), total: rows.length, offset });
  };
};

/** Of its own log and its agents': a clone or fork has what it copied too. */
export const sessionFilesAnswer: FilesAnswer =
  ({ session }) =>
  (files) =>
    jsonLine({ files: files.summariesOf(session()).map(rowOnDisk).map(rowJson) });

const rowJson = ({ firstMs, lastMs, ...row }: FileRow): object => ({
  ...row,
  first: isoTime(firstMs),
  last: isoTime(lastMs),
});

export const versionsAnswer: FilesAnswer = ({ args }) => {
  const path = needed(args, "path");
  return (files) => {
    const { history } = files.named(path);
    return jsonLine({ path: history.path, versions: history.versions.map((version) => versionJson(history, version)) });
  };
};

const mostText = 2 * 1024 * 1024;

export const contentAnswer: FilesAnswer = ({ args }) => {
  const path = needed(args, "path");
  const number = numberIn(args, "version");
  return (files) => {
    const { history, content } = files.named(path);
    const version = versionOf(history, number);
    const whole = content(version);
    const text = whole?.text ?? partialText(version);
    return jsonLine({
      ...versionJson(history, version),
      sha256: whole === undefined ? undefined : createHash("sha256").update(whole.bytes).digest("hex"),
      size: whole?.bytes.length,
      content: text?.slice(0, mostText),
      isWhole: text !== undefined && text.length <= mostText,
    });
  };
};

export const diffAnswer: FilesAnswer = ({ args }) => {
  const path = needed(args, "path");
  const [before, after] = [numberIn(args, "from"), numberIn(args, "to")];
  return (files) => {
    const { history, content } = files.named(path);
    const [from, to] = [versionOf(history, before), versionOf(history, after)];
    const textOf = (version: FileVersion): string =>
      version.exists ? (content(version)?.text ?? partialText(version) ?? unknownText(version)) : "";
    const { hunks, isCoarse } = diffTexts(textOf(from), textOf(to));
    const sides = { from: versionJson(history, from), to: versionJson(history, to) };
    return jsonLine({ path: history.path, ...sides, hunks, ...(isCoarse && { isCoarse }) });
  };
};

const numberIn = (args: Asked["args"], name: string): number | undefined => optionalNumber(args, name, 1);

/** The last, where none is named. */
function versionOf({ versions }: OpenHistory["history"], named: number | undefined): FileVersion {
  const number = named ?? versions.length;
  const version = versions[number - 1];
  if (version !== undefined) return version;
  throw new WorldError("not-found", `there is no version ${number}`, { hint: `they go from 1 to ${versions.length}` });
}

function unknownText(version: FileVersion): never {
  throw new WorldError("not-found", `cannot compare version ${version.number}: ${unknownReason(version)}`, {
    hint: "choose a version that is exact or derived",
  });
}
