// UTF-16 bytes of either order -> text; half a character becomes U+FFFD, nothing throws.

export type ByteOrder = "le" | "be";

const decoders: Readonly<Record<ByteOrder, TextDecoder>> = {
  le: new TextDecoder("utf-16le"),
  be: new TextDecoder("utf-16be"),
};

export function utf16Text(bytes: Uint8Array, order: ByteOrder): string {
  return decoders[order].decode(bytes);
}
