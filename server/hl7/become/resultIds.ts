import type { Repetition } from '../message/er7.ts';
import { resourceIdFrom } from './inboundMessage.ts';

/** What tells a value, or a report, from others of its order: the code with its system, and the words alone where there is no code. */
export interface ResultIdentity {
  readonly kind: 'result' | 'report';
  readonly key: readonly (string | null)[];
  readonly code: string | null;
  readonly system: string | null;
  readonly words: string | null;
  /** Whether it says that it corrects or takes back what was told before. */
  readonly isCorrection: boolean;
  /** OBX-4 of a value. */
  readonly more: readonly (string | null)[];
}
export const identityOf = (
  kind: ResultIdentity['kind'],
  key: ResultIdentity['key'],
  name: Repetition,
  isCorrection: boolean,
  ...more: ResultIdentity['more']
): ResultIdentity => ({
  kind,
  key,
  code: name.text(1),
  system: name.text(3),
  words: name.text(2),
  isCorrection,
  more,
});

/** What is stored of the same code. `system`, `words`: of its code and name as they are stored; null where none are. */
export interface StoredResult {
  readonly resourceId: string;
  readonly code: string | null;
  readonly system: string | null;
  readonly words: string | null;
}

/** The id with the words in it: of what has no code, of what one message tells under several names, and of all that was stored before ids were made of codes. */
const idByWords = ({ kind, key, code, more }: ResultIdentity, words: string | null): string =>
  resourceIdFrom(kind, ...key, code, words, ...more);
const idByCode = ({ kind, key, code, system, more }: ResultIdentity): string =>
  resourceIdFrom(`coded ${kind}`, ...key, code, system, ...more);

const groupOf = ({ kind, key, code, more }: ResultIdentity): string => JSON.stringify([kind, key, code, more]);

/** The ids that something may be stored by under the name that it has now. */
export const possibleIds = (one: ResultIdentity): string[] =>
  one.code === null ? [idByWords(one, one.words)] : [idByCode(one), idByWords(one, one.words)];

/** The id of each value and report of a message, and what is stored by an id that it has no more. */
export function resultIds(
  all: readonly ResultIdentity[],
  stored: readonly StoredResult[],
): {
  readonly idOf: (one: ResultIdentity) => string;
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
} {
  const known = new Set(stored.map(({ resourceId }) => resourceId));
  const groups = new Map<string, ResultIdentity[]>();
  for (const one of all) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  /** What the message tells of the same code and place, in any code system. */
  const toldBeside = (one: ResultIdentity): readonly ResultIdentity[] => groups.get(groupOf(one)) ?? [one];
  const hasOneName = (one: ResultIdentity): boolean =>
    toldBeside(one).every(({ system, words }) => system !== one.system || words === one.words);
  const rowsOf = (one: ResultIdentity): StoredResult[] =>
    stored.filter(
      ({ resourceId, code, system, words }) =>
        code === one.code && [idByCode(one), idByCode({ ...one, system }), idByWords(one, words)].includes(resourceId),
    );
  /** What is stored under another name or code system and is the same for certain; null where it may be another. A result shown twice is better than one that is lost. */
  const replacedBy = (one: ResultIdentity): StoredResult | null => {
    const [rows, told] = [rowsOf(one), toldBeside(one)];
    const isNamed = ({ words }: ResultIdentity) => rows.some((row) => row.words === words);
    const corrected = told.filter((each) => each.isCorrection && !isNamed(each)).map(({ words }) => words);
    const hasTwin = told.some(({ system, words }) => words === one.words && system !== one.system);
    const candidates = isNamed(one)
      ? rows.filter(({ words }) => words === one.words)
      : corrected.includes(one.words) && new Set(corrected).size === 1 && !known.has(idByWords(one, one.words))
        ? rows.filter(({ words }) => told.every((each) => each.words !== words))
        : [];
    const [row, ...others] = candidates;
    return row === undefined || others.length > 0 || hasTwin ? null : row;
  };
  const idOf = (one: ResultIdentity): string => {
    const [byWords, byCode] = [idByWords(one, one.words), idByCode(one)];
    if (one.code === null || known.has(byWords)) return byWords;
    const row = rowsOf(one).find(({ resourceId }) => resourceId === byCode);
    if (row?.words === one.words) return byCode;
    const isOther = row !== undefined && row.words !== null && one.words !== null && replacedBy(one) !== row;
    return hasOneName(one) && !isOther ? byCode : byWords;
  };
  const renamed = all.flatMap((one) => {
    const [row, to] = [replacedBy(one), idOf(one)];
    return row === null || row.resourceId === to || known.has(to) ? [] : [{ from: row.resourceId, to }];
  });
  return { idOf, renamed };
}
