// A status -> how much it needs a person, as a place in one order for the terminal, the API and the dashboard.

/** Who waits for a person comes first. */
export const statusesByNeed = [
  "waiting_approval",
  "asking_question",
  "waiting_input",
  "error",
  "rate_limited",
  "running_command",
  "working",
  "compacting",
  "unknown",
  "idle",
  "ended",
] as const;

/** Less for those who need a person more. */
export const needRank = (status: (typeof statusesByNeed)[number]): number => statusesByNeed.indexOf(status);
