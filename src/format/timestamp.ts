// ISO timestamp text -> milliseconds since 1970, or undefined for anything the client would not have written.

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** One that names no zone is in universal time, as the client's own are: it must not mean another moment elsewhere. */
export function timestampMs(text: string | undefined): number | undefined {
  const found = text === undefined ? null : isoPattern.exec(text);
  if (found === null) return undefined;
  const [whole, zone] = found;
  const ms = Date.parse(zone === undefined ? `${whole}Z` : whole);
  return Number.isNaN(ms) ? undefined : ms;
}
