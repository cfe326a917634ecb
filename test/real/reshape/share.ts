// Things to try and a number -> the quarter of them that is due; four numbers in a row cover all.
export const shareOf = <T>(all: readonly T[], quarter: number): readonly T[] =>
  all.filter((_, index) => index % 4 === quarter % 4);

export const everySecond = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index % 2 === 0);
