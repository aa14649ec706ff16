import { NotRead } from './fhirPath.ts';

/** A condition for giving a total, by linkId. */
export interface Clause {
  readonly atLeast: number;
  readonly of: readonly string[];
  readonly by: 'answer' | 'score';
}

/** What a total adds: `constant` plus the weighted values of the items, by linkId. */
export interface Total {
  readonly constant: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly needs: readonly Clause[];
  /** Items whose plain number is used and not the weight of the chosen option. */
  readonly byValue: ReadonlySet<string>;
}

export interface Question {
  readonly linkId: string;
  readonly type: string;
  readonly repeats: boolean;
  /** True if an option has an ordinal value or a weight. */
  readonly hasScores: boolean;
  readonly children: readonly string[];
}

export interface Scope {
  readonly roots: readonly string[];
  readonly question: (linkId: string) => Question | undefined;
  /** The expression of a variable that the total can use; undefined if there is none. */
  readonly variable: (name: string) => string | undefined;
  /** The expression of another calculated item. */
  readonly calculated: (linkId: string) => string | undefined;
}

export type Numbers = { readonly kind: 'numbers'; readonly ids: readonly string[]; readonly by: 'ordinal' | 'value' };
/** The value of a part of an expression, with items instead of answers. */
export type Value =
  | { readonly kind: 'response' | 'questionnaire' | 'empty' }
  | { readonly kind: 'items'; readonly of: 'response' | 'questionnaire'; readonly ids: readonly string[] }
  | { readonly kind: 'answers' | 'values' | 'codes'; readonly ids: readonly string[] }
  | { readonly kind: 'options'; readonly ids: readonly string[]; readonly chosen: boolean }
  | { readonly kind: 'extensions'; readonly ids: readonly string[]; readonly isWeight: boolean }
  | Numbers
  | { readonly kind: 'total'; readonly total: Total }
  | { readonly kind: 'count'; readonly ids: readonly string[]; readonly by: 'answer' | 'score' }
  | { readonly kind: 'condition'; readonly clauses: readonly Clause[]; readonly negated: boolean }
  | { readonly kind: 'text'; readonly text: string };

export const constant = (value: number): Value => ({
  kind: 'total',
  total: { constant: value, weights: new Map(), needs: [], byValue: new Set() },
});
const sameClause = (a: Clause, b: Clause) =>
  a.atLeast === b.atLeast && a.of.length === b.of.length && a.of.every((id) => b.of.includes(id));
/** `b` holds whenever `a` does. */
export const implies = (a: Clause, b: Clause) =>
  sameClause(a, b) ||
  (b.atLeast === 1 && a.atLeast >= 1 && a.of.every((id) => b.of.includes(id))) ||
  (a.atLeast === a.of.length && b.atLeast <= b.of.length && b.of.every((id) => a.of.includes(id)));

export const withNeeds = (clauses: readonly Clause[]): Clause[] =>
  clauses.filter((clause, place) => !clauses.slice(0, place).some((earlier) => sameClause(earlier, clause)));

/** The number of a total that depends on no answers; else null. */
export const plain = (total: Total): number | null =>
  total.weights.size === 0 && total.needs.length === 0 ? total.constant : null;

export function added(a: Total, b: Total, sign: 1 | -1): Value {
  const weights = new Map(a.weights);
  for (const [id, weight] of b.weights) weights.set(id, (weights.get(id) ?? 0) + sign * weight);
  return {
    kind: 'total',
    total: {
      constant: a.constant + sign * b.constant,
      weights,
      needs: withNeeds([...a.needs, ...b.needs]),
      byValue: new Set([...a.byValue, ...b.byValue]),
    },
  };
}

export const scaled = (total: Total, factor: number): Value => ({
  kind: 'total',
  total: {
    ...total,
    constant: total.constant * factor,
    weights: new Map([...total.weights].map(([id, weight]) => [id, weight * factor])),
  },
});

export const not = (value: Value): Value => {
  if (value.kind !== 'condition') throw new NotRead('not() is not of a condition');
  return { ...value, negated: !value.negated };
};

export function compare(operator: string, left: Value, right: Value): Value {
  if (left.kind === 'condition' && right.kind === 'text') throw new NotRead('it compares a condition');
  if (right.kind === 'count') {
    const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
    return compare(turned[operator] ?? operator, right, left);
  }
  if (left.kind !== 'count' || right.kind !== 'total')
    throw new NotRead(`it compares (${operator}) something other than a count of answers`);
  const number = plain(right.total);
  if (number === null) throw new NotRead('it compares with something that changes');
  const least = (atLeast: number, negated = false): Value => ({
    kind: 'condition',
    clauses: [{ atLeast, of: left.ids, by: left.by }],
    negated,
  });
  if (operator === '>=') return least(number);
  if (operator === '>') return least(Math.floor(number) + 1);
  if (operator === '<') return least(number, true);
  if (operator === '<=') return least(Math.floor(number) + 1, true);
  if (operator === '=' && number >= left.ids.length) return least(number);
  if (operator === '=' && number === 0) return least(1, true);
  if (operator === '!=' && number === 0) return least(1);
  throw new NotRead('it counts answers in a way that is not read');
}
/** Combines two conditions: both must hold, or one of them. */
export function joined(operator: 'and' | 'or', a: Value, b: Value): Value {
  if (a.kind !== 'condition' || b.kind !== 'condition' || a.negated || b.negated)
    throw new NotRead('it joins conditions in a way that is not read');
  if (operator === 'and')
    return { kind: 'condition', clauses: withNeeds([...a.clauses, ...b.clauses]), negated: false };
  const [one, other] = [a.clauses[0], b.clauses[0]];
  if (
    !one ||
    !other ||
    a.clauses.length > 1 ||
    b.clauses.length > 1 ||
    one.atLeast !== 1 ||
    other.atLeast !== 1 ||
    one.by !== other.by
  )
    throw new NotRead('it joins conditions in a way that is not read');
  return {
    kind: 'condition',
    clauses: [{ ...one, of: [...new Set([...one.of, ...other.of])] }],
    negated: false,
  };
}
