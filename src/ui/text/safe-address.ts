// An address from a log -> the same, if it is one of the web or of a mail; everything else is undefined.

const schemes = new Set(["http:", "https:", "mailto:"]);

export function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return schemes.has(url.protocol) ? url.href : undefined;
}
