// `clew watch`: who does what, told as it changes until a person ends it: a board on a terminal, else lines, or JSON.
import { nodeProcesses } from "../../store/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { commandRunner } from "../live/command-runner.ts";
import { failingTo } from "../live/failing-clock.ts";
import { type Following, follow } from "../live/follow.ts";
import { isWorthNotice, notifier } from "../live/notice.ts";
import { type NoRule, type Rule, checkedRules, environmentOf, isMeant } from "../live/rule.ts";
import type { StatusEvent } from "../live/status-json.ts";
import { type View, jsonView, lineView } from "../live/view.ts";
import { screenView } from "../live/screen-view.ts";
import { homesOf } from "../names.ts";
import { type IndexedHomes, openIndex, withoutIndex } from "../open-index.ts";

export type Flags = DirFlag &
  JsonFlag & {
    readonly idle?: number;
    readonly on?: readonly (Rule | NoRule)[];
    readonly notify: boolean;
    readonly noIndex: boolean;
  };

export async function watch(io: Io, flags: Flags): Promise<ExitCode> {
  const rules = checkedRules(flags.on ?? []);
  const homes = homesOf(io, flags);
  const indexed = flags.noIndex ? withoutIndex(homes) : await openIndex(io, homes);
  try {
    return await watched(io, { ...flags, on: rules }, indexed);
  } finally {
    indexed.catalog?.close();
  }
}

type Checked = Flags & { readonly on: readonly Rule[] };

async function watched(io: Io, flags: Checked, { homes, catalog }: IndexedHomes): Promise<ExitCode> {
  const { live } = io;
  const isBoard = io.isTerminal && !flags.json;
  let following: Following | undefined;
  let view: View | undefined;
  let unlisten = (): void => undefined;
  try {
    return await new Promise<ExitCode>((resolve, reject) => {
      const clock = failingTo(reject, live.clock);
      const sessions: Following["sessions"] = () => following?.sessions() ?? [];
      const shown = isBoard ? screenView(io, { clock, sessions, reject }) : flags.json ? jsonView(io) : lineView(io);
      view = shown;
      const act = actions(io, flags, { say: shown.say, reject });
      unlisten = live.listen({
        ...(isBoard && {
          onKey: (key: string) => (key === "q" ? resolve(0) : key === "\u0003" ? resolve(130) : undefined),
        }),
        onStop: (why) => resolve(why === "interrupted" ? 130 : 0),
      });
      following = follow(io, {
        homes,
        clock,
        catalog,
        processes: io.world?.processes ?? nodeProcesses(),
        ...(flags.idle !== undefined && { idleAfterMs: flags.idle * 60_000 }),
        onEvent(event) {
          shown.event(event);
          act(event);
        },
        onReady: shown.ready,
        say: shown.say,
      });
    });
  } finally {
    unlisten();
    following?.close();
    view?.close();
  }
}

type Outlet = { readonly say: (text: string) => void; readonly reject: (error: unknown) => void };

/** What else an event sets off: the person's own commands, and the desktop's notifications. */
function actions({ live, isTerminal }: Io, flags: Checked, { say, reject }: Outlet): (event: StatusEvent) => void {
  const output = isTerminal && !flags.json ? "nowhere" : "stderr";
  const run = commandRunner(live, { say, reject });
  const notify = notifier(live, say);
  return (event) => {
    if (!event.isNews) return;
    for (const rule of flags.on) {
      if (isMeant(rule, event))
        run({ run: { kind: "line", line: rule.line }, environment: environmentOf(event), output });
    }
    if (flags.notify && isWorthNotice(event)) notify(event).catch(reject);
  };
}
