import type * as v from 'valibot';
import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import { certainMoment, noDate } from '../fhir/dates.ts';
import type { Made } from './mapped.ts';

/** A copy of a value in which the value at a path is replaced. */
function replaced(value: unknown, [key, ...rest]: readonly unknown[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === key ? replaced(one, rest, put) : one));
  if (!isObject(value) || typeof key !== 'string') return value;
  return { ...value, [key]: replaced(value[key], rest, put) };
}

/** A resource in which one invalid date is reduced to its certain part, and the original text; null if the issue is not an invalid date. */
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
 * Adds to the entries of a resource how its unreadable dates were written; null if it has no entries. A laboratory result is not kept
 * without its time, because it would be in the wrong place among others.
 */
export function withUnreadDates(made: Made, unread: readonly string[]): Made | null {
  if ('leftOut' in made || made.content.entries === undefined) return null;
  const facts = unread.map((value) => ({ name: 'unreadDate' as const, value }));
  const entries = made.content.entries.map((row) =>
    row.kind === 'entry' ? { ...row, entry: { ...row.entry, facts: [...row.entry.facts, ...facts] } } : row,
  );
  return { ...made, content: { ...made.content, entries } };
}
