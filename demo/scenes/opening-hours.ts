// An invented session: the model asked a question, and nobody has answered yet.
import { openStage } from "../stage.ts";
import { failingBash, read } from "../tools.ts";

const cwd = "/home/ada/code/bakery-bot";

export function openingHours(root: string): void {
  const stage = openStage(root, {
    cwd,
    version: "2.1.325",
    start: "2026-11-13T16:20:00.000Z",
    seed: 105,
    gitBranch: "opening-hours",
  });
  stage.ask("The bot should turn down orders outside opening hours.");
  stage.answer(
    { say: "Let me see what it knows about opening hours." },
    read(`${cwd}/bot/shop.toml`, '[shop]\nname = "Boulangerie Ada"\nopen = "06:30"\nclose = "18:00"'),
    failingBash(
      "python -m bot.hours --today",
      "Ask for today's hours",
      "Exit code 1\nModuleNotFoundError: No module named 'bot.hours'",
    ),
  );
  const options = [
    { label: "Turn it down", description: "Reply with the opening hours and forget the order." },
    { label: "Keep it for the morning", description: "Queue it and bake it first thing after 06:30." },
  ];
  const questions = [
    {
      question: "What should happen to an order that arrives at night?",
      header: "Night orders",
      multiSelect: false,
      options,
    },
  ];
  stage.answer(
    { say: "The hours are in `shop.toml`, but no code reads them. One choice is yours before I write it:" },
    { call: "AskUserQuestion", input: { questions } },
  );
  stage.note({
    type: "last-prompt",
    lastPrompt: "The bot should turn down orders outside opening hours.",
    leafUuid: stage.thread.parent,
  });
  stage.note({ type: "ai-title", aiTitle: "Opening hours for the bot" });
  stage.close();
}
