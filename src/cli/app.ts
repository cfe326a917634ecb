// The table of commands: names, flags, help; every command's own code is loaded only when it runs.
import { type Application, buildApplication, buildRouteMap } from "@stricli/core";
import type { Context } from "./context.ts";
import { complete, completions } from "./routes/completions.ts";
import { context } from "./routes/context.ts";
import { cost } from "./routes/cost.ts";
import { blame, files, recover } from "./routes/files.ts";
import { index } from "./routes/index-command.ts";
import { deleteCommand, history, keep, restore, title, undo } from "./routes/keeping.ts";
import { status, watch } from "./routes/live.ts";
import { drift, entries, lines, request, rows, schema, session } from "./routes/plumbing.ts";
import { doctor, ls, overview, show } from "./routes/reading.ts";
import { clone, compress, fork, merge, move, repair, split, trim } from "./routes/reshaping.ts";
import { resume } from "./routes/resume.ts";
import { search } from "./routes/search.ts";
import { serve } from "./routes/serve.ts";
import { stats } from "./routes/stats.ts";
import { tools } from "./routes/tools.ts";
import { version } from "./version.ts";

const routes = {
  overview,
  ls,
  search,
  show,
  resume,
  status,
  watch,
  serve,
  stats,
  cost,
  tools,
  context,
  files,
  recover,
  blame,
  doctor,
  repair,
  clone,
  fork,
  split,
  merge,
  trim,
  compress,
  move,
  keep,
  restore,
  delete: deleteCommand,
  title,
  history,
  undo,
  index,
  lines,
  entries,
  session,
  request,
  rows,
  schema,
  drift,
  completions,
};

export const commandNames: readonly string[] = Object.keys(routes);

export const root = buildRouteMap<string, Context>({
  routes: { ...routes, __complete: complete(() => app) },
  docs: {
    hideRoute: { __complete: true },
    brief: "Follow the thread through your Claude Code sessions",
    fullDescription: [
      "Follow the thread through your Claude Code sessions.",
      "",
      "Reads the logs below ~/.claude/projects without loss. What it makes of a session is a new session.",
      "A SESSION is named by its id, a unique beginning of it (4 or more), its title, a path, or @last:",
      "the one whose file was written last in the current folder's project, else of all.",
      "Data goes to stdout, talk to stderr. Exit 0 done or found, 1 nothing or errors found, 2 could not be done.",
    ].join("\n"),
  },
});

export const app: Application<Context> = buildApplication<Context>(root, {
  name: "clew",
  versionInfo: { currentVersion: version },
  scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
  documentation: { disableAnsiColor: true },
});
