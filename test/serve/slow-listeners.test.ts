// Event streams of clients that read slowly or not at all: bounded buffers, and an end after a minute.
import { createServer } from "node:http";
import { type Socket, connect } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { listeners, mostListeners } from "../../src/serve/events/listeners.ts";
import { eventRing } from "../../src/serve/events/ring.ts";
import { handClock } from "../live/hand-clock.ts";

async function stage() {
  const clock = handClock(0);
  const ring = eventRing(0, { frames: 4096, bytes: 4 * 1024 * 1024 });
  const audience = listeners(ring, clock, () => ({}));
  const buffered: (() => number)[] = [];
  const added: string[] = [];
  const server = createServer((_, outgoing) => {
    added.push(audience.add(outgoing, undefined));
    if (added.at(-1) === "full") outgoing.end();
    buffered.push(() => outgoing.writableLength);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  afterAll(() => {
    audience.close();
    server.closeAllConnections();
    server.close();
  });
  const open = (): Socket =>
    connect(port, "127.0.0.1")
      .on("error", () => undefined)
      .on("connect", function request(this: Socket) {
        this.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
      });
  return { clock, ring, audience, added, open, buffered: () => buffered.map((length) => length()) };
}

test("a client that reads nothing holds one frame beyond its buffer, and is disconnected after a minute", async () => {
  const { clock, ring, audience, added, open, buffered } = await stage();
  const stuck = Array.from({ length: 5 }, () => open().pause());
  const ended = stuck.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  let heard = 0;
  const reader = open().on("data", (part: Buffer) => (heard += part.length));
  await vi.waitFor(() => expect(added).toHaveLength(6), { timeout: 20_000 });
  const frame = "x".repeat(100_000);
  for (let at = 0; at < 300; at++) {
    ring.add("e", frame);
    audience.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await vi.waitFor(() => expect(heard).toBeGreaterThan(frame.length), { timeout: 20_000 });
  expect(buffered().filter((length) => length > 2 * frame.length + 65_536)).toEqual([]);
  expect(buffered().filter((length) => length > 0).length).toBeGreaterThanOrEqual(5);
  for (const _ of stuck) clock.advance(15_000);
  for (const socket of stuck) socket.resume();
  await Promise.all(ended);
  expect(reader.destroyed).toBe(false);
  reader.destroy();
}, 60_000);

test("beyond the most streams none is opened until one ends", async () => {
  const { added, open } = await stage();
  const sockets = Array.from({ length: mostListeners }, () => open().resume());
  await vi.waitFor(() => expect(added).toHaveLength(mostListeners), { timeout: 50_000 });
  expect(new Set(added)).toEqual(new Set(["added"]));
  open();
  await vi.waitFor(() => expect(added.at(-1)).toBe("full"), { timeout: 20_000 });
  for (const socket of sockets.slice(0, 3)) socket.destroy();
  await vi.waitFor(
    () => {
      open().resume();
      expect(added.at(-1)).toBe("added");
    },
    { timeout: 20_000 },
  );
  for (const socket of sockets) socket.destroy();
}, 90_000);
