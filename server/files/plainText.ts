const encodings = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
] as const;
/** All but tab and the ends of lines. */
// oxlint-disable-next-line no-control-regex
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** The text of bytes in UTF-8, or in the UTF-16 that they say they are; null where they are something else or not text alone. */
export function plainText(bytes: Uint8Array): string | null {
  const named = encodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    const text = new TextDecoder(named?.name ?? 'utf-8', { fatal: true }).decode(bytes);
    return control.test(text) ? null : text;
  } catch {
    return null;
  }
}
