const encodings = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
] as const;
/** All control characters except tab and line ends. */
// oxlint-disable-next-line no-control-regex
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** The text of bytes in UTF-8, or in UTF-16 if they begin with its mark; null if they are anything else or contain control characters. */
export function plainText(bytes: Uint8Array): string | null {
  const named = encodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    const text = new TextDecoder(named?.name ?? 'utf-8', { fatal: true }).decode(bytes);
    return control.test(text) ? null : text;
  } catch {
    return null;
  }
}
