// Chance -> entries as a client might write them, with every field the digest wants in every likely and unlikely form.
import type { Chance } from "./chance.ts";
import { type Member, type Part, anyKey, anyValue, pickFrom, scalars, text, usually } from "./hostile-values.ts";

const prompts = [
  ["fix the bug", "<command-name>/cost</command-name>", "<command-message>x", "<task-notification>x", "", " "],
  ["<local-command-stdout>x", "<ide_opened_file>f</ide_opened_file> go", "<b>bold</b>", "\n<bash-input>ls"],
  ["[Request interrupted by user]", '"quoted"', "\\", "これは", "\u00a0<command-name>/x</command-name>", "a <b>"],
  ["see <ide_selection>this</ide_selection> there", "x".repeat(250), `${"y".repeat(199)}👩‍💻`, "Caveat: no", "\u007fx"],
].flat();

const errors = [
  ["boom", "Error: boom", "The user doesn't want to proceed with it", "Error: User rejected", "  Permission to use"],
  ["[Request interrupted by user]", `${" ".repeat(450)}User rejected`, `Error: ${"é ".repeat(300)}`, "\\".repeat(500)],
  [`${"\n".repeat(300)}Interrupted by user`, "Error:  Claude requested permissions to write"],
].flat();

const targets = [
  ["/a/b.ts", "ls -la", 'echo "hi"\nexit', "x".repeat(199), "x".repeat(200), "x".repeat(201), "", "é".repeat(150)],
  [`${"a".repeat(199)}👩‍💻`, '\\"'.repeat(900), `${'"a" '.repeat(700)}`, '"'.repeat(3000), `${"错 ".repeat(900)}`],
].flat();

