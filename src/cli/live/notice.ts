// An event -> a desktop notification by the system's own program; texts of logs are arguments, never part of a script.
import { sanitizeLine } from "../../view/index.ts";
import type { LiveIo, Program } from "../io.ts";
import type { StatusEvent } from "./status-json.ts";
import { whatText } from "./status-text.ts";
import { isWaiting } from "./told.ts";

export const isWorthNotice = ({ told }: StatusEvent): boolean =>
  isWaiting(told.status.status) || told.status.status === "error";

/** `say`: told once, when this system shows none. */
export function notifier({ start }: LiveIo, say: (text: string) => void): (event: StatusEvent) => Promise<void> {
  let isHopeless = false;
  return async (event) => {
    if (isHopeless) return;
    const reasons: string[] = [];
    for (const program of programsFor(event)) {
      const ended = await start(program);
      if (ended.kind === "exit" && ended.code === 0) return;
      const { run } = program;
      const name = run.kind === "program" ? run.command : run.line;
      reasons.push(ended.kind === "exit" ? `${name} failed with ${ended.code}` : `no ${name}`);
      // One that is there and fails would be there the next time as well.
      if (ended.kind === "exit") break;
    }
    if (isHopeless) return;
    isHopeless = true;
    say(`no desktop notifications here: ${reasons.join(", ")}`);
  };
}

const script = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"] as const;

const longest = 250;

function programsFor({ told }: StatusEvent): readonly Program[] {
  const { status } = told.status;
  const title = sanitizeLine(`${told.project ?? "a session"}: ${status.replaceAll("_", " ")}`).slice(0, longest);
  const body = sanitizeLine([told.title, whatText(told)].filter(Boolean).join(": ")).slice(0, longest);
  const program = (command: string, args: readonly string[]): Program => ({
    run: { kind: "program", command, args },
    environment: {},
    output: "nowhere",
  });
  return [
    program("notify-send", ["--app-name=clew", "--", title, plainMarkup(body)]),
    program("osascript", [...script.flatMap((line) => ["-e", line]), "--", title, body]),
  ];
}

/** Notification servers read markup in the body. */
const plainMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
