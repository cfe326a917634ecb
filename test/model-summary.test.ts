// A summary made by a model: what would be sent is said first and exactly, then sent, to the named address only.
import { afterEach, describe, expect, it } from "vitest";
import {
  type StandIn,
  type Step,
  ModelError,
  openApi,
  planSummary,
  startStandIn,
  writeSummary,
} from "../src/model/index.ts";

const open: StandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function start(step: Step): Promise<StandIn> {
  const standIn = await startStandIn({ script: { rules: [], otherwise: step } });
  open.push(standIn);
  return standIn;
}

const says = (text: string, more: Step = {}): Step => ({ content: [{ type: "text", text }], ...more });
const baseOf = ({ port }: StandIn): string => `http://127.0.0.1:${port}`;
const apiAt = (standIn: StandIn) => openApi({ apiKey: "k-1", baseUrl: baseOf(standIn), retries: 2 });
const model = "claude-sonnet-5";
const atOnce = { "retry-after-ms": "1" };

describe("what will be sent", () => {
  it("is told with its place and its exact size before anything is sent", async () => {
    const standIn = await start(says("short"));
    const plan = planSummary(["Person: fix src/a.ts", "Model: done, 漢字 too"], { baseUrl: baseOf(standIn), model });
    expect(plan).toMatchObject({ host: `127.0.0.1:${standIn.port}`, isEncrypted: false, model, requests: 1 });
    expect(standIn.requests).toHaveLength(0);
    await writeSummary(plan, apiAt(standIn));
    expect(standIn.requests.map(({ sizeBytes }) => sizeBytes)).toEqual([plan.sentBytes]);
    expect(plan.sentTokens).toBe(Math.ceil(plan.sentBytes / 4));
  });

  it("goes in as many requests as fit, and none is larger than asked for", () => {
    const turns = Array.from({ length: 40 }, (_, index) => `turn ${index} ${"word ".repeat(100)}`);
    const { questions, requests } = planSummary(turns, { baseUrl: "https://example.test", model, chunkBytes: 4000 });
    expect(requests).toBeGreaterThan(4);
    expect(questions.every(({ prompt }) => Buffer.byteLength(prompt) < 4000 + 100)).toBe(true);
    for (const turn of turns) expect(questions.filter(({ prompt }) => prompt.includes(turn))).toHaveLength(1);
  });

  it("holds all of a turn that is larger than a request, cut between characters", () => {
    const long = "漢😀".repeat(3000);
    const { questions } = planSummary([long], { baseUrl: "https://example.test", model, chunkBytes: 5000 });
    const inner = questions.map(({ prompt }) => /<session>\n([\s\S]*)\n<\/session>/.exec(prompt)?.[1] ?? "");
    expect(inner.length).toBeGreaterThan(3);
    expect(inner.join("")).toBe(long);
    expect(inner.every((piece) => !/[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/.test(piece))).toBe(true);
  });

  it("is nothing when there is nothing to tell", () => {
    expect(planSummary([], { baseUrl: "https://example.test", model })).toMatchObject({ requests: 0, sentBytes: 0 });
  });

  it.each(["", "ftp://example.test", "example.test", "https://me:secret@example.test"])(
    "does not go to %j",
    (baseUrl) => {
      expect(() => planSummary(["x"], { baseUrl, model })).toThrow(ModelError);
    },
  );

  it.each([
    ["https://example.test", "https://example.test/v1/messages"],
    ["https://example.test/gate/", "https://example.test/gate/v1/messages"],
    ["https://example.test/?a=1#b", "https://example.test/v1/messages"],
  ])("for %s goes to %s", (baseUrl, url) => {
    expect(planSummary(["x"], { baseUrl, model }).url).toBe(url);
  });
});

describe("the summary", () => {
  it("is what the model says, part by part, asked with the key", async () => {
    const standIn = await start(says(" It went well. "));
    const plan = planSummary(["a".repeat(2000), "b".repeat(2000)], {
      baseUrl: baseOf(standIn),
      model,
      chunkBytes: 2500,
    });
    expect(await writeSummary(plan, apiAt(standIn))).toBe("It went well.\n\nIt went well.");
    const asked = standIn.requests.map(({ path, headers }) => [path, headers["authorization"]]);
    expect(asked).toEqual([
      ["/v1/messages", "Bearer k-1"],
      ["/v1/messages", "Bearer k-1"],
    ]);
  });

  it("comes after an overload has passed", async () => {
    const error = { status: 529, type: "overloaded_error", message: "Overloaded", times: 2, headers: atOnce };
    const standIn = await start(says("late", { error }));
    expect(await writeSummary(planSummary(["x"], { baseUrl: baseOf(standIn), model }), apiAt(standIn))).toBe("late");
    expect(standIn.requests).toHaveLength(3);
  });

  it.each([
    [401, 1],
    [529, 3],
  ])("does not come when the API says %i, and the reason is told without the key", async (status, asked) => {
    const standIn = await start(says("no", { error: { status, type: "error", message: "bad key", headers: atOnce } }));
    const written = writeSummary(planSummary(["x"], { baseUrl: baseOf(standIn), model }), apiAt(standIn));
    await expect(written).rejects.toMatchObject({ name: "ModelError", code: "refused" });
    await expect(written).rejects.toThrow(`answered ${status}: bad key`);
    await expect(written).rejects.not.toThrow(/k-1/);
    expect(standIn.requests).toHaveLength(asked);
  });

  it("is asked for at the named address only, wherever that points to", async () => {
    const elsewhere = await start(says("never"));
    const headers = { location: `${baseOf(elsewhere)}/v1/messages` };
    const standIn = await start(says("no", { error: { status: 307, type: "moved", message: "moved", headers } }));
    const api = openApi({ apiKey: "k-1", baseUrl: baseOf(standIn), retries: 0 });
    const written = writeSummary(planSummary(["x"], { baseUrl: baseOf(standIn), model }), api);
    await expect(written).rejects.toMatchObject({ name: "ModelError" });
    expect(elsewhere.requests).toEqual([]);
  });

  it("does not come from an empty answer", async () => {
    const standIn = await start(says(" ", { stopReason: "refusal" }));
    const written = writeSummary(planSummary(["x"], { baseUrl: baseOf(standIn), model }), apiAt(standIn));
    await expect(written).rejects.toMatchObject({ code: "bad-answer" });
  });

  it("does not come when nobody answers in time, nor when nobody is there", async () => {
    const standIn = await start(says("never", { hang: "at-once" }));
    const plan = planSummary(["x"], { baseUrl: baseOf(standIn), model });
    const impatient = openApi({ apiKey: "k-1", baseUrl: baseOf(standIn), timeoutMs: 50, retries: 0 });
    await expect(writeSummary(plan, impatient)).rejects.toMatchObject({ code: "timed-out" });
    const gone = await startStandIn({ script: { rules: [] } });
    await gone.close();
    const nowhere = openApi({ apiKey: "k-1", baseUrl: baseOf(gone), retries: 0 });
    await expect(writeSummary(plan, nowhere)).rejects.toMatchObject({ code: "unreachable" });
  });
});
