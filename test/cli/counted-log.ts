// A number of turns -> a log whose answers tell true counts of what was sent; and what `clew context` says of a session.
import type { JsonObject } from "../../src/format/index.ts";
import { type ReshapeHome, parsed, weaveId } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";

export const words = (bytes: number): string => "woven ".repeat(Math.ceil(bytes / 6)).slice(0, bytes);

/** Three bytes of text to a token, in later turns fewer where that is asked for, and 15,000 tokens that no log shows. */
export function counted(turns: number, { laterRate = 3 } = {}): string {
  let [sentTokens, rate] = [0, 3];
  const log = smallLog({ sessionId: weaveId });
  const send = (bytes: number): void => void (sentTokens += bytes / rate);
  const answer = (id: string, block: JsonObject, bytes: number): void => {
    const usage = { input_tokens: 15_000 + Math.round(sentTokens), output_tokens: Math.round(bytes / 3) };
    const message = { id, type: "message", role: "assistant", model: "claude-opus-5-5", content: [block] };
    log.answer(id, block, { message: { ...message, stop_reason: "end_turn", usage } });
    send(bytes);
  };
  for (let turn = 1; turn <= turns; turn++) {
    rate = turn > 2 ? laterRate : 3;
    log.prompt(words(300));
    log.attachment({ type: "edited_text_file", filename: "/home/ada/loom/a.ts", snippet: words(9000) });
    send(9300);
    answer(`msg_${turn}`, call(`toolu_${turn}`, "Read", { file_path: "row.txt" }), 30);
    log.result(`toolu_${turn}`, words(6000));
    send(6000);
    answer(`msg_${turn}b`, say(words(600)), 600);
  }
  return log.text();
}

export async function totalOf({ json }: ReshapeHome, name: unknown): Promise<{ tokens: number; grade: unknown }> {
  const { total } = await json("context", String(name));
  const { tokens, grade } = parsed(JSON.stringify(total));
  return { tokens: Number(tokens), grade };
}
