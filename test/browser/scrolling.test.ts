// Every view with all of its buttons, wide and narrow -> it scrolls to the end of what is in it, and no further.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { emptyScrolls } from "./checks.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";

const views = [
  ["overview", "/", "Spring and neap tides"],
  ["sessions", "/sessions", "Trace lost bakery orders"],
  ["search", "/sessions?q=almanac", "In the text"],
  ["conversation", `/s/${tides}`, "The context was compacted here"],
  ["files", `/s/${tides}/files`, "Recover this version"],
  ["context", `/s/${tides}/context`, "Trim strongly…"],
  ["health", `/s/${tides}/health`, "Findings"],
  ["manage", `/s/${tides}/manage`, "Delete it…"],
  ["unknown session", "/s/01234567-89ab-4def-8123-456789abcdef", "There is no such session here"],
  ["nothing there", "/no/such/place", "There is nothing at this address"],
] as const;

const widths = [
  ["wide", { width: 1280, height: 800 }],
  ["narrow", { width: 390, height: 780 }],
] as const;

onStage(
  home,
  ({ open }) => {
    for (const [how, look] of widths)
      it.each(views)(`the view %s, ${how}, ends where its content ends`, async (_name, path, words) => {
        const { page } = await open(path, look);
        await page.getByText(words).first().waitFor();
        await expect.poll(() => emptyScrolls(page)).toEqual([]);
      });
  },
  { actions: "allowed" },
);
