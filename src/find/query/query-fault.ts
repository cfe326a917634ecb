// What is wrong in a query, where, and what was expected there: made inside the parser, given out as a value.

export type QueryProblem = {
  /** Counted from 1, in characters of the query. */
  readonly column: number;
  readonly message: string;
  readonly hint: string;
};

export class QueryFault extends Error {
  readonly at: number;
  readonly hint: string;

  constructor(at: number, message: string, hint: string) {
    super(message);
    this.name = "QueryFault";
    this.at = at;
    this.hint = hint;
  }
}
