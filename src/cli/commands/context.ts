// `clew context`: what fills the model's window at a session's leaf, exact where the log tells it and estimated where not.
import { type ContextItem, type ContextReport, type ContextShare, contextOf, imageTokens } from "../../find/index.ts";
import { openSession } from "../../store/index.ts";
import { formatCount, formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import type { AsFlag, DirFlag, JsonFlag } from "../flags.ts";
import { type Cell, grid } from "../grid.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { rulesOf, sessionPath, withProgress } from "../names.ts";
import { type Paint, painter } from "../paint.ts";

export type Flags = DirFlag & JsonFlag & AsFlag & { readonly window?: number; readonly limit?: number };

const usualLimit = 10;

export async function context(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  const rules = rulesOf(flags);
  const opened = openSession(sessionPath(io, flags, name), { ...withProgress(io), rules, agents: "left-out" });
  const { session, read, close, id, path } = opened;
  try {
    const limit = flags.limit ?? usualLimit;
    const report = contextOf(session, { rules, read, windowTokens: flags.window, limit });
    if (report.refused !== undefined || report.messages === 0)
      io.err("clew: a client would find nothing to resume in this session, so nothing fills its window\n");
    if (flags.json) io.out(jsonLine({ session: id, path, as: rules.version, ...reportJson(report) }));
    else if (report.messages > 0) io.out(await reportText(report, { io, limit, id, cwd: session.description.cwd }));
    return report.messages === 0 ? 1 : 0;
  } finally {
    close();
  }
}

/** Every figure with its grade: what is only a share of the whole is always an estimate. */
function reportJson(report: ContextReport): object {
  const { total, window, measured, since, unseenTokens, method, compacted, ...rest } = report;
  const { roles, blocks, tools, files, reminders, biggest, ...others } = rest;
  const estimates = (list: readonly object[]) => list.map((share) => ({ ...share, grade: "estimate" }));
  const graded = (tokens: number | undefined) => (tokens === undefined ? undefined : { tokens, grade: "estimate" });
  return {
    total,
    window: { ...window, share: total.tokens / window.tokens },
    measured,
    since: { ...since, grade: "estimate" },
    unseen: graded(unseenTokens),
    method: { ...method, imageTokens, grade: "estimate" },
    ...others,
    roles: estimates(roles),
    blocks: estimates(blocks),
    tools: estimates(tools),
    files: estimates(files),
    reminders: estimates(reminders),
    biggest: estimates(biggest),
    compacted,
  };
}

type Look = { readonly io: Io; readonly limit: number; readonly id: string; readonly cwd: string | undefined };

async function reportText(report: ContextReport, { io, limit, id, cwd }: Look): Promise<string> {
  const paint = painter(io);
  const { roles, blocks, tools, files, reminders, biggest, total } = report;
  const table = (heading: string, shares: readonly ContextShare[]): Promise<string> =>
    sharesText(
      { heading, shares: shares.slice(0, limit), more: shares.length - limit, total: total.tokens },
      io,
      paint,
    );
  return [
    `${paint("title", `Context of ${sanitizeLine(id)}`)}\n`,
    headText(report, paint),
    await table("role", [...roles, ...unseenShare(report)]),
    await table("block", blocks),
    await table("tool", tools),
    await table(
      "file",
      files.map((share) => ({ ...share, name: below(cwd, share.name) })),
    ),
    await table("reminder", reminders),
    await biggestText(
      biggest.map((item) => (item.file === undefined ? item : { ...item, file: below(cwd, item.file) })),
      io,
      paint,
    ),
    methodText(report, paint),
  ].join("");
}

const unseenName = "(not in the log)";

function unseenShare({ unseenTokens }: ContextReport): readonly ContextShare[] {
  return unseenTokens === undefined ? [] : [{ name: unseenName, tokens: unseenTokens, bytes: 0, items: 0 }];
}

function headText(report: ContextReport, paint: Paint): string {
  const { total, window, measured, since, compacted, messages } = report;
  const share = total.tokens / window.tokens;
  const why = { asked: "as asked", default: "the usual size", seen: "the session outgrew the usual one" }[
    window.source
  ];
  const lines: (readonly [string, string])[] = [
    [
      "total",
      `${about(total.grade)}${formatCount(total.tokens)} tokens in ${plural(messages, "message")} (${total.grade})`,
    ],
    ["window", `${bar(share, 30)} ${percent(share)} of ${formatCount(window.tokens)} (${why})`],
  ];
  if (measured !== undefined) {
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, line, grade } = measured;
    const sent = formatCount(inputTokens + cacheReadTokens + cacheWriteTokens);
    lines.push(["counted", `${sent} sent + ${formatCount(outputTokens)} answered at line ${line} (${grade})`]);
  }
  if (since.items > 0)
    lines.push(["since", `about ${formatCount(since.tokens)} tokens in ${plural(since.items, "item")} (estimate)`]);
  if (compacted.times > 0) lines.push(["compacted", compactedText(compacted)]);
  return lines.map(([name, value]) => `${paint("dim", name.padEnd(9))} ${value}\n`).join("");
}

