// ISO timestamp text -> milliseconds since 1970, or undefined for anything the client would not have written.

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function timestampMs(text: string | undefined): number | undefined {
  if (text === undefined || !isoPattern.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
