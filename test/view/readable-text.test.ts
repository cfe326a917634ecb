// What the client writes for commands -> what people typed and saw; anything else stays as it is.
import { expect, test } from "vitest";
import { readableText } from "../../src/view/index.ts";

const escape = "\u001b";

test.each([
  [
    "<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>src/loom.ts</command-args>",
    "/review src/loom.ts",
  ],
  [
    "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>",
    "/clear",
  ],
  ["<bash-input>ls -l</bash-input>", "! ls -l"],
  [
    `<local-command-stdout>${escape}[1mBold${escape}[22m and ${escape}[38;5;9mred${escape}[39m</local-command-stdout>`,
    "Bold and red",
  ],
  ["<bash-stdout>warp\nweft</bash-stdout><bash-stderr></bash-stderr>", "warp\nweft"],
  ["<bash-stdout></bash-stdout><bash-stderr>no such loom</bash-stderr>", "no such loom"],
  [`<local-command-stdout>${escape}]8;;https://example.org${escape}\\a link${escape}]8;;${escape}\\`, "a link"],
  ["<local-command-stdout></local-command-stdout>", ""],
  ["Say <command-name>/x</command-name> to it", "Say <command-name>/x</command-name> to it"],
  ["Weave <local-command-stdout>", "Weave <local-command-stdout>"],
])("%j reads %j", (text, read) => {
  expect(readableText(text)).toBe(read);
});
