import { type Expression, linearPattern } from '@portal/api';
import { NotRead, parseFhirPath } from './fhirPath.ts';

/** A rule of when a total is given, by linkId. */
export interface Clause {
  readonly atLeast: number;
  readonly of: readonly string[];
  readonly by: 'answer' | 'score';
}

/** What a total adds up: `constant` plus the weighted values of the items named by linkId. */
export interface Total {
  readonly constant: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly needs: readonly Clause[];
  /** Items whose plain number is taken, not the weight of the chosen option. */
  readonly byValue: ReadonlySet<string>;
}

/** What a question looks like to an expression. */
export interface Question {
  readonly linkId: string;
  readonly type: string;
  readonly repeats: boolean;
  /** True where an option carries an ordinal value or a weight. */
  readonly hasScores: boolean;
  readonly children: readonly string[];
}

export interface Scope {
  readonly roots: readonly string[];
  readonly question: (linkId: string) => Question | undefined;
  /** The expression of a variable that the total sees; undefined where there is none. */
  readonly variable: (name: string) => string | undefined;
  /** The expression of another calculated item. */
  readonly calculated: (linkId: string) => string | undefined;
}

type Numbers = { readonly kind: 'numbers'; readonly ids: readonly string[]; readonly by: 'ordinal' | 'value' };
type Value =
  | { readonly kind: 'response' | 'questionnaire' | 'empty' }
  | { readonly kind: 'items'; readonly of: 'response' | 'questionnaire'; readonly ids: readonly string[] }
  | { readonly kind: 'answers' | 'values' | 'codes'; readonly ids: readonly string[] }
  | { readonly kind: 'options'; readonly ids: readonly string[]; readonly chosen: boolean; readonly inCoding: boolean }
  | { readonly kind: 'extensions'; readonly ids: readonly string[]; readonly isWeight: boolean }
  | Numbers
  | { readonly kind: 'total'; readonly total: Total }
  | { readonly kind: 'count'; readonly ids: readonly string[]; readonly by: 'answer' | 'score' }
  | { readonly kind: 'condition'; readonly clauses: readonly Clause[]; readonly negated: boolean }
  | { readonly kind: 'text'; readonly text: string };

const weightUrls = [
  'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/itemWeight',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/valueset-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/codesystem-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/iso21090-CO-value',
];
export const isWeightUrl = (url: string): boolean => weightUrls.includes(url);

const constant = (value: number): Value => ({
  kind: 'total',
  total: { constant: value, weights: new Map(), needs: [], byValue: new Set() },
});
const sameClause = (a: Clause, b: Clause) =>
  a.atLeast === b.atLeast && a.of.length === b.of.length && a.of.every((id) => b.of.includes(id));
/** `b` holds whenever `a` does. */
const implies = (a: Clause, b: Clause) =>
  sameClause(a, b) ||
  (b.atLeast === 1 && a.atLeast >= 1 && a.of.every((id) => b.of.includes(id))) ||
  (a.atLeast === a.of.length && b.atLeast <= b.of.length && b.of.every((id) => a.of.includes(id)));
const withNeeds = (clauses: readonly Clause[]): Clause[] =>
  clauses.filter((clause, place) => !clauses.slice(0, place).some((earlier) => sameClause(earlier, clause)));

/**
 * Reads a calculated item as a total over other items. It follows the expression with items in place of answers, so that any
 * way of writing a sum of ordinal values comes out as the same total; what is not such a sum throws `NotRead` saying why.
 */
