// Pictures of a log -> each opens at its own size by click and by key; a type that could run script is never shown.
/// <reference lib="dom" />
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { overflowPx, seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";
import { newHome, prompt, reply, result, weave, writeLines } from "./trees.ts";

const [width, height] = [2400, 1600];

/** A grey picture of any size. */
function png(): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]).toString("base64");
}

const image = (media_type: string, data: string) => ({ type: "image", source: { type: "base64", media_type, data } });
const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="pwned(1)"><script>pwned(2)</script></svg>');
const made = newHome("aeaeaeae-0000-4000-8000-000000000001");
const line = weave(made.id);
writeLines(made.path, [
  line(prompt([{ type: "text", text: "Look at this." }, image("image/png", png())])),
  line(reply({ type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "/home/ada/shot.png" } }, "m1")),
  line(result("toolu_1", [image("image/png", png())])),
]);
const hostile = "aeaeaeae-0000-4000-8000-000000000002";
const hostileLine = weave(hostile);
writeLines(join(dirname(made.path), `${hostile}.jsonl`), [
  hostileLine(prompt([{ type: "text", text: "And this." }, image("image/svg+xml", script.toString("base64"))])),
  hostileLine(prompt([{ type: "text", text: "Or this." }, image("image/png", script.toString("base64"))])),
]);

onStage(made.home, ({ open }) => {
  it.each([
    { scheme: "light", width: 1440 },
    { scheme: "dark", width: 390 },
  ] as const)("a picture opens at full size at a width of $width, and Escape closes it", async (look) => {
    const { page, problems } = await open(`/s/${made.id}`, { ...look, height: 800 });
    const thumb = page.locator(".row-turn .picture");
    await thumb.waitFor();
    expect(await thumb.getAttribute("title")).toBe("Open at full size");
    await thumb.click();
    const full = page.locator("dialog img");
    await full.waitFor();
    await page.locator("dialog", { hasText: "2,400 × 1,600 px" }).waitFor();
    expect(await full.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([width, height]);
    expect(await full.getAttribute("alt")).toBe("Picture in line 1 of the log");
    // What has no room is reached by scrolling, with the keys at once.
    const body = page.locator("dialog .dialog-body");
    await page.keyboard.press("End");
    await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);
    expect(await overflowPx(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    expect(await thumb.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await full.waitFor();
    expect(problems).toEqual([]);
  });

  it("a picture in the result of a call is opened, downloaded and shown in a tab of its own", async () => {
    const { page, problems } = await open(`/s/${made.id}`);
    await page.locator(".call-head", { hasText: "Read" }).click();
    await page.locator(".call-body .picture").click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("picture-in-line-3-of-the-log.png");
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Open in a new tab" }).click(),
    ]);
    await expect.poll(() => tab.evaluate(() => document.contentType)).toBe("image/png");
    await expect.poll(() => tab.evaluate(() => document.images[0]?.naturalWidth)).toBe(width);
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    expect(problems).toEqual([]);
  });

  it("SVG and bytes that are not a picture are named and never shown", async () => {
    const { page } = await open(`/s/${hostile}`);
    await page.getByText("picture in line 1, not shown").waitFor();
    await page.getByText("picture in line 2, not shown").waitFor();
    expect(await page.locator(".row img, .picture").count()).toBe(0);
  });
});
