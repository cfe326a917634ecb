// An invented session: a sub-agent looks for lost orders and reports back.
import { type Stage, openStage } from "../stage.ts";
import { bash, edit, grep, read } from "../tools.ts";

const cwd = "/home/ada/code/bakery-bot";
const inbox = `async def on_message(message):
    order = parse_order(message.text)
    if order is None:
        return
    await queue.put(order)
    await message.react("🥐")`;

function search(agent: Stage): void {
  agent.answer(
    grep(
      "queue\\.(put|get)",
      "bot/inbox.py:5:    await queue.put(order)\nbot/baker.py:12:    order = await queue.get()",
    ),
    grep("maxsize", "bot/main.py:8:queue = asyncio.Queue(maxsize=20)"),
  );
  agent.answer({
    say: "Orders enter in `bot/inbox.py:5` and leave in `bot/baker.py:12`, through an `asyncio.Queue(maxsize=20)` made in `bot/main.py:8`. Nothing drops an order there, but `on_message` returns without a word when `parse_order` gives `None`.",
  });
}

export function lostOrders(root: string): void {
  const stage = openStage(root, { cwd, version: "2.1.150", start: "2026-11-12T05:50:00.000Z", seed: 104 });
  stage.ask(
    'Two orders got lost this morning: "2x pain au chocolat, s\'il vous plaît" and 「クロワッサンを3つ」. Find out where.',
  );
  const errand = {
    description: "Trace an order",
    task: "Trace how an order travels from a chat message to the oven list in bot/. Report every place where one could vanish.",
    play: search,
  };
  stage.answer(
    { think: "" },
    { say: "I'll send an agent along the path of an order." },
    {
      call: "Agent",
      input: { description: errand.description, prompt: errand.task, subagent_type: "Explore" },
      agent: errand,
    },
  );
  stage.answer(
    { say: "So the parser is the suspect. Let me see both sides of it." },
    read(`${cwd}/bot/inbox.py`, inbox),
    bash('python -m bot.parse "2x pain au chocolat, s\'il vous plaît"', "Parse the lost order", "None"),
  );
  stage.answer(
    { say: "`parse_order` knows only ASCII. Until it learns more, an order it cannot read must at least be answered." },
    edit(`${cwd}/bot/inbox.py`, {
      from: "        return\n",
      to: '        await message.reply("Sorry, I could not read that order. A person will look at it.")\n        await unreadable.put(message)\n        return\n',
      original: inbox,
    }),
  );
  stage.answer({
    say: "Unreadable orders are now answered and kept in `unreadable`. Next I would teach `parse_order` accents and Japanese counters (つ, 個, 本).",
  });
  stage.endTurn({ title: "Trace lost bakery orders" });
  stage.close();
}
