/** The longest card that the server takes, in characters. */
const longest = 20_000;
/** More codes than a card of that length has. */
const mostParts = 40;

/** One code of a card: its place among all of them, and its digits. A card of one code is the first of one. */
interface Part {
  readonly place: number;
  readonly of: number;
  readonly digits: string;
}

function partOf(text: string): Part | null {
  const [, place = '1', of = '1', digits = ''] = /^shc:\/(?:(\d{1,2})\/(\d{1,2})\/)?(\d+)$/.exec(text) ?? [];
  const part = { place: Number(place), of: Number(of), digits };
  const isOne = part.place >= 1 && part.place <= part.of && part.of <= mostParts;
  return isOne && digits !== '' && digits.length % 2 === 0 && digits.length <= 2 * longest ? part : null;
}

/** The codes in a text, with white space between them; null where something else stands in it. */
function partsOf(text: string): readonly Part[] | null {
  const parts = text.trim().split(/\s+/).map(partOf);
  return parts.every((part) => part !== null) ? parts : null;
}

/** Codes say only how many there are: two at one place, or of another number, are of two cards. The rest shows the signature. */
const isOneCard = (parts: readonly Part[]): boolean =>
  parts.every(({ of, place, digits }) =>
    parts.every((other) => other.of === of && (other.place !== place || other.digits === digits)),
  );

/** How many codes of one card a text has, and of how many. Null: it has something else, or codes of two cards. */
export function cardProgress(text: string): { readonly read: number; readonly of: number } | null {
  const parts = partsOf(text);
  if (parts === null || parts[0] === undefined || !isOneCard(parts)) return null;
  return { read: new Set(parts.map(({ place }) => place)).size, of: parts[0].of };
}

/** The card that square codes hold as digits (SMART Health Cards, HL7): two for each character. Null: it is none, or not all of one. */
export function readCard(text: string): string | null {
  const progress = cardProgress(text);
  if (progress === null || progress.read < progress.of) return null;
  const inOrder = new Map((partsOf(text) ?? []).map(({ place, digits }) => [place, digits]));
  const digits = [...inOrder].toSorted(([one], [other]) => one - other).map(([, each]) => each);
  const card = digits.join('').replaceAll(/\d\d/g, (pair) => String.fromCharCode(Number(pair) + 45));
  return card.length <= longest && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(card) ? card : null;
}

/** Adds a code that was read to those before it; a whole card, before or now, is replaced. Null: it is of another card than they are. */
export function withCode(before: string, code: string): string | null {
  const [known, part] = [cardProgress(before), cardProgress(code)];
  if (known === null || part === null || part.of === 1) return code;
  const both = `${before.trim()} ${code}`;
  const now = cardProgress(both);
  if (now !== null) return now.read === known.read ? before : both;
  return known.read === known.of ? code : null;
}
