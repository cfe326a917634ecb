// What the client wrote for a command and its output -> what a person typed and what was printed, without markup and colours.
import { readablePrompt } from "../graph/index.ts";

const commandMark = /^\s*<(command-(name|message)|bash-input)>/;
const outputMark = /^\s*<((?:local-command|bash)-std(?:out|err))>/;
const outputs = /<((?:local-command|bash)-std(?:out|err))>([\s\S]*?)(?:<\/\1>|$)/g;
/** Colours, cursor moves, titles and links of a terminal; each part of it has signs of its own, so nothing is tried twice. */
const terminalCodes =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;

/** Any other text is given back as it is. */
export function readableText(text: string): string {
  if (commandMark.test(text)) return readablePrompt(text);
  if (!outputMark.test(text)) return text;
  const printed = [...text.matchAll(outputs)].map(([, , words = ""]) => words.replaceAll(terminalCodes, "").trim());
  return printed.filter((words) => words !== "").join("\n");
}
