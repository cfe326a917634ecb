// Attachments and endings -> what is sent of them; every expectation is what client 2.1.325 itself sent, reminders left out.
import { describe } from "vitest";
import {
  attached,
  call,
  check,
  date,
  error,
  local,
  meta,
  picture,
  reply,
  result,
  text,
  use,
  user,
} from "./request-notation.ts";

describe("attachments", () => {
  check(
    "a reminder behind a result is folded into it and trims it",
    [user("q"), call("m1", "t1"), result("t1", "  out  "), attached(date), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "b"'],
  );
  check(
    "a reminder behind an array result leaves a line feed",
    [user("q"), call("m1", "t1"), result("t1", [text(" out ")]), attached(date), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1=[" out \\n"]', 'A: "b"'],
  );
  check(
    "newer models are reminded beside the conversation",
    [
      user("q"),
      reply("m1", [use("t1")], { model: "claude-opus-5-5" }),
      result("t1", "  out  "),
      attached(date),
      reply("m2", "b", { model: "claude-opus-5-5" }),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="  out  "', 'A: "b"'],
  );
  check(
    "an attachment with nothing to tell is silent",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      attached({ type: "skill_listing", content: "", skillCount: 0 }),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="  out  "', 'A: "b"'],
  );
  check(
    "an unknown attachment is silent",
    [user("q"), call("m1", "t1"), result("t1", "  out  "), attached({ type: "unheard_of" }), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="  out  "', 'A: "b"'],
  );
  check(
    "an edited file without snippet is told all the same",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      attached({ type: "edited_text_file", filename: "/a", snippet: "" }),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "b"'],
  );
  check(
    "words of the log itself are sent as they are",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      attached({ type: "unheard_of" }, { rendered: [{ content: "spoken" }] }),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out\\n\\nspoken"', 'A: "b"'],
  );
  check(
    "an older model gets the log's words for role system in the result too",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      attached({ type: "unheard_of" }, { rendered: [{ content: "spoken" }], renderedRole: "system" }),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out\\n\\nspoken"', 'A: "b"'],
  );
  check(
    "a picture in a queued prompt is shown and keeps the result whole",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      attached({ type: "queued_command", prompt: [text("see"), picture], commandMode: "prompt" }),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="  out  " image', 'A: "b"'],
  );
  check(
    "newer models see the picture too",
    [
      user("q"),
      reply("m1", [use("t1")], { model: "claude-opus-5-5" }),
      result("t1", "  out  "),
      attached({ type: "queued_command", prompt: [text("see"), picture], commandMode: "prompt" }),
      reply("m2", "b", { model: "claude-opus-5-5" }),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="  out  " image', 'A: "b"'],
  );
  check(
    "the picture of a mentioned file follows its reminder",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      attached({
        type: "file",
        filename: "/a.png",
        displayPath: "a.png",
        content: { type: "image", file: { base64: picture.source.data, type: "image/png", originalSize: 3 } },
      }),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out" image', 'A: "b"'],
  );
  check(
    "a mentioned file makes two messages, which part a result from its call",
    [
      user("q"),
      call("m1", "t1"),
      attached({ type: "directory", path: "/a", content: "b", displayPath: "a" }),
      result("t1"),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", "U: !t1=missing", 'A: "b"'],
  );
});

describe("ending", () => {
  check(
    "a prompt without answer is parted from the next",
    [user("q"), reply("m1", "a"), user("x")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "No response requested."'],
  );
  check(
    "so is a result",
    [user("q"), call("m1", "t1"), result("t1")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "No response requested."'],
  );
  check(
    "the filler stands behind trailing attachments and before trailing commands",
    [user("q"), reply("m1", "a"), user("x"), local("one"), attached(date), local("two")],
    ['U: "q"', 'A: "a"', 'U: "x\\n" "one"', 'A: "No response requested."', 'U: "two\\n"'],
  );
  check(
    "a local command with its caveat waits for no answer",
    [
      user("q"),
      reply("m1", "a"),
      meta("<local-command-caveat>c</local-command-caveat>"),
      user("<command-name>/cost</command-name>"),
      user("<local-command-stdout>o</local-command-stdout>"),
    ],
    [
      'U: "q"',
      'A: "a"',
      'U: "<local-command-caveat>c</local-command-caveat>\\n" "<command-name>/cost</command-name>\\n" "<local-command-stdout>o</local-command-stdout>\\n"',
    ],
  );
  check(
    "without the caveat it is a prompt",
    [
      user("q"),
      reply("m1", "a"),
      meta("<command-name>/cost</command-name>"),
      user("<local-command-stdout>o</local-command-stdout>"),
    ],
    [
      'U: "q"',
      'A: "a"',
      'U: "<command-name>/cost</command-name>\\n" "<local-command-stdout>o</local-command-stdout>"',
      'A: "No response requested."',
    ],
  );
  check(
    "an error at the end counts as answer",
    [user("q"), reply("m1", "a"), user("x"), error()],
    ['U: "q"', 'A: "a"', 'U: "x"'],
  );
  check(
    "with an attachment behind it, it does not",
    [user("q"), reply("m1", "a"), user("x"), error(), attached(date)],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "No response requested."'],
  );
  check(
    "the next prompt's reminders are folded into a last result",
    [
      user("q"),
      call("m1", "t1"),
      result("t1", "  out  "),
      meta("<local-command-caveat>c</local-command-caveat>"),
      user("<command-name>/cost</command-name>"),
    ],
    [
      'U: "q"',
      "A: Bash(t1)",
      'U: t1="out" "<local-command-caveat>c</local-command-caveat>\\n" "<command-name>/cost</command-name>\\n"',
    ],
  );
});
