// Scenarios of conversations: how prompts and answers follow each other, over several runs of the client.
import type { Scenario } from "../../src/proof/index.ts";
import { ask, call, files, goOn, pixel, read, resume, says, stream, text, thinking, userLine, when } from "./words.ts";

const hello = when("hello", says(text("Good day.")));
const second = when("second", says(thinking("The second one."), text("The second answer.")));
const third = when("third", says(text("The third answer.")));
const look = when(
  "look around",
  says(thinking("Two files."), text("Reading."), read("README.md"), read("src/a.ts")),
  says(text("It counts widgets.")),
);

const older = "claude-sonnet-4-5-20250929";
const other = "claude-haiku-4-5-20251001";

const question = {
  questions: [
    {
      question: "Which colour?",
      header: "Colour",
      multiSelect: false,
      options: [
        { label: "Red", description: "warm" },
        { label: "Blue", description: "cold" },
      ],
    },
  ],
};

export const turns: readonly Scenario[] = [
  { name: "one prompt", exercises: "the smallest session", rules: [hello], runs: [ask("hello")] },
  {
    name: "three turns",
    exercises: "--continue and --resume append to the same file",
    files,
    rules: [look, second, third],
    runs: [ask("look around"), goOn("the second"), resume("the third")],
  },
  {
    name: "a fork",
    exercises: "--fork-session copies the conversation into a new file",
    files,
    rules: [look, second, third],
    runs: [ask("look around"), resume("the second", "--fork-session"), resume("the third")],
  },
  {
    name: "a named session",
    exercises: "a session id given from outside",
    rules: [hello, second],
    runs: [ask("hello", "--session-id", "11111111-2222-4333-8444-555555555555"), resume("the second")],
  },
  {
    name: "prompts while it answers",
    exercises: "prompts that wait in the queue",
    rules: [
      { ...hello, steps: [{ ...says(text("A slow greeting, word after word after word.")), pauseMs: 150 }] },
      second,
      third,
    ],
    runs: [
      stream(userLine("hello"), { pauseMs: 1500 }, userLine("the second"), userLine("the third"), { pauseMs: 4000 }),
    ],
  },
  {
    name: "a picture in the prompt",
    exercises: "image blocks in prompts and in results",
    files: { ...files, "pixel.png": { base64: pixel } },
    rules: [when("picture", says(read("pixel.png")), says(text("Both are grey."))), second],
    runs: [
      stream(
        userLine([
          { type: "text", text: "Compare this picture" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
        ]),
      ),
      goOn("the second"),
    ],
  },
  {
    name: "thinking between calls",
    exercises: "interleaved thinking, blank text, and a message of thinking only",
    files,
    rules: [
      when(
        "think",
        says(thinking("First a look."), text("\n\n"), read("README.md")),
        says(thinking("And another."), read("src/a.ts"), thinking("And one more."), read("src/b.ts")),
        says(thinking("That was all."), text("Done thinking.")),
      ),
      when("ponder", says(thinking("Nothing comes to mind."))),
      second,
    ],
    runs: [ask("think it over"), goOn("ponder"), goOn("the second")],
  },
  {
    name: "another model",
    exercises: "thinking of one model under another",
    files,
    rules: [look, second, third],
    runs: [
      ask("look around", "--model", older),
      goOn("the second", "--model", other),
      goOn("the third", "--model", older),
    ],
  },
  {
    name: "a long prompt",
    exercises: "a prompt of some hundred kilobytes",
    rules: [hello, second],
    runs: [
      { ...ask(""), args: ["-p"], stdin: [`hello ${"lorem ipsum dolor sit amet ".repeat(8000)}`] },
      goOn("the second"),
    ],
  },
  {
    name: "a question",
    exercises: "AskUserQuestion with nobody there to answer",
    rules: [when("colour", says(call("AskUserQuestion", question)), says(text("Then I choose."))), second],
    runs: [ask("Which colour?"), goOn("the second")],
  },
];
