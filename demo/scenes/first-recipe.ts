// An invented session of an older client: one chain, parallel calls, a summary for a title.
import { openStage } from "../stage.ts";
import { bash, read, write } from "../tools.ts";

const cwd = "/home/ada/code/bakery-bot";

export function firstRecipe(root: string): void {
  const stage = openStage(root, { cwd, version: "2.0.76", start: "2026-01-08T07:30:00.000Z", seed: 106 });
  stage.ask("Start a bot that takes bread orders from our team chat. Python, no framework.");
  stage.answer(
    { think: "An empty folder? I should look before I write." },
    { say: "Let me look at what is here." },
    bash("ls -la", "List the folder", "total 8\n-rw-r--r-- 1 ada ada 61 Jan  8 07:28 README.md"),
    read(`${cwd}/README.md`, "# bakery-bot\n\nTakes orders. Must never lose a croissant. 🥐"),
  );
  stage.answer(
    write(
      `${cwd}/bot/main.py`,
      "import asyncio\n\nqueue = asyncio.Queue(maxsize=20)\n\n\nasync def main() -> None:\n    await asyncio.gather(listen(queue), bake(queue))\n",
    ),
  );
  stage.answer({
    say: "There is a first skeleton in `bot/main.py`: one task listens, one bakes, and a bounded queue stands between them.",
  });
  stage.thread.session.clock.ms += 1000;
  stage.thread.sink.put({ type: "summary", summary: "A bot that takes bread orders", leafUuid: stage.thread.parent });
  stage.close();
}
