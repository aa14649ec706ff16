/** Decodes a percent-encoded text; gives it unchanged if it is not valid percent-encoded UTF-8. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
