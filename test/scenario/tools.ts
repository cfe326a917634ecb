// Scenarios of calls: in parallel, in rows, failing, large, in the background, by sub-agents.
import type { Scenario } from "../../src/proof/index.ts";
import { ask, bash, call, files, goOn, read, says, text, thinking, when } from "./words.ts";

const next = when("go on", says(text("Going on.")));
const write = (path: string, content: string) => call("Write", { file_path: `{{cwd}}/${path}`, content });
const edit = (path: string, from: string, to: string) =>
  call("Edit", { file_path: `{{cwd}}/${path}`, old_string: from, new_string: to });
const agent = (prompt: string, background: "background" | "foreground") =>
  call("{{agent}}", {
    description: "Have a look",
    prompt,
    subagent_type: "general-purpose",
    ...(background === "foreground" ? { run_in_background: false } : {}),
  });
const agents = (kind: "background" | "foreground") => [
  when(
    "delegate",
    says(text("Two of them."), agent("errand one", kind), agent("errand two", kind)),
    says(text("Both came back.")),
  ),
  when("errand one", says(thinking("An errand."), read("README.md")), says(text("One: widgets."))),
  when("errand two", says(bash("ls src")), says(text("Two: two files."))),
  next,
];
const tasks = (status: string) => [{ content: "Count", status, activeForm: "Counting" }];
const notebook = {
  cells: [{ cell_type: "code", id: "c1", metadata: {}, source: ["print(1)"], outputs: [], execution_count: null }],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 5,
};

export const tools: readonly Scenario[] = [
  {
    name: "parallel calls",
    exercises: "several calls in one message, whose results come in any order",
    files,
    rules: [
      when(
        "all at once",
        says(
          thinking("Four at once."),
          text("Looking."),
          bash("sleep 0.4; echo slow"),
          read("README.md"),
          read("src/a.ts"),
          bash("echo quick"),
        ),
        says(text("And two more."), read("src/b.ts"), bash("cat src/b.ts")),
        says(text("Seen it all.")),
      ),
      next,
    ],
    runs: [ask("all at once"), goOn("go on")],
  },
  {
    name: "edits in a row",
    exercises: "writing, editing and a call that fails",
    files,
    rules: [
      when(
        "change",
        says(write("new.txt", "alpha\nbeta\n")),
        says(edit("new.txt", "beta", "gamma")),
        says(read("src/a.ts"), edit("src/none.ts", "x", "y")),
        says(edit("src/a.ts", "a = 1", "a = 2")),
        says(text("Changed.")),
      ),
      next,
    ],
    runs: [ask("change the files"), goOn("go on")],
  },
  {
    name: "failing commands",
    exercises: "results that are errors, alone and beside good ones",
    rules: [
      when(
        "fail",
        says(bash("echo out; echo err >&2; exit 3")),
        says(bash("false"), bash("echo fine")),
        says(call("NoSuchTool", {})),
        says(text("It failed.")),
      ),
      next,
    ],
    runs: [ask("fail, please"), goOn("go on")],
  },
  {
    name: "large results",
    exercises: "results that are cut or kept in a file of their own",
    files: { ...files, "long.txt": Array.from({ length: 2500 }, (_, at) => `line ${at} ${"x".repeat(60)}`).join("\n") },
    rules: [
      when(
        "a lot",
        says(bash("seq 1 20000")),
        says(read("long.txt"), bash("head -c 400000 /dev/zero | tr '\\0' q")),
        says(text("That was a lot.")),
      ),
      next,
    ],
    runs: [ask("print a lot"), goOn("go on")],
  },
  {
    name: "a command in the background",
    exercises: "a call that returns before its command has ended",
    rules: [
      when(
        "behind",
        says(call("Bash", { command: "sleep 0.3; echo ended", description: "Wait", run_in_background: true })),
        says(bash("sleep 0.8; echo waited")),
        says(text("It ran behind.")),
      ),
      next,
    ],
    runs: [ask("run it behind"), goOn("go on")],
  },
  {
    name: "sub-agents",
    exercises: "two sub-agents that the answer waits for",
    files,
    rules: agents("foreground"),
    runs: [ask("delegate it"), goOn("go on")],
  },
  {
    name: "sub-agents in the background",
    exercises: "sub-agents in the client's own way",
    files,
    rules: agents("background"),
    runs: [ask("delegate it"), goOn("go on")],
  },
  {
    name: "refused calls",
    exercises: "calls that the permissions deny",
    files,
    rules: [
      when("touch", says(bash("touch refused.txt"), write("refused-too.txt", "x")), says(text("I may not."))),
      next,
    ],
    runs: [{ args: ["-p", "touch it"] }, goOn("go on")],
  },
  {
    name: "plan mode",
    exercises: "a plan that is written and left",
    rules: [
      when(
        "plan",
        says(write("plan.md", "# Plan\n1. count\n")),
        says(call("ExitPlanMode", { plan: "# Plan\n1. count\n" })),
        says(text("Planned.")),
      ),
      next,
    ],
    runs: [{ args: ["-p", "plan it", "--permission-mode", "plan"] }, goOn("go on")],
  },
  {
    name: "a list of tasks",
    exercises: "the tools that keep tasks, old and new",
    rules: [
      when(
        "list",
        says(
          call("TodoWrite", { todos: tasks("in_progress") }),
          call("TaskCreate", { subject: "Count", description: "Count them" }),
        ),
        says(call("TodoWrite", { todos: tasks("completed") }), call("TaskList", {})),
        says(text("Listed.")),
      ),
      next,
    ],
    runs: [ask("list the tasks"), goOn("go on")],
  },
  {
    name: "a notebook",
    exercises: "cells that are read and edited",
    files: { "n.ipynb": JSON.stringify(notebook) },
    rules: [
      when(
        "notebook",
        says(read("n.ipynb")),
        says(call("NotebookEdit", { notebook_path: "{{cwd}}/n.ipynb", cell_id: "c1", new_source: "print(2)" })),
        says(text("Edited.")),
      ),
      next,
    ],
    runs: [ask("edit the notebook"), goOn("go on")],
  },
];
