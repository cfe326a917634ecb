// A body that is larger than any action needs -> refused, with a connection that ends as the answer says.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { type ServedHome, served } from "./served.ts";

/** All that comes back on one connection, until the other side ends it. */
function sent({ daemon: { port, token } }: ServedHome, headers: readonly string[], body: string): Promise<string> {
  const head = [
    "POST /api/v1/actions/clone/preview HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    `origin: http://127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    ...headers,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head.join("\r\n")}\r\n\r\n${body}`));
    let told = "";
    socket.on("data", (part: Buffer) => (told += part.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(told));
  });
}

const length = 3_000_000;
const ways = [
  ["a length", [`content-length: ${length}`], "x".repeat(length)],
  ["a length, of which little comes", [`content-length: ${length}`], "x".repeat(100)],
  ["pieces", ["transfer-encoding: chunked"], `${length.toString(16)}\r\n${"x".repeat(length)}\r\n0\r\n\r\n`],
] as const;

test.each(ways)(
  "a body that is too large, sent with %s, is refused on a connection that is said to close",
  async (_, headers, body) => {
    const home = await served(scratchFolder(), { actions: "allowed" });
    const told = await sent(home, headers, body);
    expect(told).toMatch(/^HTTP\/1\.1 413 /);
    expect(told).toMatch(/\r\nconnection: close\r\n/i);
    expect(told).toContain('"too-large"');
  },
);
