// Scenarios of what lies around a conversation: hooks, commands, skills, instructions, mentioned files.
import type { Scenario } from "../../src/proof/index.ts";
import { ask, bash, call, files, goOn, says, text, when } from "./words.ts";

const next = when("go on", says(text("Going on.")));
const hook = (command: string) => [{ matcher: "", hooks: [{ type: "command", command }] }];

export const setting: readonly Scenario[] = [
  {
    name: "hooks",
    exercises: "what hooks add to the start, the prompt, the calls and the end",
    settings: {
      hooks: {
        SessionStart: hook("echo at the start"),
        UserPromptSubmit: hook("echo with the prompt"),
        PreToolUse: hook("echo before"),
        PostToolUse: hook("echo not good >&2; exit 2"),
        Stop: hook("echo at the end"),
      },
    },
    rules: [when("hooked", says(bash("echo hooked")), says(text("Hooked."))), next],
    runs: [ask("hooked"), goOn("go on")],
  },
  {
    name: "a hook that forbids",
    exercises: "a call and a prompt that a hook blocks",
    settings: {
      hooks: {
        PreToolUse: hook("echo forbidden >&2; exit 2"),
        UserPromptSubmit: hook("grep -q secret && { echo no secrets >&2; exit 2; } || exit 0"),
      },
    },
    rules: [when("try", says(bash("echo never")), says(text("I could not."))), next],
    runs: [ask("try it"), goOn("a secret"), goOn("go on")],
  },
  {
    name: "commands and skills",
    exercises: "a command that expands, a skill, and a command of the client itself",
    files: {
      ...files,
      ".claude/commands/count.md": "---\ndescription: Count\n---\nCount the widgets in $ARGUMENTS.\n",
      ".claude/skills/sorting/SKILL.md": "---\nname: sorting\ndescription: Sorts widgets\n---\nSort them by size.\n",
    },
    rules: [
      when("Count the widgets", says(text("There are two."))),
      when("Sort them by size", says(text("Sorted by size."))),
      when(
        "^sort them all",
        says(call("Skill", { skill: "sorting", command: "sorting", args: "now" })),
        says(text("Sorted.")),
      ),
      next,
    ],
    runs: [ask("/count src lib"), goOn("sort them all"), goOn("/cost"), goOn("go on")],
  },
  {
    name: "instructions and mentions",
    exercises: "CLAUDE.md and a file that the prompt names",
    files: { ...files, "CLAUDE.md": "# Rules\n\nBe kind to widgets.\n" },
    rules: [when("mention", says(text("I have read it."))), next],
    runs: [ask("@README.md mention it"), goOn("@src/a.ts mention that too"), goOn("go on")],
  },
];
