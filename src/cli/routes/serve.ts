// The command that serves the dashboard: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/serve.ts";
import { type Context, lazy } from "../context.ts";
import { dirFlag, flag, jsonFlag, text } from "../flags.ts";
import { noArguments } from "./argument.ts";

export const serve = buildCommand<Flags, [], Context>({
  loader: lazy(async () => (await import("../commands/serve.ts")).serve),
  parameters: {
    positional: noArguments,
    flags: {
      dir: dirFlag,
      json: { ...jsonFlag, brief: "Print one line of JSON when it is ready: url, token, pid" },
      port: {
        kind: "parsed",
        parse: portNumber,
        optional: true,
        placeholder: "N",
        brief: "Port to listen on, or the next that is free (default 2539; 0: any)",
      },
      host: text("NAME", "127.0.0.1 (default), ::1 or localhost: nobody else is let in"),
      allowActions: flag(
        "Also let the dashboard reshape, title and delete sessions and recover files, each after a preview",
      ),
      open: flag("Open it in the browser"),
      newToken: flag("Make a new token: no page that is open or bookmarked now gets in again"),
    },
  },
  docs: {
    brief: "The dashboard and its API on this machine alone; Ctrl-C ends it",
    fullDescription: [
      "The dashboard and its API on this machine alone; Ctrl-C ends it.",
      "",
      "Prints an address with a secret token behind the #: whoever has it can read your sessions. One daemon serves a",
      "set of homes: a second one prints the first one's address. Sessions are never changed unless --allow-actions is given.",
      "",
      "The token of a port is kept in a file that only you can read, so open tabs and bookmarks work after a restart.",
      "Use --new-token when somebody may have seen the address. With --port 0 the token is new each time.",
    ].join("\n"),
  },
});

function portNumber(input: string): number {
  if (!/^\d{1,5}$/.test(input) || Number(input) > 65_535)
    throw new Error(`${JSON.stringify(input)} is not a port from 0 to 65535`);
  return Number(input);
}
