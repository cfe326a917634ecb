// A prefix -> the next id with it; counts, so that the same script gives the same ids every time.

export type IdSource = (prefix: string) => string;

/** Two stand-ins that meet in one session need different series, or their message ids collide. */
export function countingIds(series = "0"): IdSource {
  let made = 0;
  return (prefix) => {
    made += 1;
    return `${prefix}${series}${String(made).padStart(22 - series.length, "0")}`;
  };
}
