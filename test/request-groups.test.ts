// Calls, results and what a compaction keeps -> what is sent of them; every expectation is what client 2.1.325 itself sent, reminders left out.
import { describe } from "vitest";
import {
  attached,
  beside,
  boundary,
  call,
  check,
  date,
  local,
  meta,
  reply,
  result,
  system,
  text,
  think,
  under,
  use,
  user,
} from "./request-notation.ts";

describe("siblings", () => {
  check(
    "calls and results beside the chain are fetched in file order",
    [
      user("q"),
      call("m1", "t1"),
      call("m1", "t2"),
      result("t2", "two"),
      under("e1", result("t1", "one")),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: t2="two" t1="one"', 'A: "b"'],
  );
  check(
    "nothing is put in front of the first line of the message",
    [
      user("q"),
      beside("e0", reply("m1", [think("sig")])),
      under("e0", reply("m1", "text")),
      call("m1", "t1"),
      result("t1"),
      reply("m2", "b"),
    ],
    ['U: "q"', 'A: "text" think(sig) Bash(t1)', 'U: t1="out"', 'A: "b"'],
  );
  check(
    "twigs of attachments and meta lines come along",
    [user("q"), call("m1", "t1"), result("t1"), beside("e2", local("twig")), under("e2", reply("m2", "b"))],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out" "twig"', 'A: "b"'],
  );
  check(
    "twigs hang off companions in the chain too",
    [
      user("q"),
      call("m1", "t1"),
      result("t1"),
      attached(date),
      beside("e3", meta("twig")),
      under("e3", reply("m2", "b")),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out" "twig"', 'A: "b"'],
  );
  check(
    "a twig with a prompt on it stays away",
    [
      user("q"),
      call("m1", "t1"),
      result("t1"),
      attached(date),
      beside("e3", user("plain")),
      under("e3", reply("m2", "b")),
    ],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "b"'],
  );
  check(
    "a message without calls has no twigs",
    [user("q"), reply("m1", "a"), attached(date), beside("e2", meta("twig")), under("e2", user("x")), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "what is fetched stays in front of a prompt",
    [
      user("q"),
      call("m1", "t1"),
      user("mid"),
      beside("e2", call("m1", "t2")),
      beside("e2", result("t2", "two")),
      under("e2", result("t1", "one")),
      reply("m2", "b"),
    ],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: t2="two" t1="one" "mid"', 'A: "b"'],
  );
  check(
    "a boundary beside the chain is no boundary",
    [user("q"), call("m1", "t1"), beside("e1", system("compact_boundary")), result("t1"), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "b"'],
  );
});

describe("compaction", () => {
  check(
    "the conversation starts behind the last boundary in the chain",
    [user("q"), reply("m1", "a"), boundary(), user("sum"), user("x"), reply("m2", "b")],
    ['U: "sum\\n" "x"', 'A: "b"'],
  );
  check(
    "lines of a message in front of the boundary are not fetched back",
    [
      user("q"),
      reply("m1", [think("sig")]),
      system("compact_boundary"),
      user("sum"),
      reply("m1", "text"),
      call("m1", "t1"),
      result("t1"),
      reply("m2", "b"),
    ],
    ['U: "sum"', 'A: "text" Bash(t1)', 'U: t1="out"', 'A: "b"'],
  );
  check(
    "preserved messages stand behind their anchor",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      boundary({ preservedMessages: { anchorUuid: "e5", uuids: ["e2", "e3"] } }),
      user("sum"),
      user("y"),
      reply("m3", "c"),
    ],
    ['U: "sum\\n" "x"', 'A: "b"', 'U: "y"', 'A: "c"'],
  );
  check(
    "a preserved segment has the same effect",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      boundary({ preservedSegment: { anchorUuid: "e5", headUuid: "e2", tailUuid: "e3" } }),
      user("sum"),
      user("y"),
      reply("m3", "c"),
    ],
    ['U: "sum\\n" "x"', 'A: "b"', 'U: "y"', 'A: "c"'],
  );
  check(
    "one unknown entry and nothing is preserved",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      boundary({ preservedMessages: { anchorUuid: "e5", uuids: ["e2", "gone"] } }),
      user("sum"),
      user("y"),
      reply("m3", "c"),
    ],
    ['U: "sum\\n" "y"', 'A: "c"'],
  );
  check(
    "what goes on from a preserved message goes on behind the summary",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      boundary({ preservedMessages: { anchorUuid: "e5", uuids: ["e2", "e3"] } }),
      user("sum"),
      under("e3", user("y")),
      reply("m3", "c"),
    ],
    ['U: "sum\\n" "x"', 'A: "b"', 'U: "y"', 'A: "c"'],
  );
  check(
    "what went on from a forgotten message goes on behind the preserved ones",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      boundary({ preservedMessages: { anchorUuid: "e5", uuids: ["e2", "e3"] } }),
      user("sum"),
      under("e1", user("y")),
      reply("m3", "c"),
    ],
    ['U: "sum\\n" "x"', 'A: "b"', 'U: "y"', 'A: "c"'],
  );
  check(
    "preserved messages follow a summary that is the leaf itself",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      boundary({ preservedMessages: { anchorUuid: "e5", uuids: ["e2", "e3"] } }),
      user("sum"),
    ],
    ['U: "sum\\n" "x"', 'A: "b"'],
  );
});

