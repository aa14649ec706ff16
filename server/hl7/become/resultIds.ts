import type { Repetition } from '../message/er7.ts';
import { resourceIdFrom } from './inboundMessage.ts';

/** What tells a value, or a report, from others of its order: the code with its system, and the words alone where there is no code. */
export interface ResultIdentity {
  readonly kind: 'result' | 'report';
  readonly key: readonly (string | null)[];
  readonly code: string | null;
  readonly system: string | null;
  readonly words: string | null;
  /** OBX-4 of a value. */
  readonly more: readonly (string | null)[];
}
export const identityOf = (
  kind: ResultIdentity['kind'],
  key: ResultIdentity['key'],
  name: Repetition,
  ...more: ResultIdentity['more']
): ResultIdentity => ({ kind, key, code: name.text(1), system: name.text(3), words: name.text(2), more });

/** What is stored of the same code. `words`: of its name as they are stored; null where none are. */
export interface StoredResult {
  readonly resourceId: string;
  readonly code: string | null;
  readonly words: string | null;
}

/** The id with the words in it: of what has no code, of what one message tells under several names, and of all that was stored before ids were made of codes. */
const idByWords = ({ kind, key, code, more }: ResultIdentity, words: string | null): string =>
  resourceIdFrom(kind, ...key, code, words, ...more);
const idByCode = ({ kind, key, code, system, more }: ResultIdentity): string =>
  resourceIdFrom(`coded ${kind}`, ...key, code, system, ...more);

/** The ids that something may be stored by under the name that it has now. */
export const possibleIds = (one: ResultIdentity): string[] =>
  one.code === null ? [idByWords(one, one.words)] : [idByCode(one), idByWords(one, one.words)];

/** The id of each value and report of a message, and what is stored by an id with a name that it has no more: that gets the id of its code. */
export function resultIds(
  all: readonly ResultIdentity[],
  stored: readonly StoredResult[],
): {
  readonly idOf: (one: ResultIdentity) => string;
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
} {
  const names = new Map<string, Set<string | null>>();
  for (const one of all) names.set(idByCode(one), (names.get(idByCode(one)) ?? new Set()).add(one.words));
  const known = new Set(stored.map(({ resourceId }) => resourceId));
  const hasOneName = (one: ResultIdentity): boolean => (names.get(idByCode(one))?.size ?? 0) < 2;
  const idOf = (one: ResultIdentity): string => {
    const [byWords, byCode] = [idByWords(one, one.words), idByCode(one)];
    if (one.code === null || known.has(byWords)) return byWords;
    const isSame = hasOneName(one) || stored.some((each) => each.resourceId === byCode && each.words === one.words);
    return isSame ? byCode : byWords;
  };
  const renamed = all.flatMap((one) => {
    const to = idByCode(one);
    if (idOf(one) !== to || known.has(to)) return [];
    const others = stored.filter(
      ({ resourceId, code, words }) => code === one.code && resourceId === idByWords(one, words),
    );
    const [from, ...more] = new Set(others.map(({ resourceId }) => resourceId));
    return from === undefined || more.length > 0 ? [] : [{ from, to }];
  });
  return { idOf, renamed };
}