const stamps = [
  ["2026-01-27T01:19:37.254Z", "2024-02-29T23:59:59.999Z", "2023-02-29T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
  ["2026-12-31T12:00:00Z", "2026-06-30T24:00:00.000Z", "2026-06-31T00:00:00.000Z", "1969-12-31T00:00:00.000Z"],
  ["2026-01-27T01:19:37.254", "2026-01-27T01:19:37.25Z", "2026-01-27 01:19:37.254Z", "2026-13-01T00:00:00.000Z"],
  ["2026-01-27T01:60:00.000Z", "2026-01-27T01:19:37+02:00", "0000-00-00T00:00:00.000Z", "202x-01-27T01:19:37.254Z"],
  ["2026-01-27", "2100-02-28T00:00:00.000Z", "2000-03-01T00:00:00.001Z", "2026-01-27T01:19:37.2x4Z", ""],
].flat();

const count = (chance: Chance): Part => ({
  // Small ones too, so that two reports of a message are alike now and then.
  raw: chance.one(1 - 2 * chance.surprise)
    ? String(chance.whole(0, chance.one(0.4) ? 1 : 10 ** chance.whole(1, 9)))
    : pickFrom(chance, scalars),
});
const truth = (chance: Chance): Part => usually(chance, { raw: pickFrom(chance, ["true", "false", "false", "null"]) });
const some = (chance: Chance, members: readonly Member[], probability = 0.93): readonly Member[] =>
  chance.shuffle(members.filter(() => chance.one(probability)));
/** Few ids, so that they come again; now and then one that needs care. */
const id = (chance: Chance, prefix: string): Part =>
  usually(chance, chance.one(0.95) ? `${prefix}_${chance.whole(0, 8)}` : chance.one(0.5) ? text(chance) : "");

function usageOf(chance: Chance): Part {
  // Reports that are all alike: then the first of a message counts.
  if (chance.one(0.25)) return { members: [["output_tokens", { raw: "1" }]] };
  const created: Part = {
    members: some(chance, [
      ["ephemeral_1h_input_tokens", count(chance)],
      ["ephemeral_5m_input_tokens", count(chance)],
      ["output_tokens", { raw: "7" }],
    ]),
  };
  const searches: Part = {
    members: some(chance, [
      ["web_search_requests", count(chance)],
      [anyKey(chance), text(chance)],
    ]),
  };
  const members: readonly Member[] = [
    ["input_tokens", usually(chance, count(chance))],
    ["output_tokens", usually(chance, count(chance))],
    ["cache_read_input_tokens", usually(chance, count(chance))],
    ["cache_creation_input_tokens", usually(chance, chance.one(0.1) ? { raw: "null" } : count(chance))],
    ["cache_creation", usually(chance, created)],
    ["server_tool_use", usually(chance, searches)],
    ["service_tier", usually(chance, chance.one(0.98) ? "standard" : "priority")],
    ["speed", usually(chance, chance.one(0.97) ? "standard" : pickFrom(chance, ["standards", "fast", ""]))],
    ["inference_geo", usually(chance, chance.one(0.97) ? pickFrom(chance, ["not_available", "global"]) : "us")],
  ];
  return { members: some(chance, members, 0.85) };
}

function blockOf(chance: Chance, type: string): Part {
  const members: Member[] = [["type", usually(chance, type)]];
  if (chance.one(0.2)) members.push([anyKey(chance), pickFrom(chance, ["tool_use", "tool_result", "text"])]);
  if (type === "text")
    members.push(["text", usually(chance, chance.one(0.6) ? pickFrom(chance, prompts) : text(chance))]);
  if (type === "thinking") members.push(["thinking", text(chance)], ["signature", text(chance)]);
  if (type === "tool_use") {
    const input = pickFrom(chance, ["file_path", "notebook_path", "command", "pattern"]);
    const pairs: readonly Member[] = [
      [input, usually(chance, pickFrom(chance, targets))],
      ["command", pickFrom(chance, targets)],
    ];
    members.push(
      ["id", id(chance, "toolu")],
      ["name", usually(chance, pickFrom(chance, ["Bash", "Read", "mcp__a__b"]))],
    );
    members.push(["input", usually(chance, { members: some(chance, chance.one(0.2) ? pairs : pairs.slice(0, 1)) })]);
  }
  if (type === "tool_result") {
    const isError = chance.one(0.2);
    const words = isError ? pickFrom(chance, errors) : text(chance);
    const texts = Array.from({ length: chance.one(0.8) ? 1 : 2 }, () => textBlock(words));
    const said = chance.one(0.3) ? { list: texts } : words;
    members.push(["tool_use_id", id(chance, "toolu")], ["content", chance.one(0.8) ? said : anyValue(chance)]);
    if (isError || chance.one(0.2)) members.push(["is_error", isError ? { raw: "true" } : truth(chance)]);
  }
  if (chance.one(0.02)) members.push(pickFrom(chance, members));
  return { members: some(chance, members, 0.98) };
}

const textBlock = (words: Part): Part => ({
  members: [
    ["type", "text"],
    ["text", words],
  ],
});

function contentOf(chance: Chance, type: string): Part {
  if (type === "user" && chance.one(0.45)) return chance.one(0.8) ? pickFrom(chance, prompts) : text(chance);
  const kinds =
    type === "user" ? ["text", "tool_result", "tool_result", "image"] : ["text", "tool_use", "thinking", "tool_use"];
  const length = chance.one(0.6) ? 1 : chance.whole(0, 4);
  return {
    list: Array.from({ length }, () =>
      chance.one(0.97) ? blockOf(chance, pickFrom(chance, kinds)) : anyValue(chance),
    ),
  };
}

const types = [
  ..."assistant assistant assistant user user user user system progress attachment summary ai-title".split(" "),
  ..."custom-title assistants use usex systen attachmenu assistanu last-prompt".split(" "),
];

export function entryOf(chance: Chance): Part {
  const type = pickFrom(chance, types);
  const message: Part = {
    members: some(chance, [
      ["id", id(chance, "msg")],
      ["model", usually(chance, pickFrom(chance, ["claude-a", "claude-b", "<synthetic>"]))],
      ["role", type],
      [anyKey(chance), text(chance)],
      ["content", usually(chance, contentOf(chance, type))],
      ["usage", usually(chance, usageOf(chance))],
      ["stop_reason", usually(chance, chance.one(0.5) ? "end_turn" : { raw: "null" })],
    ]),
  };
  const members: Member[] = [
    ["type", usually(chance, type)],
    ["timestamp", usually(chance, pickFrom(chance, chance.one(0.9) ? stamps.slice(0, 2) : stamps))],
    ["uuid", usually(chance, chance.one(0.97) ? `uuid-${chance.whole(0, 20)}` : "")],
    ["parentUuid", usually(chance, `uuid-${chance.whole(0, 20)}`)],
    ["message", usually(chance, message)],
    ["sessionId", usually(chance, pickFrom(chance, ["s1", "s1", "s2"]))],
    ["cwd", usually(chance, pickFrom(chance, ["/w", "C:\\w", "/ü", "/w"]))],
    ["gitBranch", usually(chance, pickFrom(chance, ["main", "main", "main", "fix/é", "b".repeat(1100), ""]))],
    ["version", usually(chance, pickFrom(chance, ["2.1.0", "2.1.0", "2.1.45", ""]))],
  ];
  if (chance.one(0.3)) members.push(["isSidechain", truth(chance)]);
  if (chance.one(0.1)) members.push(["agentId", usually(chance, pickFrom(chance, ["a1", "a2"]))]);
  if (chance.one(0.1)) members.push(["isMeta", truth(chance)]);
  if (chance.one(0.05)) members.push(["isCompactSummary", truth(chance)]);
  if (chance.one(0.1)) members.push(["isApiErrorMessage", truth(chance)]);
  if (chance.one(0.05))
    members.push(["forkedFrom", usually(chance, { members: [["sessionId", usually(chance, "s0")]] })]);
  if (chance.one(0.1))
    members.push(["subtype", usually(chance, pickFrom(chance, ["compact_boundary", "informational"]))]);
  if (chance.one(0.05))
    members.push([
      "origin",
      usually(chance, { members: [["kind", pickFrom(chance, ["human", "task-notification"])]] }),
    ]);
  if (chance.one(0.05))
    members.push(["toolDenialKind", usually(chance, pickFrom(chance, ["user-rejected", "interrupted"]))]);
  if (chance.one(0.3)) members.push(["toolUseResult", chance.one(0.3) ? pickFrom(chance, errors) : anyValue(chance)]);
  if (chance.one(0.03)) members.push(["toolUseResult", { members: [["searchCount", count(chance)]] }]);
  if (type === "attachment") members.push(["attachment", attachmentOf(chance)]);
  if (/title|summary/.test(type)) members.push([pickFrom(chance, ["aiTitle", "customTitle", "summary"]), text(chance)]);
  if (chance.one(0.5)) members.push([anyKey(chance), anyValue(chance)]);
  if (chance.one(0.03)) members.push(pickFrom(chance, members));
  return { members: some(chance, members, 0.96) };
}

function attachmentOf(chance: Chance): Part {
  const members: readonly Member[] = [
    ["type", usually(chance, pickFrom(chance, ["queued_command", "file", "queued_commands"]))],
    ["prompt", usually(chance, pickFrom(chance, prompts))],
    ["commandMode", pickFrom(chance, ["prompt", "task-notification"])],
  ];
  return usually(chance, { members: some(chance, members) });
}
