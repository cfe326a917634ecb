// A question and the thread's own world -> what every answer starts from: an Io that catches, and the JSON lines of a command.
import { type Args, type ListDesk, type Question, type ReadDesk, needed } from "../../serve/index.ts";
import { WorldError } from "../../store/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { type LaneSettings, catchingIo } from "./lane-io.ts";

export type Bench = {
  readonly settings: LaneSettings;
  readonly desk: ReadDesk;
  readonly list: ListDesk;
};

export type Asked = Bench & {
  readonly question: Question;
  readonly args: Args;
  readonly nowMs: number;
  /** The lines that a command prints with `--json`; what it could not do is thrown. */
  readonly lines: (command: (io: Io) => ExitCode | Promise<ExitCode>) => Promise<readonly string[]>;
  /** The path of the session that is asked for. */
  readonly session: () => string;
};

export function asked(bench: Bench, question: Question): Asked {
  const { args, nowMs } = question;
  return {
    ...bench,
    question,
    args,
    nowMs,
    async lines(command) {
      const { io, out, err } = catchingIo(bench.settings, nowMs);
      const code = await command(io);
      if (code === 2) throw new WorldError("failed", plainText(err()), { hint: "see the message" });
      return out();
    },
    session: () => bench.desk.pathOf(args["id"] ?? needed(args, "session")),
  };
}

const plainText = (said: string): string => said.replaceAll(/^clew: /gm, "").trim() || "it could not be done";

/** JSON texts, as they are, under a name. */
export const listOf = (name: string, lines: readonly string[], beside: object = {}): string => {
  const head = JSON.stringify(beside).slice(1, -1);
  return `{${head === "" ? "" : `${head},`}${JSON.stringify(name)}:[${lines.join(",")}]}`;
};
