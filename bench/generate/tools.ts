// Rng -> a call of some tool with what it will answer, in the shapes of the version; errors and outsized outputs among them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decoyDetail, decoyInput, decoyText } from "./decoys.ts";
import { type Json, type JsonObject, isObject } from "./json.ts";
import type { Call, Outcome } from "./reply.ts";
import { type Session, needleDue, oddly } from "./thread.ts";
import { addNeedle, needleWord } from "./truth.ts";

type Recipe = (session: Session) => { readonly input: JsonObject; readonly run: () => Outcome };

const errorRate = 0.05;
const longRate = 0.03;
const inlineChars = 30_000;

export function toolCall(session: Session): Call {
  const name = session.rng.pick(session.version.attachments === "rendered" ? newestTools : allTools);
  const { input, run } = recipes[name](session);
  const failing = session.rng.chance(errorRate);
  const call = { id: callId(session), name, input, run: failing ? () => failure(session, name) : run };
  return session.oddities === undefined ? call : oddCall(session, call);
}

/** The same call, now and then with a needle or with what only looks like a call. */
function oddCall(session: Session, call: Call & { readonly run: () => Outcome }): Call {
  const isPlanted = needleDue(session, "call");
  const planted = isPlanted ? { ...call.input, note: `looks for the ${needleWord} there` } : call.input;
  const decoy = session.oddities !== undefined && oddly(session, 0.01) ? decoyInput(session.oddities.rng) : undefined;
  const input = decoy === undefined ? planted : { ...planted, metadata: decoy };
  return { ...call, input, run: () => oddOutcome(session, call.run()), ...(isPlanted ? { needle: true } : {}) };
}

function oddOutcome(session: Session, outcome: Outcome): Outcome {
  const { oddities } = session;
  const { content, detail } = outcome;
  if (oddities === undefined || typeof content !== "string" || outcome.error) return outcome;
  if (needleDue(session, "result"))
    return { ...outcome, content: `${content}\nthe ${needleWord} lies here`, needle: "result" };
  if (!isObject(detail)) return outcome;
  if (needleDue(session, "hidden"))
    return { ...outcome, detail: { ...detail, kept: `a ${needleWord} for the client` }, needle: "hidden" };
  if (!oddly(session, 0.02)) return outcome;
  const { rng } = oddities;
  return { ...outcome, content: `${content}\n${decoyText(rng)}`, detail: { ...detail, ...decoyDetail(rng) } };
}

/** One result far longer than any other. */
export function hugeCall(session: Session, chars: number): Call {
  const run = (): Outcome => {
    const stdout = session.prose.output(chars);
    return { content: stdout, detail: { stdout, stderr: "", interrupted: false, isImage: false } };
  };
  return { id: callId(session), name: "Bash", input: { command: "cat everything" }, run };
}

export const callId = (session: Session): string => `toolu_01${session.rng.base62(22)}`;

const allTools = [
  "Read",
  "Read",
  "Read",
  "Edit",
  "Edit",
  "Bash",
  "Bash",
  "Bash",
  "Grep",
  "Glob",
  "Write",
  "TodoWrite",
] as const;
const newestTools = ["Read", "Read", "Edit", "Edit", "Bash", "Bash", "Bash", "Write"] as const;

