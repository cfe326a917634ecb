// An edit that was made and one that was refused -> the cards tell what came and went, and that nothing did.
import { expect, it } from "vitest";
import { onStage } from "./stage.ts";
import { newHome, prompt, reply, result, weave, writeLines } from "./trees.ts";

const made = newHome("abababab-0000-4000-8000-000000000009");
const line = weave(made.id);
const edit = (id: string, old_string: string) =>
  reply(
    {
      type: "tool_use",
      id,
      name: "Edit",
      input: { file_path: "/home/ada/harbour/a.ts", old_string, new_string: "two" },
    },
    id,
  );
const refusal = {
  type: "user",
  message: {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "no", content: "String to replace not found.", is_error: true }],
  },
};
writeLines(made.path, [
  line(prompt("Change one to two.")),
  line(edit("yes", "one")),
  line(result("yes", "The file was updated.")),
  line(edit("no", "three")),
  line(refusal),
]);

onStage(made.home, ({ open }) => {
  it("an edit that failed counts no lines and says that nothing was changed", async () => {
    const { page, problems } = await open(`/s/${made.id}`);
    await page.locator('.call[data-state="bad"]').waitFor();
    expect(await page.locator('.call[data-state="ok"] .call-head').innerText()).toContain("+1 −1");
    const failed = await page.locator('.call[data-state="bad"]').innerText();
    expect(failed).toContain("not applied");
    expect(failed).not.toContain("+1 −1");
    expect(failed).toContain("the file was left as it was");
    expect(failed).toContain("String to replace not found.");
    expect(problems).toEqual([]);
  });
});
