// Finished trials -> the page that tells what was tried and what was found.
import { faultKinds } from "./fault-kinds.ts";
import { wrongs } from "./oracle.ts";
import type { DoneTrial } from "./progress.ts";

export function reportOf(trials: readonly DoneTrial[], date: string): string {
  const took = trials.filter(({ hasTakenEffect }) => hasTakenEffect);
  const wrong = took.filter(({ findings }) => findings.length > 0);
  const commits = [...new Set(trials.map(({ commit }) => commit))].map(
    (commit) => `${commit} (${trials.filter((one) => one.commit === commit).length})`,
  );
  return [
    "# Trials with system faults",
    "",
    "Each trial runs one writing command of the built program on a small home while the system fails: the process is killed at a",
    "system call, a call fails once or from then on, the disk is full or read-only, or files, file sizes or memory are limited. Then",
    "comes another writing command. Every file is judged by its SHA-256: lost, changed, partial, left over, or not to be undone.",
    "A trial counts only if the fault took effect: the process was killed, the call really failed, or the command was refused or died.",
    "",
    "`npm run test:release` makes this page. It continues an interrupted run from `.cache/fault-trials.jsonl`; delete that file to",
    "start again. A part of the same trials runs in `npm run test:long`.",
    "",
    `${trials.length} trials, ${took.length} with effect, ${wrong.length} with a finding. Finished on ${date}. Commits (trials): ${commits.join(", ")}.`,
    "",
    "## By kind of fault",
    "",
    ...tableOf(trials, Object.keys(faultKinds), ({ kind }) => kind),
    "",
    "## By command",
    "",
    ...tableOf(trials, [...new Set(trials.map(({ command }) => command))], ({ command }) => command),
    "",
    "## Trials with effect, by command and kind",
    "",
    ...matrixOf(took),
    ...(wrong.length === 0 ? [] : ["", "## Findings", "", ...wrong.map(findingLine)]),
    "",
  ].join("\n");
}

function tableOf(
  trials: readonly DoneTrial[],
  names: readonly string[],
  nameOf: (trial: DoneTrial) => string,
): readonly string[] {
  const rows = [...names, "all"].map((name) => {
    const own = trials.filter((trial) => name === "all" || nameOf(trial) === name);
    const took = own.filter(({ hasTakenEffect }) => hasTakenEffect);
    const ended = (isEnd: (text: string) => boolean): number => took.filter((trial) => isEnd(trial.ended)).length;
    const found = wrongs.map(
      (wrong) => took.filter(({ findings }) => findings.some((one) => one.wrong === wrong)).length,
    );
    const ends = [
      ended((text) => text === "SIGKILL" || text === "137"),
      ended((text) => text === "2" || text === "1"),
      ended((text) => text === "0"),
      ended((text) => !["SIGKILL", "137", "0", "1", "2"].includes(text)),
    ];
    return `| ${[name, own.length, took.length, ...ends, ...found].join(" | ")} |`;
  });
  const heads = ["", "trials", "with effect", "killed", "refused", "done all the same", "died in Node", ...wrongs];
  return [`| ${heads.join(" | ")} |`, `|${heads.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`, ...rows];
}

function matrixOf(took: readonly DoneTrial[]): readonly string[] {
  const kinds = Object.keys(faultKinds);
  const countOf = (command: string, kind: string): number =>
    took.filter((one) => one.command === command && one.kind === kind).length;
  const rows = [...new Set(took.map(({ command }) => command))].map(
    (command) => `| ${[command, ...kinds.map((kind) => countOf(command, kind))].join(" | ")} |`,
  );
  return [`| | ${kinds.join(" | ")} |`, `|---|${kinds.map(() => "---:").join("|")}|`, ...rows];
}

const findingLine = ({ trial, command, told, findings }: DoneTrial): string =>
  `- trial ${trial}, ${command}, ${told}: ${findings.map(({ wrong, what }) => `${wrong}: ${what}`).join("; ")}`;