const recipes: { readonly [name in (typeof allTools)[number]]: Recipe } = {
  Read: (session) => {
    const file = somePath(session);
    return {
      input: { file_path: file },
      run: () => {
        const content = session.prose.code(length(session, 600, 9000));
        const lines = content.split("\n");
        const separator = session.version.keys === "early" ? "→" : "\t";
        const width = session.version.keys === "early" ? 6 : 0;
        const numbered = lines
          .map((line, index) => `${String(index + 1).padStart(width)}${separator}${line}`)
          .join("\n");
        return {
          content: numbered,
          detail: {
            type: "text",
            file: { filePath: file, content, numLines: lines.length, startLine: 1, totalLines: lines.length },
          },
        };
      },
    };
  },
  Edit: (session) => {
    const filePath = somePath(session);
    const oldString = session.prose.code(session.rng.int(40, 400));
    const newString = session.prose.code(session.rng.int(40, 600));
    return {
      input: { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false },
      run: () => {
        const originalFile = session.prose.code(length(session, 900, 7000));
        const lines = [
          ...oldString.split("\n").map((line) => `-${line}`),
          ...newString.split("\n").map((line) => `+${line}`),
        ];
        const structuredPatch = [{ oldStart: 4, oldLines: 9, newStart: 4, newLines: 9, lines }];
        const detail = {
          filePath,
          oldString,
          newString,
          originalFile,
          structuredPatch,
          userModified: false,
          replaceAll: false,
        };
        return { content: `The file ${filePath} has been updated.\n${newString}`, detail };
      },
    };
  },
  Bash: (session) => ({
    input: {
      command: `npm run ${session.prose.word()} -- --${session.prose.word()}`,
      description: session.prose.title(),
    },
    run: () => {
      const stdout = session.prose.output(length(session, 60, 4000));
      if (stdout.length > inlineChars) return outsized(session, stdout);
      return { content: stdout, detail: { stdout, stderr: "", interrupted: false, isImage: false } };
    },
  }),
  Grep: (session) => ({
    input: { pattern: session.prose.word(), path: session.cwd, output_mode: "content", "-n": true },
    run: () => {
      const content = session.prose.output(session.rng.int(20, 3000));
      return {
        content,
        detail: { mode: "content", numFiles: 0, filenames: [], content, numLines: content.split("\n").length },
      };
    },
  }),
  Glob: (session) => ({
    input: { pattern: `**/*${session.prose.word()}*.ts` },
    run: () => {
      const filenames = Array.from({ length: session.rng.int(0, 30) }, () => somePath(session));
      return {
        content: filenames.join("\n") || "No files found",
        detail: { filenames, durationMs: session.rng.int(1, 90), numFiles: filenames.length, truncated: false },
      };
    },
  }),
  Write: (session) => {
    const filePath = somePath(session);
    const content = session.prose.code(length(session, 300, 6000));
    return {
      input: { file_path: filePath, content },
      run: () => ({
        content: `File created successfully at: ${filePath}`,
        detail: { type: "create", filePath, content, structuredPatch: [], originalFile: null },
      }),
    };
  },
  TodoWrite: (session) => {
    const todos = Array.from({ length: session.rng.int(1, 6) }, () => ({
      content: session.prose.title(),
      status: "pending",
      activeForm: session.prose.title(),
    }));
    return {
      input: { todos },
      run: () => ({ content: "Todos have been modified successfully.", detail: { oldTodos: [], newTodos: todos } }),
    };
  },
};

const somePath = (session: Session): string => `${session.cwd}/src/${session.prose.word()}/${session.prose.word()}.ts`;

function length(session: Session, low: number, high: number): number {
  return session.rng.chance(longRate) ? session.rng.int(high, 120_000) : session.rng.int(low, high);
}

function failure(session: Session, name: string): Outcome {
  if (name === "Bash") {
    const content = `Exit code ${session.rng.int(1, 127)}\n${session.prose.output(300)}`;
    return { content, detail: `Error: ${content}`, error: true };
  }
  if (session.rng.chance(0.3)) {
    const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    return { content: refusal, detail: "User rejected tool use", error: true };
  }
  const content = "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>";
  return { content, detail: "Error: File has not been read yet. Read it first before writing to it.", error: true };
}

function outsized(session: Session, output: string): Outcome {
  const { rng, truth } = session;
  const stdout = output.slice(0, output.lastIndexOf("\n", inlineChars));
  const plain = { stdout, stderr: "", interrupted: false, isImage: false };
  if (session.version.bigOutput === "cut") return { content: `${stdout}\n\n... output truncated ...`, detail: plain };
  const folder = join(session.folder, session.id, "tool-results");
  const path = join(folder, `b${rng.base62(8).toLowerCase()}.txt`);
  mkdirSync(join(session.root, folder), { recursive: true });
  const isPlanted = needleDue(session, "persisted");
  if (isPlanted) addNeedle(truth, "persisted");
  const saved = isPlanted ? `${output}\nthe ${needleWord} was saved\n` : output;
  writeFileSync(join(session.root, path), saved, { mode: 0o600 });
  const size = Buffer.byteLength(saved);
  truth.sideBytes += size;
  const shown = output.slice(0, output.lastIndexOf("\n", 2000));
  const content: Json = `<persisted-output>\nOutput too large (${(size / 1024).toFixed(1)}KB). Full output saved to: /home/dev/.claude/${path}\n\nPreview (first 2KB):\n${shown}\n...\n</persisted-output>`;
  return { content, detail: { ...plain, persistedOutputPath: `/home/dev/.claude/${path}`, persistedOutputSize: size } };
}
