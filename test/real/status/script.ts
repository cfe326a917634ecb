// What the model answers while the statuses of a client are looked at: slowly, with a command, with a question.
import type { Script } from "../../../src/model/index.ts";

const colours = [
  { label: "Red", description: "like a rose" },
  { label: "Blue", description: "like the sea" },
] as const;

export const command = "sleep 2; touch made.txt";
export const question = "Which colour shall it be?";

export const script: Script = {
  rules: [
    {
      match: "^Tell me slowly",
      steps: [
        { pauseMs: 400, content: [{ type: "text", text: "One word comes, and then the next, and then one more." }] },
      ],
    },
    {
      match: "^Make a file",
      steps: [
        { content: [{ type: "tool_use", name: "Bash", input: { command, description: "Makes a file" } }] },
        { content: [{ type: "text", text: "Made." }] },
      ],
    },
    {
      match: "^Ask me",
      steps: [
        {
          content: [
            {
              type: "tool_use",
              name: "AskUserQuestion",
              input: { questions: [{ question, header: "Colour", multiSelect: false, options: colours }] },
            },
          ],
        },
        { content: [{ type: "text", text: "Thank you." }] },
      ],
    },
  ],
};
