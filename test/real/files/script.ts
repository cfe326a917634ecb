// What the model answers while files are made, changed and taken away; and the texts that they hold then.
import type { ReplyBlock, Script } from "../../../src/model/index.ts";

export const texts = {
  created: "one\ntwo\nthree, without an end",
  edited: "one\n2\nthree, without an end",
  crlf: "a\r\nb\r\n",
  there: "was here before\nand stays\n",
} as const;

const write = (name: string, content: string): ReplyBlock => ({
  type: "tool_use",
  name: "Write",
  input: { file_path: `{{cwd}}/${name}`, content },
});

const edit = (name: string, old: string, next: string): ReplyBlock => ({
  type: "tool_use",
  name: "Edit",
  input: { file_path: `{{cwd}}/${name}`, old_string: old, new_string: next, replace_all: false },
});

const read = (name: string): ReplyBlock => ({
  type: "tool_use",
  name: "Read",
  input: { file_path: `{{cwd}}/${name}` },
});

const say = (text: string): Script["rules"][number]["steps"][number] => ({ content: [{ type: "text", text }] });

/** What is asked, and what the model says when it is done. */
export const turns = [
  { prompt: "Create them", end: "They are made." },
  { prompt: "Edit them", end: "They are edited." },
  { prompt: "Look at one", end: "It was looked at." },
  { prompt: "Delete one", end: "It is gone." },
] as const;
const [created, edited, looked, deleted] = turns;

export const script: Script = {
  rules: [
    {
      match: `^${created.prompt}`,
      steps: [
        { content: [write("new.txt", texts.created)] },
        { content: [write("crlf.txt", texts.crlf)] },
        say(created.end),
      ],
    },
    {
      match: `^${edited.prompt}`,
      steps: [
        { content: [edit("new.txt", "two", "2")] },
        { content: [read("there.txt")] },
        { content: [edit("there.txt", "stays", "goes on")] },
        say(edited.end),
      ],
    },
    { match: `^${looked.prompt}`, steps: [{ content: [read("crlf.txt")] }, say(looked.end)] },
    {
      match: `^${deleted.prompt}`,
      steps: [
        {
          content: [
            { type: "tool_use", name: "Bash", input: { command: "rm {{cwd}}/new.txt", description: "Takes it away" } },
          ],
        },
        say(deleted.end),
      ],
    },
  ],
};
