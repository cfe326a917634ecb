// `clew compress --with-model` -> what is said first, what is sent and what comes of it; the model is a stand-in on loopback.
import { afterEach, expect, test } from "vitest";
import type { Io } from "../../src/cli/index.ts";
import { type StandIn, startStandIn } from "../../src/model/index.ts";
import { bytesAt, parsed, reshapeHome, weave, weaveId } from "./reshape-home.ts";

const open: StandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function standIn(text = "Five rows were woven, each from its file."): Promise<StandIn> {
  const started = await startStandIn({ script: { rules: [], otherwise: { content: [{ type: "text", text }] } } });
  open.push(started);
  return started;
}

type Asked = { readonly questions: string[]; readonly io: Partial<Io> };

function asking(answer: "yes" | "no", api: Io["messagesApi"]): Asked {
  const questions: string[] = [];
  const ask = (question: string): Promise<boolean> => {
    questions.push(question);
    return Promise.resolve(answer === "yes");
  };
  return { questions, io: { messagesApi: api, ask } };
}

const at = ({ port }: StandIn): Io["messagesApi"] => ({ apiKey: "k-1", baseUrl: `http://127.0.0.1:${port}` });
const args = ["compress", weaveId, "--keep-turns", "1", "--with-model"];

test("what is sent where is said first; after a yes the model's words are the summary", async () => {
  const api = await standIn();
  const { io, questions } = asking("yes", at(api));
  const scene = reshapeHome(weave(6), io);
  const { code, out, err } = await scene.run(...args, "--model", "claude-sonnet-5", "--json");
  expect(code).toBe(0);
  const bytes = api.requests.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(err).toMatch(/^clew: claude-sonnet-5 at 127\.0\.0\.1:\d+ \(not encrypted\) would be sent the older turns: /);
  expect(err).toContain(`about ${Math.ceil(bytes / 4).toLocaleString("en")} tokens, in 1 request\n`);
  expect(questions).toEqual(["Send it?"]);
  expect(JSON.stringify(api.requests[0]?.body)).toContain("Weave row 5.");
  const log = bytesAt(parsed(out)["path"]);
  expect(log).toContain("Five rows were woven, each from its file.");
  expect(log).toContain("Weave row 1.");
});

test("on a no nothing is sent and nothing is written", async () => {
  const api = await standIn();
  const scene = reshapeHome(weave(6), asking("no", at(api)).io);
  const before = scene.state();
  const { code, err } = await scene.run(...args);
  expect(err).toContain("clew: nothing was sent, and nothing was written (say --yes");
  expect(code).toBe(2);
  expect(api.requests).toHaveLength(0);
  expect(scene.state()).toEqual(before);
});

test("--yes asks nobody", async () => {
  const api = await standIn();
  const { io, questions } = asking("no", at(api));
  expect((await reshapeHome(weave(6), io).run(...args, "--yes")).code).toBe(0);
  expect(questions).toEqual([]);
  expect(api.requests).toHaveLength(1);
});

test("a dry run sends nothing", async () => {
  const api = await standIn();
  const { code, err } = await reshapeHome(weave(6), asking("yes", at(api)).io).run(...args, "--dry-run");
  expect(err).toContain("a dry run sends nothing");
  expect({ code, sent: api.requests.length }).toEqual({ code: 0, sent: 0 });
});

test.each([
  ["no key", { baseUrl: "http://127.0.0.1:9" }, /needs ANTHROPIC_API_KEY/],
  ["an empty key", { apiKey: "", baseUrl: "http://127.0.0.1:9" }, /needs ANTHROPIC_API_KEY/],
  ["an address that is none", { apiKey: "k-1", baseUrl: "nowhere" }, /is no http address/],
])("with %s nothing is asked and nothing is written", async (_, api, says) => {
  const { io, questions } = asking("yes", api);
  const scene = reshapeHome(weave(6), io);
  const before = scene.state();
  const { code, err } = await scene.run(...args);
  expect(err).toMatch(says);
  expect({ code, questions }).toEqual({ code: 2, questions: [] });
  expect(scene.state()).toEqual(before);
});

test("a model that writes nothing makes no session", async () => {
  const scene = reshapeHome(weave(6), asking("yes", at(await standIn(""))).io);
  const before = scene.state();
  expect(await scene.run(...args)).toMatchObject({ code: 2, out: "" });
  expect(scene.state()).toEqual(before);
});
