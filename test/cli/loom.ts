// Nothing -> a config home with four small hand-made sessions that hold every shape the goldens want to show.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, say, smallLog, think } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

export const ids = {
  plain: "a1a1a1a1-0000-4000-8000-000000000001",
  branched: "b2b2b2b2-0000-4000-8000-000000000002",
  broken: "c3c3c3c3-0000-4000-8000-000000000003",
  agents: "d4d4d4d4-0000-4000-8000-000000000004",
} as const;
export const agentId = "a5a5a5a5a5a5a5a5a";

const project = "-home-ada-loom";

export function loomHome(): string {
  const home = join(scratchFolder(), "loom");
  writeLog(home, `${project}/${ids.plain}`, plain());
  writeLog(home, `${project}/${ids.branched}`, branched());
  writeLog(home, `${project}/${ids.broken}`, broken());
  writeLog(home, `${project}/${ids.agents}`, withAgent());
  const agentPlace = `${project}/${ids.agents}/subagents/agent-${agentId}`;
  writeLog(home, agentPlace, agent());
  const meta = { agentType: "Explore", description: "Count the threads", toolUseId: "toolu_spawn" };
  writeFileSync(join(home, "projects", `${agentPlace}.meta.json`), JSON.stringify(meta));
  return home;
}

function plain(): string {
  const log = smallLog({ sessionId: ids.plain });
  log.state({ type: "mode", mode: "normal", sessionId: ids.plain });
  log.prompt("How many threads has the warp?");
  log.answer("msg_1", think("Count them in the draft."));
  log.answer("msg_1", say("I'll look at the draft."));
  const read = log.answer("msg_1", call("toolu_read", "Read", { file_path: "/home/ada/loom/draft.txt" }));
  log.answer("msg_1", call("toolu_bash", "Bash", { command: "wc -l warp.txt", description: "Count" }));
  log.result("toolu_bash", "wc: warp.txt: No such file", {
    message: {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_bash", content: "wc: warp.txt: No such file", is_error: true },
      ],
    },
  });
  log.goBackTo(read);
  log.result("toolu_read", [{ type: "text", text: "warp 240\nweft 180" }], { sourceToolAssistantUUID: read });
  log.attachment({ type: "hook_additional_context", content: ["Mind the selvedge."], hookEvent: "PostToolUse" });
  log.answer("msg_2", say("The warp has 240 threads."));
  log.system("turn_duration", { durationMs: 70_000 });
  log.state({ type: "custom-title", customTitle: "Count the warp", sessionId: ids.plain });
  return log.text();
}

function branched(): string {
  const log = smallLog({ sessionId: ids.branched });
  log.prompt("Pick a colour for the border.");
  const first = log.answer("msg_1", say("Blue or red?"));
  log.prompt("Red.");
  log.answer("msg_2", say("Red it is."));
  log.goBackTo(first);
  log.prompt("Blue.");
  const blue = log.answer("msg_3", say("Blue it is."));
  log.system("compact_boundary", {
    parentUuid: null,
    logicalParentUuid: blue,
    content: "Conversation compacted",
    compactMetadata: { trigger: "manual", preTokens: 12_000, postTokens: 800 },
  });
  log.prompt("The border will be blue.", { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  log.prompt("And the corners?");
  log.answer("msg_4", call("toolu_ask", "AskUserQuestion", { questions: [{ question: "Square or round?" }] }));
  return log.text();
}

function broken(): string {
  const log = smallLog({ sessionId: ids.broken });
  log.verbatim("\uFEFF");
  log.prompt("Mend the heddle.");
  log.verbatim("\n");
  log.verbatim("// somebody wrote this by hand\n");
  log.verbatim("42\n");
  log.state({ type: "heddle-state", raised: [1, 3] });
  log.verbatim('{"type":"mode","mode":"normal"}{"type":"tag","tag":"heddle"}\n');
  log.verbatim('{"type":"user","message":{"role":"user","content":"cut he\n');
  log.verbatim("\0\0\0\0\n");
  log.answer("msg_1", say("Which one?"), { parentUuid: "00000000-dead-4000-8000-000000000000" });
  log.result("toolu_nobody", "an answer nobody asked for");
  log.verbatim('{"type":"assistant","message":{"role":"assis');
  return log.text();
}

function withAgent(): string {
  const log = smallLog({ sessionId: ids.agents });
  log.prompt("Have the threads counted.");
  log.answer(
    "msg_1",
    call("toolu_spawn", "Agent", { description: "Count the threads", prompt: "Count every thread." }),
  );
  log.result("toolu_spawn", "420 threads", { toolUseResult: { status: "completed", agentId } });
  log.answer("msg_2", say("There are 420."));
  return log.text();
}

function agent(): string {
  const log = smallLog({ sessionId: ids.agents, envelope: { isSidechain: true, agentId } });
  log.prompt("Count every thread.");
  log.answer("msg_a", call("toolu_count", "Bash", { command: "wc -l threads" }));
  log.result("toolu_count", "420 threads");
  log.answer("msg_b", say("420 threads"));
  return log.text();
}
