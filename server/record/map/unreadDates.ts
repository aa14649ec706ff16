import type * as v from 'valibot';
import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import { certainMoment, noDate } from '../fhir/dates.ts';
import type { Made } from './mapped.ts';

/** A value with one that is somewhere in it in the place of another. */
function replaced(value: unknown, [key, ...rest]: readonly unknown[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === key ? replaced(one, rest, put) : one));
  if (!isObject(value) || typeof key !== 'string') return value;
  return { ...value, [key]: replaced(value[key], rest, put) };
}

/** A resource of which one date is none, with what of the date is certain, and how it was written; null where that is not what is wrong. */
export function withCertainDate(
  resource: JsonObject,
  issue: v.BaseIssue<unknown>,
): { readonly resource: JsonObject; readonly written: string } | null {
  if (issue.message !== noDate || typeof issue.input !== 'string' || issue.path === undefined) return null;
  const keys = issue.path.map(({ key }) => key);
  const changed = replaced(resource, keys, certainMoment(issue.input)?.text);
  return isObject(changed) ? { resource: changed, written: issue.input } : null;
}

/**
 * Says in the entries of a resource how its unreadable dates were written; null where it has no entries that could say so. A result of a
 * laboratory without its time would stand at a wrong place among others.
 */
export function withUnreadDates(made: Made, unread: readonly string[]): Made | null {
  if ('leftOut' in made || made.content.entries === undefined) return null;
  const facts = unread.map((value) => ({ name: 'unreadDate' as const, value }));
  const entries = made.content.entries.map((row) =>
    row.kind === 'entry' ? { ...row, entry: { ...row.entry, facts: [...row.entry.facts, ...facts] } } : row,
  );
  return { ...made, content: { ...made.content, entries } };
}
