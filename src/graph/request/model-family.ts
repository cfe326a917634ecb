// A model's name -> the family by which the client tells whose thinking it may send back, and how it words reminders.

/** Longer names first: opus-5-5 is not opus-5. */
const families = [
  "sonnet-4-5",
  "haiku-4-5",
  "opus-4-5",
  "opus-4-6",
  "sonnet-4-6",
  "opus-4-7",
  "opus-4-8",
  "fable-5",
  "opus-5-5",
  "sonnet-5",
  "opus-5",
] as const;

export type Family = (typeof families)[number];

/** The model of a client that nobody told otherwise (2.1.325). */
export const defaultFamily: Family = "opus-5-5";

export function familyOf(model: string | undefined): Family | undefined {
  const name = (model ?? "").toLowerCase().replaceAll(".", "-");
  return families.find((family) => name.includes(family));
}

const foldingFamilies: ReadonlySet<Family> = new Set([
  "sonnet-4-5",
  "haiku-4-5",
  "opus-4-5",
  "opus-4-6",
  "sonnet-4-6",
  "opus-4-7",
]);

/** Older models are reminded inside user messages, newer ones by messages of role "system". */
export function familyReminders(family: Family): "user" | "system" {
  return foldingFamilies.has(family) ? "user" : "system";
}

/** These models still have the task list tools. */
export const hasTaskTools = (family: Family): boolean => foldingFamilies.has(family);
