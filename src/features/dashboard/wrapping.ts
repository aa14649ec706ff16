import type { WindowSize } from '../../ui/useWindowSize.ts';

/** The parts of a contact's card, each on lines of its own. */
export const cardFields = ['name', 'address', 'email', 'homePhone', 'mobilePhone', 'workPhone', 'access'] as const;
export type CardField = (typeof cardFields)[number];

/** The lines that each part has, before any of them wraps. */
export type CardLines = Readonly<Record<CardField, readonly string[]>>;

/** How many lines a card shows at most before it has More (specification 2, section 2). */
const mostLines = 7;

interface Thresholds {
  readonly name: number;
  readonly address: number;
  readonly email: number;
  readonly other: number;
}

/**
 * Characters after which a line of a card wraps (specification 2, section 2: large 39, 41, 41, 44; medium 29, 30, 42; small 36, 38, 48).
 * The document does not say which number is whose. They grow as the letters get smaller, so they are read in the order of the card:
 * name with relationship, address, email, the rest; where there are three, address and email share one. A phone has the smallest window's.
 */
const thresholds: Readonly<Record<WindowSize, Thresholds>> = {
  Large: { name: 39, address: 41, email: 41, other: 44 },
  Medium: { name: 29, address: 30, email: 30, other: 42 },
  Small: { name: 36, address: 38, email: 38, other: 48 },
  XSmall: { name: 36, address: 38, email: 38, other: 48 },
};

/**
 * Which parts go first when a card is too long; the document leaves the order open. A letter is the slowest way to somebody and takes
 * the most lines, then the ways to write and call, the mobile phone last. Who it is, and whether they may see the record, never goes.
 */
const hiddenFirst = ['address', 'email', 'workPhone', 'homePhone', 'mobilePhone'] as const satisfies readonly CardField[];

const thresholdOf = (field: CardField, size: WindowSize): number => {
  const { name, address, email, other } = thresholds[size];
  return field === 'name' ? name : field === 'address' ? address : field === 'email' ? email : other;
};

/** How many lines a part takes in a window of that class. */
export const linesOf = (field: CardField, lines: readonly string[], size: WindowSize): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(Array.from(line).length / thresholdOf(field, size))), 0);

/** The parts that a card leaves to its More, so that it has at most 7 lines as far as that goes; none where all of it fits. */
export function hiddenFields(card: CardLines, size: WindowSize): CardField[] {
  let total = cardFields.reduce((sum, field) => sum + linesOf(field, card[field], size), 0);
  const hidden: CardField[] = [];
  for (const field of hiddenFirst) {
    if (total <= mostLines) break;
    const lines = linesOf(field, card[field], size);
    if (lines === 0) continue;
    hidden.push(field);
    total -= lines;
  }
  return hidden;
}
