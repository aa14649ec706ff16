const longestPassage = 600;

/** What the person has marked on the page, as a quotation with room for an answer below; empty where nothing is. */
export function selectedPassage(): string {
  const text = window.getSelection()?.toString().trim().slice(0, longestPassage) ?? '';
  return text === '' ? '' : `“${text}”\n\n`;
}
