// A home whose folders did or did not change -> the catalog tells its files as discovery would, or leaves it to discovery.
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Discovered, discover } from "../../src/store/index.ts";
import { type LoomTree, loomTree, prompt, sessionOf } from "./loom-tree.ts";
import { opened } from "./open-catalog.ts";

const agents = 300;
const agent = (place: number): string => `${sessionOf(1 + (place % 3))}/subagents/agent-a${place}.jsonl`;

describe("a home that the catalog knows", () => {
  test("is told without discovery, as discovery would", async () => {
    const tree = await known();
    expect(await told(tree)).toEqual(discover([tree.home]));
  });

  test("is told with what was appended to its logs", async () => {
    const tree = await known();
    appendFileSync(tree.path(agent(7)), prompt("weft"));
    const found = await told(tree);
    expect(found).toEqual(discover([tree.home]));
    expect(found?.agents.find(({ path }) => path === tree.path(agent(7)))?.sizeBytes).toBe(
      statSync(tree.path(agent(7))).size,
    );
  });

  test.each(Object.entries(changes))("is left to discovery when %s", async (_, change) => {
    const tree = await known();
    change(tree);
    expect(await told(tree)).toBeUndefined();
  });

  test("is told again after the update that met the change", async () => {
    const tree = await known();
    tree.write(agent(agents), prompt("weft"));
    await keep(tree, long);
    expect(await told(tree)).toEqual(discover([tree.home]));
  });

  test("is not kept while a folder may still change without a sign", async () => {
    const tree = grown();
    await keep(tree, 100);
    expect(await told(tree)).toBeUndefined();
  });

  test("is not kept where a link leads out of it", async () => {
    const tree = grown();
    symlinkSync(dirname(tree.home), join(tree.home, "projects", "-linked"));
    await keep(tree, long);
    expect(await told(tree)).toBeUndefined();
  });

  test("is told by its real paths where the home itself is a link", async () => {
    const tree = grown();
    const home = `${tree.home}-link`;
    symlinkSync(tree.home, home);
    await keep({ ...tree, home }, long);
    expect(await told({ ...tree, home })).toEqual(discover([home]));
  });

  test("is left to discovery when it is asked for together with another", async () => {
    const [tree, other] = [await known(), loomTree()];
    const catalog = await opened({ ...tree, nowMs: 0 });
    expect(catalog.discover([tree.home, other.home])).toBeUndefined();
    catalog.close();
  });
});

const changes = {
  "a log came": (tree: LoomTree) => tree.write(agent(agents), prompt("weft")),
  "a log came into a folder that was empty": (tree: LoomTree) =>
    tree.write("empty/subagents/agent-a1.jsonl", prompt("weft")),
  "a log went": (tree: LoomTree) => rmSync(tree.path(agent(3))),
  "a log got another name": (tree: LoomTree) => renameSync(tree.path(agent(3)), tree.path(agent(agents))),
  "another project came": (tree: LoomTree) => mkdirSync(join(tree.home, "projects", "-home-ada-spindle")),
  "a project was put in place of another": (tree: LoomTree) => {
    renameSync(tree.path("."), `${tree.path(".")}-away`);
    mkdirSync(tree.path("."));
  },
  "its folder of projects went": (tree: LoomTree) => rmSync(join(tree.home, "projects"), { recursive: true }),
} as const;

/** Later than any folder was made. */
const long = 60_000;

function grown(): LoomTree {
  const tree = loomTree();
  for (let place = 1; place <= 3; place++) tree.write(`${sessionOf(place)}.jsonl`, prompt("warp"));
  for (let place = 0; place < agents; place++) tree.write(agent(place), prompt("weave"));
  tree.write("agent-b1.jsonl", prompt("weave"));
  tree.write(`${sessionOf(1)}/tool-results/toolu_1.txt`, "a long output");
  mkdirSync(tree.path("empty/subagents"), { recursive: true });
  writeFileSync(tree.path("notes.md"), "no log");
  return tree;
}

async function known(): Promise<LoomTree> {
  const tree = grown();
  await keep(tree, long);
  return tree;
}

async function keep(tree: LoomTree, afterMs: number): Promise<void> {
  const { ctimeMs } = statSync(tree.path("."));
  const catalog = await opened({ ...tree, nowMs: ctimeMs + afterMs });
  await catalog.update(discover([tree.home]), { homes: [tree.home] });
  catalog.close();
}

async function told(tree: LoomTree): Promise<Discovered | undefined> {
  const catalog = await opened({ ...tree, nowMs: 0 });
  try {
    return catalog.discover([tree.home]);
  } finally {
    catalog.close();
  }
}
