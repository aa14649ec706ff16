import type { Expression } from '@portal/api';
import { NotRead } from './fhirPath.ts';
import {
  type Clause,
  implies,
  not,
  type Numbers,
  plain,
  type Scope,
  type Total,
  type Value,
  withNeeds,
} from './totalValues.ts';

export interface Reading {
  readonly scope: Scope;
  readonly evaluate: (expression: Expression, context: Value | null) => Value;
  /** Evaluates a named expression. One that refers to itself is not read. */
  readonly named: (name: string, text: string) => Value;
}

export const childrenOf = (reading: Reading, ids: readonly string[]) =>
  ids.flatMap((id) => reading.scope.question(id)?.children ?? []);

/** The ids and those of all items under them, each once. With a duplicate linkId, an item could seem to be under itself. */
export const descendantsOf = (reading: Reading, ids: readonly string[], seen = new Set<string>()): string[] => {
  for (const id of ids) {
    if (seen.has(id)) continue;
    seen.add(id);
    descendantsOf(reading, childrenOf(reading, [id]), seen);
  }
  return [...seen];
};

const scored = (reading: Reading, ids: readonly string[], by: Numbers['by']): readonly string[] =>
  ids.filter((id) => by === 'value' || reading.scope.question(id)?.hasScores === true);

/** The total of a value in a place where a number is needed. */
export function totalOf(reading: Reading, value: Value): Total {
  if (value.kind === 'total') return value.total;
  if (value.kind === 'values' || value.kind === 'answers')
    return totalOf(reading, { kind: 'numbers', ids: value.ids, by: 'value' });
  if (value.kind !== 'numbers') throw new NotRead('it calculates with something that is not a number of an answer');
  const [id, ...others] = scored(reading, value.ids, value.by);
  if (id === undefined) throw new NotRead('it adds something that has no ordinal value');
  const calculated = reading.scope.calculated(id);
  if (calculated !== undefined && others.length === 0) return totalOf(reading, reading.named(`item ${id}`, calculated));
  if (others.length > 0 || reading.scope.question(id)?.repeats === true)
    throw new NotRead('it adds several values without sum()');
  return {
    constant: 0,
    weights: new Map([[id, 1]]),
    needs: [{ atLeast: 1, of: [id], by: 'score' }],
    byValue: new Set(value.by === 'value' ? [id] : []),
  };
}

export function summed(reading: Reading, value: Value, needsOne: boolean): Value {
  if (value.kind === 'values' || value.kind === 'answers')
    return summed(reading, { kind: 'numbers', ids: value.ids, by: 'value' }, needsOne);
  if (value.kind === 'total') return value;
  if (value.kind !== 'numbers') throw new NotRead('sum() is not over values of answers');
  const ids = scored(reading, value.ids, value.by);
  if (ids.length === 0) throw new NotRead('sum() is over nothing that has a value');
  if (ids.some((id) => reading.scope.calculated(id) !== undefined))
    throw new NotRead('sum() is over another calculated item');
  return {
    kind: 'total',
    total: {
      constant: 0,
      weights: new Map(ids.map((id) => [id, 1])),
      needs: needsOne ? [{ atLeast: 1, of: ids, by: 'score' }] : [],
      byValue: new Set(value.by === 'value' ? ids : []),
    },
  };
}

/** The ids, and the kind of presence, that `exists()` or `count()` of a value depends on. */
export function presence(reading: Reading, value: Value): { ids: readonly string[]; by: Clause['by'] } {
  if (value.kind === 'answers' || value.kind === 'values' || value.kind === 'codes')
    return { ids: value.ids, by: 'answer' };
  if ((value.kind === 'items' && value.of === 'response') || (value.kind === 'options' && value.chosen))
    return { ids: value.ids, by: 'answer' };
  if (value.kind === 'numbers')
    return { ids: scored(reading, value.ids, value.by), by: value.by === 'ordinal' ? 'score' : 'answer' };
  throw new NotRead('it asks about something other than answers');
}

export function exists(reading: Reading, value: Value): Value {
  if (value.kind === 'total') return { kind: 'condition', clauses: value.total.needs, negated: false };
  if (value.kind === 'condition') return { kind: 'condition', clauses: [], negated: false };
  const { ids, by } = presence(reading, value);
  return { kind: 'condition', clauses: [{ atLeast: 1, of: ids, by }], negated: false };
}

export function iif(reading: Reading, condition: Value, whenTrue: () => Value, whenFalse: () => Value): Value {
  if (condition.kind !== 'condition')
    throw new NotRead('iif() depends on something other than which questions are answered');
  if (condition.negated) return iif(reading, not(condition), whenFalse, whenTrue);
  const yes = whenTrue();
  const no = whenFalse();
  if (yes.kind === 'empty') throw new NotRead('it gives a value only where answers are missing');
  const total = totalOf(reading, yes);
  if (no.kind === 'empty')
    return { kind: 'total', total: { ...total, needs: withNeeds([...condition.clauses, ...total.needs]) } };
  const otherwise = plain(totalOf(reading, no));
  const [clause, ...more] = condition.clauses;
  // If the condition fails, the sum equals the other branch anyway, so the condition makes no difference.
  const covers =
    clause !== undefined &&
    more.length === 0 &&
    clause.atLeast === 1 &&
    [...total.weights.keys()].every((id) => clause.of.includes(id)) &&
    total.needs.every((need) => implies(clause, need));
  if (otherwise === total.constant && covers) return { kind: 'total', total: { ...total, needs: [] } };
  throw new NotRead('its two branches are different sums');
}

/** The result of `.name` on a value. */
export function member(reading: Reading, value: Value, name: string): Value {
  const isValue = /^value(Coding|Integer|Decimal|Quantity|String)?$/.test(name);
  if ((value.kind === 'response' || value.kind === 'questionnaire') && name === 'item')
    return { kind: 'items', of: value.kind, ids: reading.scope.roots };
  if (value.kind === 'items') {
    if (name === 'item') return { ...value, ids: childrenOf(reading, value.ids) };
    if (value.of === 'response' && name === 'answer') return { kind: 'answers', ids: value.ids };
    if (value.of === 'questionnaire' && name === 'answerOption')
      return { kind: 'options', ids: value.ids, chosen: false };
  }
  if (value.kind === 'answers') {
    if (name === 'item') return { kind: 'items', of: 'response', ids: childrenOf(reading, value.ids) };
    if (isValue) return { kind: 'values', ids: value.ids };
  }
  if (value.kind === 'values') {
    if (name === 'code') return { kind: 'codes', ids: value.ids };
    if (name === 'value') return value;
    if (name === 'extension') return { kind: 'extensions', ids: value.ids, isWeight: false };
  }
  if (value.kind === 'options') {
    if (isValue) return value;
    if (name === 'extension' && value.chosen) return { kind: 'extensions', ids: value.ids, isWeight: false };
    if (name === 'extension') throw new NotRead('it adds up options, chosen or not');
  }
  if (value.kind === 'extensions' && isValue && value.isWeight)
    return { kind: 'numbers', ids: value.ids, by: 'ordinal' };
  throw new NotRead(`".${name}" is not read here`);
}
