// What several commands take beside flags, each defined once.
import { text } from "../flags.ts";

export const sessionArgument = {
  kind: "tuple",
  parameters: [
    {
      brief: "Session id, unique beginning of one, title, path of a .jsonl file, or @last",
      parse: String,
      placeholder: "SESSION",
    },
  ],
} as const;

export const noArguments = { kind: "tuple", parameters: [] } as const;

export const anyArguments = (placeholder: string, brief: string) =>
  ({ kind: "array", parameter: { brief, parse: String, placeholder } }) as const;

export const asFlag = text("VERSION", "Rules of that client version instead of the newest known");
