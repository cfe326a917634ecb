// Lines that follow each other -> the messages they make; every expectation is what client 2.1.325 itself sent, reminders left out.
import { describe } from "vitest";
import {
  call,
  check,
  error,
  local,
  picture,
  reply,
  result,
  system,
  text,
  think,
  use,
  user,
} from "./request-notation.ts";

describe("messages", () => {
  check(
    "user joins user with a line feed at the seam",
    [user("one"), user("two"), reply("m1", "a")],
    ['U: "one\\n" "two"', 'A: "a"'],
  );
  check(
    "results come first in a joined message",
    [user("q"), call("m1", "t1"), user("x"), result("t1"), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out" "x"', 'A: "b"'],
  );
  check(
    "empty user content parts nothing",
    [user("one"), user([]), user("two"), reply("m1", "a")],
    ['U: "one\\n" "two"', 'A: "a"'],
  );
  check(
    "lines of one message join over results",
    [user("q"), call("m1", "t1"), result("t1", "one"), call("m1", "t2"), result("t2", "two"), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: t1="one" t2="two"', 'A: "b"'],
  );
  check(
    "a plain user message parts lines of one message",
    [user("q"), reply("m1", "a"), user("x"), reply("m1", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "calls come last in a message",
    [user("q"), reply("m1", [use("t1"), text("a")]), result("t1"), reply("m2", "b")],
    ['U: "q"', 'A: "a" Bash(t1)', 'U: t1="out"', 'A: "b"'],
  );
  check(
    "calls stay where they keep thinking apart",
    [
      user("q"),
      reply("m1", [think("s1"), use("t1"), think("s2"), use("t2")]),
      result("t1"),
      result("t2"),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: think(s1) Bash(t1) think(s2) Bash(t2)", 'U: t1="out" t2="out"', 'A: "b"'],
  );
  check(
    "a local command speaks as user",
    [user("q"), reply("m1", "a"), local("printed"), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "printed\\n" "x"', 'A: "b"'],
  );
  check(
    "other system lines are silent",
    [user("q"), reply("m1", "a"), system("turn_duration"), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check("a made-up error is not sent", [user("q"), error(), user("x"), reply("m2", "b")], ['U: "q\\n" "x"', 'A: "b"']);
  check(
    "an error of another model is sent",
    [user("q"), reply("m1", "API Error", { isApiErrorMessage: true }), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "API Error"', 'U: "x"', 'A: "b"'],
  );
  check(
    "a task notification becomes a reminder",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      user("<task-notification>", { origin: { kind: "task-notification" } }),
      user("y"),
      reply("m2", "b"),
    ],
    ['U: "q"', 'A: "a"', 'U: "x\\n" "y"', 'A: "b"'],
  );
  check(
    "the old name of the agent tool is changed",
    [user("q"), reply("m1", [use("t1", "Task")]), result("t1"), reply("m2", "b")],
    ['U: "q"', "A: Agent(t1)", 'U: t1="out"', 'A: "b"'],
  );
});

describe("blank and thinking lines", () => {
  check(
    "a blank assistant line is dropped",
    [user("q"), reply("m1", [text("\n\n")]), reply("m1", "a")],
    ['U: "q"', 'A: "a"'],
  );
  check(
    "thinking alone is dropped",
    [user("q"), reply("m1", [think("sig")]), user("x"), reply("m2", "b")],
    ['U: "q\\n" "x"', 'A: "b"'],
  );
  check(
    "thinking with other lines of its message stays",
    [user("q"), reply("m1", [think("sig")]), reply("m1", "a")],
    ['U: "q"', 'A: think(sig) "a"'],
  );
  check(
    "thinking of a line without message id is dropped",
    [user("q"), reply(undefined, [think("sig")]), reply(undefined, "a")],
    ['U: "q"', 'A: "a"'],
  );
  check(
    "an empty content says so",
    [user("q"), reply("m1", []), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "(no content)"', 'U: "x"', 'A: "b"'],
  );
  check(
    "an empty line of a message with other lines says nothing",
    [user("q"), reply("m1", []), reply("m1", "late"), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "late"', 'U: "x"', 'A: "b"'],
  );
  check(
    "a fallback block is not sent",
    [user("q"), reply("m1", [text("a"), { type: "fallback" }]), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "signed thinking of another family is removed",
    [
      user("q"),
      reply("m1", [think("sig"), text("a")], { model: "claude-opus-4-5" }),
      user("x"),
      reply("m2", [think("own"), text("b")]),
    ],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: think(own) "b"'],
  );
  check(
    "unsigned thinking stays whoever thought it",
    [user("q"), reply("m1", [think(""), text("a")], { model: "claude-opus-4-5" }), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: think() "a"', 'U: "x"', 'A: "b"'],
  );
});

describe("tool results", () => {
  check(
    "references to unknown tools are removed",
    [user("q"), call("m1", "t1"), result("t1", [{ type: "tool_reference", tool_name: "nowhere" }]), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1=["[Tool references removed - tools no longer available]"]', 'A: "b"'],
  );
  check(
    "a loaded tool is told",
    [user("q"), call("m1", "t1"), result("t1", [{ type: "tool_reference", tool_name: "WebFetch" }]), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1=[WebFetch] "Tool loaded."', 'A: "b"'],
  );
  check(
    "an error keeps only its texts",
    [
      user("q"),
      call("m1", "t1"),
      user([{ type: "tool_result", tool_use_id: "t1", is_error: true, content: [text("e"), picture] }]),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: !t1=["e"]', 'A: "b"'],
  );
  check(
    "an object becomes a string",
    [user("q"), call("m1", "t1"), result("t1", { a: 1 }), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="{\\"a\\":1}"', 'A: "b"'],
  );
});

describe("pairing", () => {
  check(
    "a call id that was seen before is dropped",
    [user("q"), call("m1", "t1"), result("t1"), call("m2", "t1"), user("x"), reply("m3", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "[Tool use interrupted]"', 'U: "x"', 'A: "b"'],
  );
  check(
    "a missing result is put in front",
    [user("q"), reply("m1", [use("t1"), use("t2")]), result("t2"), user("x"), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: !t1=missing t2="out" "x"', 'A: "b"'],
  );
  check(
    "of two results for one call the first wins",
    [user("q"), call("m1", "t1"), result("t1", "first"), result("t1", "second"), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="first"', 'A: "b"'],
  );
  check(
    "a message that loses its only result says so",
    [user("q"), reply("m1", "a"), result("t9"), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "(no content)"', 'A: "b"'],
  );
  check(
    "a first message that loses its only result says so",
    [result("t9"), reply("m1", "a")],
    ['U: "[Orphaned tool result removed due to conversation resume]"', 'A: "a"'],
  );
  check(
    "a blank text beside a missing result goes",
    [
      user("q"),
      reply("m1", [use("t1"), use("t2")]),
      user([{ type: "tool_result", tool_use_id: "t2", content: "out" }, text(" ")]),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: !t1=missing t2="out"', 'A: "b"'],
  );
  check(
    "a server's call without its result is dropped",
    [
      user("q"),
      reply("m1", [text("a"), { type: "server_tool_use", id: "s1", name: "web_search", input: {} }]),
      user("x"),
      reply("m2", [{ type: "server_tool_use", id: "s2", name: "web_search", input: {} }]),
      user("y"),
      reply("m3", "b"),
    ],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "[Tool use interrupted]"', 'U: "y"', 'A: "b"'],
  );
});
