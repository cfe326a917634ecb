// How many rows there are at most -> empty columns for messages, calls with their results, and prompts that are counted once.

/** Rows are the places in the columns; `logs` is the place of the owner. Times are NaN where the line has none. */
export type CountedMessages = {
  readonly count: number;
  readonly logs: Int32Array;
  readonly times: Float64Array;
  readonly models: Int32Array;
  readonly variants: Int32Array;
  readonly flags: Int32Array;
  readonly input: Float64Array;
  readonly output: Float64Array;
  readonly cacheRead: Float64Array;
  readonly cacheWrite: Float64Array;
  readonly cacheWrite1h: Float64Array;
  readonly webSearches: Float64Array;
};

/** A call, its result, or both: `callLogs` or `resultLogs` is -1 where there is none. */
export type CountedCalls = {
  readonly count: number;
  readonly callLogs: Int32Array;
  readonly callTimes: Float64Array;
  /** Place in `Counted.tools`; -1 without a call. */
  readonly tools: Int32Array;
  /** Place in the calls of the log that owns it. */
  readonly places: Int32Array;
  readonly resultLogs: Int32Array;
  readonly resultTimes: Float64Array;
  readonly flags: Int32Array;
  readonly sizes: Float64Array;
  readonly searches: Float64Array;
};

/** Of main logs alone. */
export type CountedPrompts = { readonly count: number; readonly logs: Int32Array; readonly times: Float64Array };

/** The same columns while they are filled. */
export function messageColumns(rows: number) {
  return {
    count: 0,
    logs: new Int32Array(rows),
    times: new Float64Array(rows),
    models: new Int32Array(rows),
    variants: new Int32Array(rows),
    flags: new Int32Array(rows),
    input: new Float64Array(rows),
    output: new Float64Array(rows),
    cacheRead: new Float64Array(rows),
    cacheWrite: new Float64Array(rows),
    cacheWrite1h: new Float64Array(rows),
    webSearches: new Float64Array(rows),
  };
}

export function callColumns(rows: number) {
  return {
    count: 0,
    callLogs: new Int32Array(rows).fill(-1),
    callTimes: new Float64Array(rows),
    tools: new Int32Array(rows).fill(-1),
    places: new Int32Array(rows),
    resultLogs: new Int32Array(rows).fill(-1),
    resultTimes: new Float64Array(rows),
    flags: new Int32Array(rows),
    sizes: new Float64Array(rows),
    searches: new Float64Array(rows),
  };
}

export const promptColumns = (rows: number) => ({
  count: 0,
  logs: new Int32Array(rows),
  times: new Float64Array(rows),
});
