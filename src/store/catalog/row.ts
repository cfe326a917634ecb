// What SQLite hands out -> typed values; a column of another type than the schema says was damaged.

export type Row = Readonly<Record<string, unknown>>;

/** A row that none of our code has written so: the database has changed by itself. */
export class DamagedRow extends Error {}

export const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new DamagedRow(`column ${column} is no number`);
  return value;
}

export function optionalNumber(row: Row, column: string): number | undefined {
  const value = row[column];
  return typeof value === "number" ? value : undefined;
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new DamagedRow(`column ${column} is no text`);
  return value;
}

export function optionalText(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
}
