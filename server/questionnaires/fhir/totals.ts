import type { Expression } from '@portal/api';
import { NotRead, parseFhirPath } from './fhirPath.ts';
import { isChosen, isWeightExtension, isWeightUrl, picksChosen, textOf } from './totalCriteria.ts';
import {
  childrenOf,
  descendantsOf,
  exists,
  iif,
  member,
  presence,
  type Reading,
  summed,
  totalOf,
} from './totalItems.ts';
import {
  added,
  compare,
  constant,
  joined,
  not,
  plain,
  scaled,
  type Scope,
  type Total,
  type Value,
} from './totalValues.ts';

const requireExtensions = (value: Value) => {
  if (value.kind !== 'extensions') throw new NotRead('an extension was expected');
  return value;
};

function call(
  reading: Reading,
  focus: Expression | null,
  name: string,
  args: readonly Expression[],
  context: Value | null,
): Value {
  const [first] = args;
  if (name === 'iif' && focus === null) {
    const [condition, whenTrue, whenFalse] = args;
    if (!condition || !whenTrue) throw new NotRead('iif() lacks a branch');
    return iif(
      reading,
      reading.evaluate(condition, context),
      () => reading.evaluate(whenTrue, context),
      () => (whenFalse ? reading.evaluate(whenFalse, context) : { kind: 'empty' }),
    );
  }
  const value = focus === null ? (context ?? { kind: 'response' }) : reading.evaluate(focus, context);
  switch (name) {
    case 'where':
      if (!first) break;
      if (value.kind === 'items') return { ...value, ids: value.ids.filter((id) => isChosen(reading, first, id)) };
      if (value.kind === 'options' && picksChosen(reading, first, value.ids)) return { ...value, chosen: true };
      if (value.kind === 'extensions') return { ...value, isWeight: isWeightExtension(reading, first) };
      break;
    case 'extension':
      if (!first) break;
      return {
        ...requireExtensions(member(reading, value, 'extension')),
        isWeight: isWeightUrl(textOf(reading, first)),
      };
    case 'repeat':
    case 'descendants':
      if (value.kind === 'response' || value.kind === 'questionnaire')
        return { kind: 'items', of: value.kind, ids: descendantsOf(reading, reading.scope.roots) };
      if (value.kind === 'items') return { ...value, ids: descendantsOf(reading, childrenOf(reading, value.ids)) };
      break;
    // A function of SDC: every answer below, at any depth.
    case 'answers':
      if (value.kind === 'response') return { kind: 'answers', ids: descendantsOf(reading, reading.scope.roots) };
      if (value.kind === 'items' && value.of === 'response')
        return { kind: 'answers', ids: descendantsOf(reading, value.ids) };
      break;
    case 'ordinal':
    case 'weight':
      if (value.kind === 'values' || value.kind === 'answers' || value.kind === 'options')
        return { kind: 'numbers', ids: value.ids, by: 'ordinal' };
      break;
    case 'sum':
      return summed(reading, value, true);
    case 'aggregate': {
      const adds =
        first?.kind === 'binary' &&
        first.operator === '+' &&
        [first.left.kind, first.right.kind].sort().join() === 'this,total';
      const from = args[1];
      if (adds && from?.kind === 'literal' && from.value === 0) return summed(reading, value, false);
      throw new NotRead('aggregate() does not add up from 0');
    }
    case 'exists':
      if (first) break;
      return exists(reading, value);
    case 'hasValue':
      return exists(reading, value);
    case 'empty':
      return not(exists(reading, value));
    case 'not':
      return not(value);
    case 'count':
      return { kind: 'count', ...presence(reading, value) };
    case 'combine': {
      if (!first) break;
      const other = reading.evaluate(first, context);
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
    default:
      break;
  }
  throw new NotRead(`${name}() is not read here`);
}

function evaluate(reading: Reading, expression: Expression, context: Value | null): Value {
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
      const text = reading.scope.variable(expression.name);
      if (text === undefined) throw new NotRead(`%${expression.name} is not known`);
      return reading.named(`%${expression.name}`, text);
    }
    case 'member':
      if (expression.focus === null) {
        if (expression.name === 'QuestionnaireResponse') return { kind: 'response' };
        return member(reading, context ?? { kind: 'response' }, expression.name);
      }
      return member(reading, reading.evaluate(expression.focus, context), expression.name);
    case 'call': {
      // The argument of select() is evaluated on each element.
      if (expression.name === 'select' && expression.focus && expression.args[0])
        return reading.evaluate(expression.args[0], reading.evaluate(expression.focus, context));
      return call(reading, expression.focus, expression.name, expression.args, context);
    }
    case 'this':
      if (context) return context;
      throw new NotRead('$this is not read here');
    case 'indexed': {
      const value = reading.evaluate(expression.focus, context);
      if (expression.at.kind === 'literal' && expression.at.value === 0 && 'ids' in value && value.ids.length === 1)
        return value;
      throw new NotRead('it takes one of several by its place');
    }
    case 'minus':
      return scaled(totalOf(reading, reading.evaluate(expression.of, context)), -1);
    case 'total':
    case 'index':
      throw new NotRead('$total and $index are not read here');
    case 'binary':
      return binary(reading, expression, context);
  }
}

function binary(reading: Reading, expression: Extract<Expression, { kind: 'binary' }>, context: Value | null): Value {
  const left = () => reading.evaluate(expression.left, context);
  const right = () => reading.evaluate(expression.right, context);
  switch (expression.operator) {
    case '+':
      return added(totalOf(reading, left()), totalOf(reading, right()), 1);
    case '-':
      return added(totalOf(reading, left()), totalOf(reading, right()), -1);
    case '*': {
      const [a, b] = [totalOf(reading, left()), totalOf(reading, right())];
      const factor = plain(b) ?? plain(a);
      if (factor === null) throw new NotRead('it multiplies two answers');
      return scaled(plain(b) === null ? b : a, factor);
    }
    case '/': {
      const by = plain(totalOf(reading, right()));
      if (by === null || by === 0) throw new NotRead('it divides by something that changes');
      return scaled(totalOf(reading, left()), 1 / by);
    }
    case 'and':
    case 'or':
      return joined(expression.operator, left(), right());
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

/**
 * Reads a calculated item as a total over other items. It evaluates the expression with items instead of answers, so that every way of
 * writing a sum of ordinal values gives the same total. Anything else throws `NotRead` with the reason.
 */
export function readTotal(expression: string, scope: Scope): Total {
  const underWay = new Set<string>();
  const reading: Reading = {
    scope,
    evaluate: (part, context) => evaluate(reading, part, context),
    named(name, text) {
      if (underWay.has(name)) throw new NotRead(`${name} refers to itself`);
      underWay.add(name);
      try {
        return evaluate(reading, parseFhirPath(text), null);
      } finally {
        underWay.delete(name);
      }
    },
  };
  const value = evaluate(reading, parseFhirPath(expression), null);
  if (value.kind === 'condition' || value.kind === 'text' || value.kind === 'empty')
    throw new NotRead('it does not give a number');
  const total = totalOf(reading, value);
  if (total.weights.size === 0) throw new NotRead('it does not depend on an answer');
  return total;
}