function compactedText({ times, entries, preTokens, postTokens, line, trigger }: ContextReport["compacted"]): string {
  const sizes =
    preTokens === undefined
      ? "the log does not say how much"
      : `from ${formatCount(preTokens)} tokens${postTokens === undefined ? "" : ` to ${formatCount(postTokens)}`} (as the log says)`;
  const how = trigger === undefined ? "" : `, ${sanitizeLine(trigger)}`;
  const away = `${formatWhole(entries)} ${entries === 1 ? "entry is" : "entries are"} not sent any more`;
  return `${plural(times, "time")}: ${away}; last at line ${line ?? "?"}${how}, ${sizes}`;
}

type Table = {
  readonly heading: string;
  readonly shares: readonly ContextShare[];
  readonly more: number;
  readonly total: number;
};

async function sharesText({ heading, shares, more, total }: Table, io: Io, paint: Paint): Promise<string> {
  if (shares.length === 0) return "";
  const rows = shares.map(({ name, tokens, items }): readonly Cell[] => [
    { text: sanitizeLine(name), keep: heading === "file" ? "end" : undefined },
    { text: `~${formatCount(tokens)}` },
    { text: percent(tokens / total) },
    { text: items === 0 ? "" : formatWhole(items) },
    { text: bar(tokens / total, 20), paint: (text) => paint("call", text) },
  ]);
  const rest = more > 0 ? `${paint("dim", `and ${formatWhole(more)} more`)}\n` : "";
  return `\n${await grid(
    [
      { heading, align: "left", flexible: true },
      { heading: "tokens", align: "right" },
      { heading: "share", align: "right" },
      { heading: "items", align: "right", drop: 1 },
      { heading: "", align: "left", drop: 2 },
    ],
    rows,
    io.columns,
  )}${rest}`;
}

async function biggestText(biggest: readonly ContextItem[], io: Io, paint: Paint): Promise<string> {
  const rows = biggest.map((item): readonly Cell[] => [
    { text: item.line === undefined ? "-" : String(item.line) },
    { text: `~${formatCount(item.tokens)}` },
    { text: item.block },
    { text: sanitizeLine(item.tool ?? item.reminder ?? item.role) },
    {
      text: sanitizeLine(item.file ?? item.preview),
      paint: (text) => paint("dim", text),
      keep: item.file === undefined ? undefined : "end",
    },
  ]);
  return `\n${await grid(
    [
      { heading: "line", align: "right" },
      { heading: "tokens", align: "right" },
      { heading: "block", align: "left" },
      { heading: "of", align: "left" },
      { heading: "largest items", align: "left", flexible: true },
    ],
    rows,
    io.columns,
  )}`;
}

function methodText({ method, unseenTokens }: ContextReport, paint: Paint): string {
  const how = {
    "two points": "from the growth between the first and the last counted message",
    "one point": "a rule of thumb, held against what was counted",
    source: "as in the session that this one was made of",
    "rule of thumb": "a rule of thumb, for the log has no count of what is sent now",
  }[method.calibration];
  const unseen =
    unseenTokens === undefined
      ? " The system prompt and the tools are not in the log and not in these figures."
      : ` ${unseenName}: the system prompt, the tools and what else was counted but not written; all shares add up to the total.`;
  return `\n${paint("dim", `~ estimated: ${method.bytesPerToken.toFixed(1)} bytes of text per token, ${how}; ${imageTokens} per picture.${unseen}`)}\n`;
}

/** Paths in the session's own folder are told from there. */
const below = (cwd: string | undefined, path: string): string =>
  cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;

const about = (grade: string): string => (grade === "exact" ? "" : grade === "floor" ? "at least " : "about ");
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

function bar(share: number, width: number): string {
  const filled = Math.max(0, Math.min(width, Math.round(share * width)));
  return "█".repeat(filled) + "░".repeat(width - filled);
}
