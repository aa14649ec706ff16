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

/** The id of each value and report of a message; of what is stored, the one by which it is stored, whatever it was called then. */
export function resultIds(
  all: readonly ResultIdentity[],
  stored: readonly StoredResult[],
): (one: ResultIdentity) => string {
  const names = new Map<string, Set<string | null>>();
  for (const one of all) names.set(idByCode(one), (names.get(idByCode(one)) ?? new Set()).add(one.words));
  const known = new Set(stored.map(({ resourceId }) => resourceId));
  return (one) => {
    const byWords = idByWords(one, one.words);
    if (one.code === null || known.has(byWords)) return byWords;
    const byCode = idByCode(one);
    const same = stored.filter(
      ({ resourceId, code, words }) =>
        resourceId === byCode || (code === one.code && resourceId === idByWords(one, words)),
    );
    const isOneName = (names.get(byCode)?.size ?? 0) < 2;
    if (!isOneName)
      return same.some(({ resourceId, words }) => resourceId === byCode && words === one.words) ? byCode : byWords;
    const others = new Set(same.map(({ resourceId }) => resourceId));
    const [only = byCode] = others;
    return others.size === 1 ? only : byCode;
  };
}