describe("unanswered calls", () => {
  check(
    "a line whose calls were never answered is dropped with its text",
    [user("q"), reply("m1", [text("lost"), use("t1")]), user("x"), reply("m2", "b")],
    ['U: "q\\n" "x"', 'A: "b"'],
  );
  check(
    "a line with one answered call stays",
    [user("q"), reply("m1", [use("t1"), use("t2")]), result("t1"), user("x"), reply("m2", "b")],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: !t2=missing t1="out" "x"', 'A: "b"'],
  );
  check(
    "the last message's calls are told to be interrupted",
    [user("q"), reply("m1", "text"), call("m1", "t1")],
    ['U: "q"', 'A: "text" Bash(t1)', "U: !t1=interrupted", 'A: "No response requested."'],
  );
  check(
    "a thinking line behind them changes nothing",
    [user("q"), call("m1", "t1"), reply("m2", [think("sig")])],
    ['U: "q"', "A: Bash(t1)", "U: !t1=interrupted", 'A: "No response requested."'],
  );
  check(
    "in a turn that was cut short behind a result nothing is dropped",
    [user("q"), call("m1", "t1"), reply("m2", "text"), call("m2", "t2"), result("t2")],
    ['U: "q"', "A: Bash(t1)", "U: !t1=missing", 'A: "text" Bash(t2)', 'U: t2="out"', 'A: "No response requested."'],
  );
  check(
    "in a turn that ends with an answer the line is dropped",
    [user("q"), call("m1", "t1"), call("m2", "t2"), result("t2"), reply("m3", "b")],
    ['U: "q"', "A: Bash(t2)", 'U: t2="out"', 'A: "b"'],
  );
  check(
    "a call of the same turn is kept before a last call that follows a result",
    [user("q"), call("m1", "t1"), call("m2", "t2"), result("t2"), call("m3", "t3")],
    [
      'U: "q"',
      "A: Bash(t1)",
      "U: !t1=missing",
      "A: Bash(t2)",
      'U: t2="out"',
      "A: Bash(t3)",
      "U: !t3=interrupted",
      'A: "No response requested."',
    ],
  );
  check(
    "it is dropped when text stands before the last call",
    [user("q"), call("m1", "t1"), call("m2", "t2"), result("t2"), reply("m3", "text"), call("m3", "t3")],
    ['U: "q"', "A: Bash(t2)", 'U: t2="out"', 'A: "text" Bash(t3)', "U: !t3=interrupted", 'A: "No response requested."'],
  );
  check(
    "a line that goes on with an earlier message is not the last message",
    [user("q"), call("m1", "t1"), reply("m2", "text"), call("m1", "t2")],
    ['U: "q"', 'A: "text"'],
  );
});
