// A reader in another zone than the log's -> the times of a conversation say whose they are.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { onStage } from "./stage.ts";
import { newHome, prompt, reply, weave, writeLines } from "./trees.ts";

const made = newHome("adadadad-0000-4000-8000-00000000000c");
const line = weave(made.id, Date.UTC(2026, 4, 4, 9));
writeLines(made.path, [line(prompt("When is high water?")), line(reply({ type: "text", text: "At noon." }, "m1"))]);

onStage(made.home, ({ open }) => {
  it("the head names the zone, and each time tells all of it on demand", async () => {
    const { page, problems } = await open(`/s/${made.id}`, { zone: "Asia/Tokyo" });
    const time = page.locator(".row-turn time");
    await time.waitFor();
    expect(await time.textContent()).toBe("2026-05-04 18:00");
    expect(await time.getAttribute("title")).toBe("2026-05-04 18:00:01 Asia/Tokyo, 2026-05-04 09:00:01 UTC");
    await page.locator(".session-head", { hasText: "times of Asia/Tokyo" }).waitFor();
    expect(problems).toEqual([]);
  });
});