export function readTotal(expression: string, scope: Scope): Total {
  const underWay = new Set<string>();

  const named = (what: string, text: string): Value => {
    if (underWay.has(what)) throw new NotRead(`${what} refers to itself`);
    underWay.add(what);
    try {
      return evaluate(parseFhirPath(text), null);
    } finally {
      underWay.delete(what);
    }
  };

  const childrenOf = (ids: readonly string[]) => ids.flatMap((id) => scope.question(id)?.children ?? []);
  /** Each once: where a linkId stands twice, an item may seem to be under itself. */
  const descendantsOf = (ids: readonly string[], seen = new Set<string>()): string[] => {
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      descendantsOf(childrenOf([id]), seen);
    }
    return [...seen];
  };
  const scored = (ids: readonly string[], by: Numbers['by']): readonly string[] =>
    ids.filter((id) => by === 'value' || scope.question(id)?.hasScores === true);

  function totalOf(value: Value): Total {
    if (value.kind === 'total') return value.total;
    if (value.kind === 'values' || value.kind === 'answers')
      return totalOf({ kind: 'numbers', ids: value.ids, by: 'value' });
    if (value.kind !== 'numbers') throw new NotRead('it calculates with something that is not a number of an answer');
    const [id, ...others] = scored(value.ids, value.by);
    if (id === undefined) throw new NotRead('it adds something that has no ordinal value');
    const calculated = scope.calculated(id);
    if (calculated !== undefined && others.length === 0) return totalOf(named(`item ${id}`, calculated));
    if (others.length > 0 || scope.question(id)?.repeats === true)
      throw new NotRead('it adds several values without sum()');
    return {
      constant: 0,
      weights: new Map([[id, 1]]),
      needs: [{ atLeast: 1, of: [id], by: 'score' }],
      byValue: new Set(value.by === 'value' ? [id] : []),
    };
  }

  const plain = (total: Total): number | null =>
    total.weights.size === 0 && total.needs.length === 0 ? total.constant : null;
  function added(a: Total, b: Total, sign: 1 | -1): Value {
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
  const scaled = (total: Total, factor: number): Value => ({
    kind: 'total',
    total: {
      ...total,
      constant: total.constant * factor,
      weights: new Map([...total.weights].map(([id, weight]) => [id, weight * factor])),
    },
  });

  function summed(value: Value, needsOne: boolean): Value {
    if (value.kind === 'values' || value.kind === 'answers')
      return summed({ kind: 'numbers', ids: value.ids, by: 'value' }, needsOne);
    if (value.kind === 'total') return value;
    if (value.kind !== 'numbers') throw new NotRead('sum() is not over values of answers');
    const ids = scored(value.ids, value.by);
    if (ids.length === 0) throw new NotRead('sum() is over nothing that has a value');
    if (ids.some((id) => scope.calculated(id) !== undefined))
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

  /** The ids and the kind of presence that `exists()` or `count()` of a value tells about. */
  function presence(value: Value): { ids: readonly string[]; by: Clause['by'] } {
    if (value.kind === 'answers' || value.kind === 'values' || value.kind === 'codes')
      return { ids: value.ids, by: 'answer' };
    if ((value.kind === 'items' && value.of === 'response') || (value.kind === 'options' && value.chosen))
      return { ids: value.ids, by: 'answer' };
    if (value.kind === 'numbers')
      return { ids: scored(value.ids, value.by), by: value.by === 'ordinal' ? 'score' : 'answer' };
    throw new NotRead('it asks about something other than answers');
  }
  function exists(value: Value): Value {
    if (value.kind === 'total') return { kind: 'condition', clauses: value.total.needs, negated: false };
    if (value.kind === 'condition') return { kind: 'condition', clauses: [], negated: false };
    const { ids, by } = presence(value);
    return { kind: 'condition', clauses: [{ atLeast: 1, of: ids, by }], negated: false };
  }
  const not = (value: Value): Value => {
    if (value.kind !== 'condition') throw new NotRead('not() is not of a condition');
    return { ...value, negated: !value.negated };
  };

  function iif(condition: Value, whenTrue: () => Value, whenFalse: () => Value): Value {
    if (condition.kind !== 'condition')
      throw new NotRead('iif() depends on something other than which questions are answered');
    if (condition.negated) return iif(not(condition), whenFalse, whenTrue);
    const yes = whenTrue();
    const no = whenFalse();
    if (yes.kind === 'empty') throw new NotRead('it gives a value only where answers are missing');
    const total = totalOf(yes);
    if (no.kind === 'empty')
      return { kind: 'total', total: { ...total, needs: withNeeds([...condition.clauses, ...total.needs]) } };
    const otherwise = plain(totalOf(no));
    const [clause, ...more] = condition.clauses;
    // Where the condition fails, the sum itself is what the other branch gives, so that the condition says nothing.
    const covers =
      clause !== undefined &&
      more.length === 0 &&
      clause.atLeast === 1 &&
      [...total.weights.keys()].every((id) => clause.of.includes(id)) &&
      total.needs.every((need) => implies(clause, need));
    if (otherwise === total.constant && covers) return { kind: 'total', total: { ...total, needs: [] } };
    throw new NotRead('its two branches are different sums');
  }

  function compare(operator: string, left: Value, right: Value): Value {
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

  /** Which of the items a `where()` lets through; a criterion about answers being there changes nothing in a sum. */
  function isChosen(criterion: Expression, linkId: string): boolean {
    const asText = (of: Expression): string | null => {
      if (of.kind === 'literal') return String(of.value);
      if (of.kind === 'member' && of.name === 'linkId' && (of.focus === null || of.focus.kind === 'this'))
        return linkId;
      if (of.kind === 'variable') {
        const value = evaluate(of, null);
        return value.kind === 'text' ? value.text : null;
      }
      return null;
    };
    if (criterion.kind === 'literal' && typeof criterion.value === 'boolean') return criterion.value;
    if (criterion.kind === 'binary') {
      const { operator, left, right } = criterion;
      if (operator === 'and') return isChosen(left, linkId) && isChosen(right, linkId);
      if (operator === 'or') return isChosen(left, linkId) || isChosen(right, linkId);
      if (operator === '=' || operator === '~' || operator === '!=') {
        const [a, b] = [asText(left), asText(right)];
        if (a !== null && b !== null) return (a === b) === (operator !== '!=');
      }
      const options = (of: Expression): Expression[] =>
        of.kind === 'binary' && of.operator === '|' ? [...options(of.left), ...options(of.right)] : [of];
      if (operator === 'in') return options(right).some((option) => asText(option) === asText(left));
      if (operator === 'contains') return options(left).some((option) => asText(option) === asText(right));
    }
    if (criterion.kind === 'call') {
      const text = criterion.focus === null ? null : asText(criterion.focus);
      const given = criterion.args[0] === undefined ? null : asText(criterion.args[0]);
      if (criterion.name === 'not' && criterion.focus) return !isChosen(criterion.focus, linkId);
      if (text !== null && given !== null) {
        if (criterion.name === 'matches') {
          const pattern = linearPattern(given);
          if (!pattern) throw new NotRead('a pattern for linkIds cannot be run');
          return pattern.find(text, 0) !== null;
        }
        if (criterion.name === 'startsWith') return text.startsWith(given);
        if (criterion.name === 'endsWith') return text.endsWith(given);
        if (criterion.name === 'contains') return text.includes(given);
      }
      if ((criterion.name === 'exists' || criterion.name === 'hasValue') && criterion.focus?.kind === 'member')
        return /^(answer|value\w*|linkId)$/.test(criterion.focus.name);
    }
    throw new NotRead('it chooses items by something other than their linkId');
  }

  /** True where the criterion keeps of an item's options the one that was chosen in the answer. */
  function picksChosen(criterion: Expression, ids: readonly string[]): boolean {
    if (criterion.kind !== 'binary' || !['=', '~', 'in', 'contains'].includes(criterion.operator)) return false;
    const isOwn = (of: Expression): boolean =>
      of.kind === 'this' ||
      (of.kind === 'member' &&
        /^(value(Coding|String|Integer|Date)?|code)$/.test(of.name) &&
        (of.focus === null || isOwn(of.focus)));
    const other = isOwn(criterion.left) ? criterion.right : isOwn(criterion.right) ? criterion.left : null;
    if (other === null) return false;
    const value = evaluate(other, null);
    return (
      (value.kind === 'codes' || value.kind === 'values') &&
      ids.length === 1 &&
      value.ids.length === 1 &&
      value.ids[0] === ids[0]
    );
  }

  function member(value: Value, name: string): Value {
    const isValue = /^value(Coding|Integer|Decimal|Quantity|String)?$/.test(name);
    if ((value.kind === 'response' || value.kind === 'questionnaire') && name === 'item')
      return { kind: 'items', of: value.kind, ids: scope.roots };
    if (value.kind === 'items') {
      if (name === 'item') return { ...value, ids: childrenOf(value.ids) };
      if (value.of === 'response' && name === 'answer') return { kind: 'answers', ids: value.ids };
      if (value.of === 'questionnaire' && name === 'answerOption')
        return { kind: 'options', ids: value.ids, chosen: false, inCoding: false };
    }
    if (value.kind === 'answers') {
      if (name === 'item') return { kind: 'items', of: 'response', ids: childrenOf(value.ids) };
      if (isValue) return { kind: 'values', ids: value.ids };
    }
    if (value.kind === 'values') {
      if (name === 'code') return { kind: 'codes', ids: value.ids };
      if (name === 'value') return value;
      if (name === 'extension') return { kind: 'extensions', ids: value.ids, isWeight: false };
    }
    if (value.kind === 'options') {
      if (isValue) return { ...value, inCoding: true };
      if (name === 'extension' && value.chosen) return { kind: 'extensions', ids: value.ids, isWeight: false };
      if (name === 'extension') throw new NotRead('it adds up options, chosen or not');
    }
    if (value.kind === 'extensions' && isValue && value.isWeight)
      return { kind: 'numbers', ids: value.ids, by: 'ordinal' };
    throw new NotRead(`".${name}" is not read here`);
  }

  function call(focus: Expression | null, name: string, args: readonly Expression[], context: Value | null): Value {
    const [first] = args;
    if (name === 'iif' && focus === null) {
      const [condition, whenTrue, whenFalse] = args;
      if (!condition || !whenTrue) throw new NotRead('iif() lacks a branch');
      return iif(
        evaluate(condition, context),
        () => evaluate(whenTrue, context),
        () => (whenFalse ? evaluate(whenFalse, context) : { kind: 'empty' }),
      );
    }
    const value = focus === null ? (context ?? { kind: 'response' }) : evaluate(focus, context);
    switch (name) {
      case 'where':
        if (!first) break;
        if (value.kind === 'items') return { ...value, ids: value.ids.filter((id) => isChosen(first, id)) };
        if (value.kind === 'options' && picksChosen(first, value.ids)) return { ...value, chosen: true };
        if (value.kind === 'extensions') return { ...value, isWeight: isWeightExtension(first) };
        break;
      case 'extension':
        if (!first) break;
        return { ...requireExtensions(member(value, 'extension')), isWeight: isWeightUrl(textOf(first)) };
      case 'repeat':
        if (value.kind === 'response' || value.kind === 'questionnaire')
          return { kind: 'items', of: value.kind, ids: descendantsOf(scope.roots) };
        if (value.kind === 'items') return { ...value, ids: descendantsOf(childrenOf(value.ids)) };
        break;
      case 'descendants':
        if (value.kind === 'response' || value.kind === 'questionnaire')
          return { kind: 'items', of: value.kind, ids: descendantsOf(scope.roots) };
        if (value.kind === 'items') return { ...value, ids: descendantsOf(childrenOf(value.ids)) };
        break;
      // A supplement of SDC: every answer below, at any depth.
      case 'answers':
        if (value.kind === 'response') return { kind: 'answers', ids: descendantsOf(scope.roots) };
        if (value.kind === 'items' && value.of === 'response')
          return { kind: 'answers', ids: descendantsOf(value.ids) };
        break;
      case 'ordinal':
      case 'weight':
        if (value.kind === 'values' || value.kind === 'answers' || value.kind === 'options')
          return { kind: 'numbers', ids: value.ids, by: 'ordinal' };
        break;
      case 'sum':
        return summed(value, true);
      case 'aggregate': {
        const adds =
          first?.kind === 'binary' &&
          first.operator === '+' &&
          [first.left.kind, first.right.kind].sort().join() === 'this,total';
        const from = args[1];
        if (adds && from?.kind === 'literal' && from.value === 0) return summed(value, false);
        throw new NotRead('aggregate() does not add up from 0');
      }
      case 'exists':
        if (first) break;
        return exists(value);
      case 'hasValue':
        return exists(value);
      case 'empty':
        return not(exists(value));
      case 'not':
        return not(value);
      case 'count':
        return { kind: 'count', ...presence(value) };
      case 'combine': {
        if (!first) break;
        const other = evaluate(first, context);
        if (value.kind === 'numbers' && other.kind === 'numbers' && value.by === other.by)
          return { ...value, ids: [...value.ids, ...other.ids] };
        if (value.kind === 'values' && other.kind === 'values') return { ...value, ids: [...value.ids, ...other.ids] };
        break;
      }
      case 'first':
      case 'single':
      case 'last':
      case 'toInteger':
      case 'toDecimal':
      case 'trace':
        if ('ids' in value && value.ids.length > 1) break;
        return value;
      case 'allTrue':
      case 'anyTrue':
        break;
      default:
        break;
    }
    throw new NotRead(`${name}() is not read here`);
  }

  const textOf = (expression: Expression): string => {
    const value = evaluate(expression, null);
    if (value.kind !== 'text') throw new NotRead('a text was expected');
    return value.text;
  };
  const requireExtensions = (value: Value) => {
    if (value.kind !== 'extensions') throw new NotRead('an extension was expected');
    return value;
  };
  const isWeightExtension = (criterion: Expression): boolean => {
    if (criterion.kind !== 'binary') throw new NotRead('it chooses an extension in a way that is not read');
    if (criterion.operator === 'or') return isWeightExtension(criterion.left) && isWeightExtension(criterion.right);
    const isUrl = (of: Expression) => of.kind === 'member' && of.name === 'url';
    const other = isUrl(criterion.left) ? criterion.right : isUrl(criterion.right) ? criterion.left : null;
    if (criterion.operator !== '=' || other === null)
      throw new NotRead('it chooses an extension in a way that is not read');
    return isWeightUrl(textOf(other));
  };

  function evaluate(expression: Expression, context: Value | null): Value {
    switch (expression.kind) {
      case 'literal':
        if (typeof expression.value === 'number') return constant(expression.value);
        if (typeof expression.value === 'string') return { kind: 'text', text: expression.value };
        return { kind: 'condition', clauses: [], negated: !expression.value };
      case 'moment':
      case 'quantity':
        throw new NotRead('it calculates with a date, a time or a quantity');
      case 'empty':
        return { kind: 'empty' };
      case 'variable': {
        if (expression.name === 'resource' || expression.name === 'rootResource') return { kind: 'response' };
        if (expression.name === 'questionnaire') return { kind: 'questionnaire' };
        const text = scope.variable(expression.name);
        if (text === undefined) throw new NotRead(`%${expression.name} is not known`);
        return named(`%${expression.name}`, text);
      }
      case 'member':
        if (expression.focus === null) {
          if (expression.name === 'QuestionnaireResponse') return { kind: 'response' };
          return member(context ?? { kind: 'response' }, expression.name);
        }
        return member(evaluate(expression.focus, context), expression.name);
      case 'call': {
        // select() goes on with each element as its context.
        if (expression.name === 'select' && expression.focus && expression.args[0])
          return evaluate(expression.args[0], evaluate(expression.focus, context));
        return call(expression.focus, expression.name, expression.args, context);
      }
      case 'this':
        if (context) return context;
        throw new NotRead('$this is not read here');
      case 'indexed': {
        const value = evaluate(expression.focus, context);
        if (expression.at.kind === 'literal' && expression.at.value === 0 && 'ids' in value && value.ids.length === 1)
          return value;
        throw new NotRead('it takes one of several by its place');
      }
      case 'minus':
        return scaled(totalOf(evaluate(expression.of, context)), -1);
      case 'total':
      case 'index':
        throw new NotRead('$total and $index are not read here');
      case 'binary': {
        const left = () => evaluate(expression.left, context);
        const right = () => evaluate(expression.right, context);
        switch (expression.operator) {
          case '+':
            return added(totalOf(left()), totalOf(right()), 1);
          case '-':
            return added(totalOf(left()), totalOf(right()), -1);
          case '*': {
            const [a, b] = [totalOf(left()), totalOf(right())];
            const factor = plain(b) ?? plain(a);
            if (factor === null) throw new NotRead('it multiplies two answers');
            return scaled(plain(b) === null ? b : a, factor);
          }
          case '/': {
            const by = plain(totalOf(right()));
            if (by === null || by === 0) throw new NotRead('it divides by something that changes');
            return scaled(totalOf(left()), 1 / by);
          }
          case 'and':
          case 'or': {
            const [a, b] = [left(), right()];
            if (a.kind !== 'condition' || b.kind !== 'condition' || a.negated || b.negated)
              throw new NotRead('it joins conditions in a way that is not read');
            if (expression.operator === 'and')
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
          case '=':
          case '!=':
          case '<':
          case '>':
          case '<=':
          case '>=':
            return compare(expression.operator, left(), right());
          case '|':
            throw new NotRead('"|" leaves out values that are equal; a sum needs combine()');
          default:
            throw new NotRead(`"${expression.operator}" is not read here`);
        }
      }
    }
  }

  const total = totalOf(summedUp(evaluate(parseFhirPath(expression), null)));
  if (total.weights.size === 0) throw new NotRead('it does not depend on an answer');
  return total;

  function summedUp(value: Value): Value {
    if (value.kind === 'condition' || value.kind === 'text' || value.kind === 'empty')
      throw new NotRead('it does not give a number');
    return value;
  }
}
