// The command that prints completion scripts, and the hidden one that those scripts ask: names, flags, help.
import { type Application, buildCommand } from "@stricli/core";
import type { Flags } from "../commands/completions.ts";
import { type Context, lazy } from "../context.ts";
import { anyArguments } from "./argument.ts";

const shells = ["bash", "zsh", "fish"];

export const completions = buildCommand<Flags, [string], Context>({
  loader: lazy(async () => (await import("../commands/completions.ts")).completions),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "bash, zsh or fish",
          parse: String,
          placeholder: "SHELL",
          proposeCompletions: () => shells,
        },
      ],
    },
    flags: {},
  },
  docs: {
    brief: "Print a script that lets bash, zsh or fish complete commands, flags, their values and session ids",
    fullDescription: [
      "Print a script that lets bash, zsh or fish complete commands, flags, their values and session ids.",
      "",
      "  bash   add to ~/.bashrc:  source <(clew completions bash)",
      "  zsh    add to ~/.zshrc, after compinit:  source <(clew completions zsh)",
      "  fish   clew completions fish > ~/.config/fish/completions/clew.fish",
      "",
      "Where nothing is typed yet, the ids are those of the current folder's project, if it has any.",
    ].join("\n"),
  },
});

/** Loaded without what other commands need: a shell waits for it at every press of the key. */
export const complete = (app: () => Application<Context>) =>
  buildCommand<Flags, string[], Context>({
    loader: async () => {
      const { proposals } = await import("../commands/complete.ts");
      return async function (this: Context, _flags: Flags, ...words: readonly string[]): Promise<void> {
        for (const proposal of await proposals(app(), this.io, words)) this.io.out(`${proposal}\n`);
      };
    },
    parameters: { positional: anyArguments("WORD", "What was typed, the unfinished word last"), flags: {} },
    docs: { brief: "What could stand where a word is unfinished; asked by completion scripts" },
  });
