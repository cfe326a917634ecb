// UTF-16 bytes of either order -> text; half a character becomes U+FFFD, nothing throws.

const decoders = { le: new TextDecoder("utf-16le"), be: new TextDecoder("utf-16be") };

export type ByteOrder = keyof typeof decoders;

export function utf16Text(bytes: Uint8Array, order: ByteOrder): string {
  return decoders[order].decode(bytes);
}
