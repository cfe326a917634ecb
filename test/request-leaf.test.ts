// Files of any shape -> the conversation that is taken up; every expectation is what client 2.1.325 itself sent, reminders left out.
import { describe } from "vitest";
import {
  at,
  beside,
  boundary,
  call,
  check,
  lastPrompt,
  line,
  local,
  progress,
  reply,
  result,
  swap,
  system,
  under,
  user,
} from "./request-notation.ts";

describe("reading", () => {
  check(
    "the later of two lines with one uuid wins",
    [user("old", { uuid: "x" }), user("new", { uuid: "x", parentUuid: null }), reply("m1", "a")],
    ['U: "new"', 'A: "a"'],
  );
  check(
    "garbage, notes, blank and torn lines are skipped",
    [
      user("q"),
      line("garbage"),
      line("// note"),
      line(""),
      reply("m1", "a"),
      line('{"type":"user"'),
      under("e1", user("q2")),
    ],
    ['U: "q"', 'A: "a"', 'U: "q2"', 'A: "No response requested."'],
  );
  check(
    "progress lines are stepped over",
    [user("q"), reply("m1", "a"), progress(), user("q2"), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "q2"', 'A: "b"'],
  );
});

describe("leaf", () => {
  check(
    "the last line of the file is the leaf",
    [user("q"), reply("m1", "a"), beside("e1", user("x")), under("e1", user("y"))],
    ['U: "q"', 'A: "a"', 'U: "y"', 'A: "No response requested."'],
  );
  check(
    "an entry that stands in front of its parent is still the leaf",
    [swap([user("q"), reply("m1", "a"), user("x"), reply("m2", "b")], 3, 2, 1, 0)],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "of several entries below the last line the newest is the leaf",
    [
      swap(
        [user("q"), reply("m1", "a"), user("x"), beside("e2", reply("m2", "b")), beside("e2", reply("m3", "c"))],
        0,
        1,
        4,
        3,
        2,
      ),
    ],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "c"'],
  );
  check(
    "all system lines behind the leaf go along",
    [user("q"), reply("m1", "a"), beside("e1", local("one")), beside("e1", local("two"))],
    ['U: "q"', 'A: "a"', 'U: "one\\n" "two\\n"'],
  );
  check(
    "a system line whose parent is gone is not a leaf",
    [user("q"), reply("m1", "a"), local("lost", { parentUuid: "gone", ...at(61) })],
    ['U: "q"', 'A: "a"'],
  );
  check("a leaf without timestamp is refused", [user("q"), reply("m1", "a", { timestamp: undefined })], ["refused"]);
  check(
    "a system line below a sidechain message is refused as leaf",
    [user("q"), reply("m1", "a"), user("x", { isSidechain: true }), system("away_summary")],
    ["refused"],
  );
  check(
    "a last-prompt line on the way to the leaf changes nothing",
    [user("q"), reply("m1", "a"), user("x"), reply("m2", "b"), lastPrompt("e1")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "a last-prompt line to another branch ends the conversation there",
    [
      user("q"),
      reply("m1", "a"),
      user("x"),
      reply("m2", "b"),
      under("e1", user("y")),
      reply("m3", "c"),
      lastPrompt("e2"),
    ],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "No response requested."'],
  );
  check(
    "an explicit last-prompt line at the end is binding",
    [user("q"), reply("m1", "a"), user("x"), reply("m2", "b"), lastPrompt("e1", { explicit: true })],
    ['U: "q"', 'A: "a"'],
  );
  check(
    "an explicitly empty history is empty",
    [user("q"), reply("m1", "a"), lastPrompt(null, { explicit: true })],
    [],
  );
  check(
    "system lines behind the named entry go along",
    [
      user("q"),
      reply("m1", "a"),
      local("one"),
      local("two"),
      user("x"),
      under("e0", user("y")),
      reply("m2", "b"),
      lastPrompt("e1"),
    ],
    ['U: "q"', 'A: "a"', 'U: "one\\n" "two\\n"'],
  );
  check(
    "what only a bridge reaches is another branch for a last-prompt line",
    [
      user("q"),
      reply("m1", "a", at(61)),
      user("x", { parentUuid: "gone", ...at(62) }),
      reply("m2", "b"),
      lastPrompt("e1"),
    ],
    ['U: "q"', 'A: "a"'],
  );
  check(
    "a result beside the chain is on the way if its message goes on",
    [
      user("q"),
      call("m1", "t1"),
      call("m1", "t2"),
      beside("e1", result("t1", "one")),
      result("t2", "two"),
      reply("m2", "b"),
      lastPrompt("e3"),
    ],
    ['U: "q"', "A: Bash(t1) Bash(t2)", 'U: t1="one" t2="two"', 'A: "b"'],
  );
  check(
    "a later call of the message is on the way if the earlier call's result goes on",
    [
      user("q"),
      call("m1", "t1"),
      call("m1", "t2"),
      result("t2", "two"),
      lastPrompt("e3"),
      under("e1", result("t1", "one")),
      user("[Request interrupted by user for tool use]"),
    ],
    [
      'U: "q"',
      "A: Bash(t1) Bash(t2)",
      'U: t2="two" t1="one" "[Request interrupted by user for tool use]"',
      'A: "No response requested."',
    ],
  );
  check(
    "a result that the chain passed by is another branch",
    [user("q"), call("m1", "t1"), beside("e1", result("t1")), reply("m2", "b"), lastPrompt("e2")],
    ['U: "q"', "A: Bash(t1)", 'U: t1="out"', 'A: "No response requested."'],
  );
  check(
    "a last-prompt line before a compaction is void",
    [user("q"), reply("m1", "a"), lastPrompt("e1"), boundary(), user("sum"), reply("m2", "b")],
    ['U: "sum"', 'A: "b"'],
  );
  check(
    "a last-prompt line after a compaction may lead back",
    [user("q"), reply("m1", "a"), boundary(), user("sum"), reply("m2", "b"), lastPrompt("e1")],
    ['U: "q"', 'A: "a"'],
  );
});

describe("chain", () => {
  check(
    "a gap of five seconds is bridged",
    [user("q"), reply("m1", "a", at(60)), user("x", { parentUuid: "gone", ...at(65) }), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "a longer gap cuts the conversation",
    [user("q"), reply("m1", "a", at(60)), user("x", { parentUuid: "gone", ...at(65.001) }), reply("m2", "b")],
    ['U: "x"', 'A: "b"'],
  );
  check(
    "an entry that is its own parent is bridged",
    [user("q"), reply("m1", "a", at(60)), user("x", { parentUuid: "e2", ...at(61) }), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
  check(
    "a sidechain line on the way is sent",
    [user("q"), reply("m1", "a", { isSidechain: true }), user("x"), reply("m2", "b")],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "b"'],
  );
});

describe("large files", () => {
  check(
    "a large file is read from its last boundary line on, in the chain or not",
    [
      user("x".repeat(5_300_000)),
      user("q", { parentUuid: null }),
      reply("m1", "a"),
      { ...boundary(), isBeside: true },
      user("y"),
      reply("m2", "b"),
    ],
    ['U: "y"', 'A: "b"'],
  );
  check(
    "a last-prompt line leads to another branch of a large file too",
    [
      user("x".repeat(5_300_000)),
      user("q", { parentUuid: null }),
      reply("m1", "a"),
      user("x"),
      under("e1", user("y")),
      reply("m2", "b"),
      lastPrompt("e3"),
    ],
    ['U: "q"', 'A: "a"', 'U: "x"', 'A: "No response requested."'],
  );
});
