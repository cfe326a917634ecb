// A session's row -> its state and marks in words; where there is little room, those that matter most.
import { type SessionRow, expiryWords, originText } from "../view/index.ts";

export const stateText = (row: SessionRow): string => joined(partsOf(row));

/** Damage comes first, then what tells a session from the one it was made of; the order of the words stays. */
export function stateWithin(row: SessionRow, room: number): string {
  const parts = partsOf(row);
  let chosen: readonly Part[] = [];
  for (const part of parts.toSorted((a, b) => a.rank - b.rank)) {
    const fitting = formsOf(part).find((form) => joined([...chosen, form]).length <= room);
    if (fitting !== undefined) chosen = [...chosen, fitting];
  }
  return joined(parts.flatMap(({ place }) => chosen.filter((part) => part.place === place)));
}

type Part = {
  readonly text: string;
  /** The same in fewer words. */
  readonly brief?: string;
  /** The lowest matters most. */
  readonly rank: number;
  readonly place: number;
};

const formsOf = (part: Part): readonly Part[] =>
  part.brief === undefined ? [part] : [part, { ...part, text: part.brief }];

const joined = (parts: readonly Part[]): string => parts.map(({ text }) => text).join(", ");

function partsOf(row: SessionRow): readonly Part[] {
  const { state, pendingTool } = row;
  const origin = originText(row);
  const parts = [
    pendingTool === undefined ? { text: state, rank: 3 } : { text: `${state} ${pendingTool}`, brief: state, rank: 3 },
    ...marksOf(row),
    // The id at its end tells it from its fellows.
    ...(origin === undefined ? [] : [{ text: origin, brief: origin.split(" ").slice(-2).join(" "), rank: 1 }]),
  ];
  return parts.map((part, place) => ({ ...part, place }));
}

const marksOf = ({ tags, damaged, expiresInDays }: SessionRow): readonly Omit<Part, "place">[] =>
  tags.flatMap((tag) => {
    switch (tag) {
      case "damaged":
        return { text: `${damaged} damaged`, rank: 0 };
      case "expiring":
        return { text: expiryWords(expiresInDays ?? 0), rank: 2 };
      case "fork":
        return [];
      case "deleted":
        return { text: tag, rank: 0 };
      case "kept":
        return { text: tag, rank: 4 };
    }
  });
