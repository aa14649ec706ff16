/** The longest card that the server takes, in characters. */
const longest = 20_000;

/** The card that a square code holds as digits (SMART Health Cards, HL7): two for each character. Null: it is none, or not all of one. */
export function readCard(text: string): string | null {
  const [, digits] = /^shc:\/(\d+)$/.exec(text.trim()) ?? [];
  if (digits === undefined || digits.length % 2 === 1 || digits.length > 2 * longest) return null;
  const card = digits.replaceAll(/\d\d/g, (pair) => String.fromCharCode(Number(pair) + 45));
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(card) ? card : null;
}

/** Whether it is one of several codes of a card. Cards are not made in this way any more. */
export const isPartOfCard = (text: string): boolean => /^shc:\/\d+\/\d+\/\d+$/.test(text.trim());
