import type { Expression } from '../../formLogic.ts';
import { knownTypes, typeNameOf } from './valueTypes.ts';
import { linearPattern } from '../linearPattern.ts';
import { functions, isLambda } from './functions.ts';
import { momentOf } from './moments.ts';

/** The variables that every expression of a form has. */
export const ownVariables: readonly string[] = [
  'resource',
  'context',
  'qitem',
  'questionnaire',
  'ucum',
  'sct',
  'loinc',
];

const operators = new Set([
  '=',
  '!=',
  '~',
  '!~',
  '<',
  '>',
  '<=',
  '>=',
  'and',
  'or',
  'xor',
  'implies',
  '+',
  '-',
  '*',
  '/',
  'div',
  'mod',
  '&',
  '|',
  'in',
  'contains',
  'is',
  'as',
]);
const typed = new Set(['ofType', 'is', 'as']);
const patterns = new Set(['matches', 'matchesFull', 'replaceMatches']);

export interface SupportedOptions {
  /** Names of the variables that the questionnaire declares. Absent: any name counts as declared. */
  readonly variables?: Iterable<string>;
}

const isFail = (said: string | null): said is string => said !== null;

/** Where in the questionnaire a path is. Of the questionnaire, only items and their options with weights are known. */
type Level = 'item' | 'option' | 'elsewhere';
/** Functions that pass on some of the values on which they are called. */
const passing = new Set([
  'where',
  'first',
  'last',
  'tail',
  'skip',
  'take',
  'single',
  'distinct',
  'trace',
  'union',
  'combine',
  'intersect',
  'exclude',
]);
/** Functions that give a fact about any values on which they are called. */
const telling = new Set(['exists', 'all', 'any', 'empty', 'count', 'hasValue', 'weight', 'ordinal', 'isDistinct']);
const handsOn = new Set(['where', 'exists', 'all', 'any', 'select', 'repeat', 'aggregate']);

/** A short text for what in an expression cannot be evaluated here; null when all of it can. */
export function supported(expression: Expression, options: SupportedOptions = {}): string | null {
  const variables = options.variables && new Set([...ownVariables, ...options.variables]);

  function levelOf(part: Expression | null, focus: Level): Level {
    if (part === null) return focus;
    switch (part.kind) {
      case 'this':
        return focus;
      case 'variable':
        return part.name === 'questionnaire' || part.name === 'qitem' ? 'item' : 'elsewhere';
      case 'indexed':
        return levelOf(part.focus, focus);
      case 'member':
        if (levelOf(part.focus, focus) !== 'item') return 'elsewhere';
        return part.name === 'item' ? 'item' : part.name === 'answerOption' ? 'option' : 'elsewhere';
      case 'call': {
        const level = levelOf(part.focus, focus);
        return passing.has(part.name) || part.name === 'repeat' ? level : 'elsewhere';
      }
      case 'binary':
        return part.operator === '|' && levelOf(part.left, focus) === levelOf(part.right, focus)
          ? levelOf(part.left, focus)
          : 'elsewhere';
      case 'literal':
      case 'moment':
      case 'quantity':
      case 'empty':
      case 'total':
      case 'index':
      case 'minus':
        return 'elsewhere';
    }
  }
  function type(of: Expression | null, expected: Expression | undefined): string | null {
    try {
      const name = typeNameOf(expected);
      // After `value` the type names the element; for any other value some types cannot be determined.
      return knownTypes.has(name) || (of?.kind === 'member' && of.name === 'value') ? null : `the type "${name}"`;
    } catch {
      return 'a type that is not named';
    }
  }
  /** The form does not have every element of the questionnaire. Such an element would be empty although the source has it. */
  function element({ focus, name }: Extract<Expression, { kind: 'member' }>, around: Level): string | null {
    const level = levelOf(focus, around);
    const isKnown =
      level === 'elsewhere' ||
      (level === 'item'
        ? ['item', 'answerOption', 'linkId', 'type'].includes(name)
        : /^(?:value|extension$)/.test(name));
    return isKnown ? null : `"${name}" of the questionnaire`;
  }
  function call(part: Extract<Expression, { kind: 'call' }>, around: Level): string | null {
    const { focus, name, args } = part;
    const inFocus = () => (focus === null ? null : check(focus, around));
    if (typed.has(name)) return type(focus, args[0]) ?? inFocus();
    if (!isLambda(name) && !(name in functions)) return `the function "${name}"`;
    const level = levelOf(focus, around);
    const isRepeat = name === 'repeat' && args.every((arg) => levelOf(arg, level) === 'item');
    const isExtension = name === 'extension' && level === 'option';
    if (
      level !== 'elsewhere' &&
      focus !== null &&
      !passing.has(name) &&
      !telling.has(name) &&
      !isRepeat &&
      !isExtension
    )
      return `"${name}" of the questionnaire`;
    if (patterns.has(name)) {
      const [pattern] = args;
      if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string')
        return `"${name}" with a pattern that is computed`;
      if (linearPattern(pattern.value, 'of all') === null) return `the pattern "${pattern.value}"`;
      const [, put] = args;
      if (name === 'replaceMatches' && (put?.kind !== 'literal' || String(put.value).includes('$')))
        return '"replaceMatches" with parts of what matched';
    }
    const within = handsOn.has(name) ? level : around;
    return inFocus() ?? args.map((arg) => check(arg, within)).find(isFail) ?? null;
  }
  function check(part: Expression, around: Level): string | null {
    switch (part.kind) {
      case 'literal':
        // Both extensions for an option's weight are read as the older one of FHIR.
        return typeof part.value === 'string' && part.value.endsWith('/itemWeight')
          ? 'the extension "itemWeight"'
          : null;
      case 'quantity':
      case 'empty':
      case 'this':
      case 'total':
      case 'index':
        return null;
      case 'moment':
        return momentOf(part.value) ? null : `the moment "${part.value}"`;
      case 'variable':
        return variables && !variables.has(part.name) ? `the variable "%${part.name}"` : null;
      case 'member':
        return element(part, around) ?? (part.focus === null ? null : check(part.focus, around));
      case 'call':
        return call(part, around);
      case 'indexed':
        return check(part.focus, around) ?? check(part.at, around);
      case 'minus':
        return check(part.of, around);
      case 'binary':
        if (!operators.has(part.operator)) return `the operator "${part.operator}"`;
        if (part.operator === 'is' || part.operator === 'as')
          return type(part.left, part.right) ?? check(part.left, around);
        return check(part.left, around) ?? check(part.right, around);
    }
  }
  return check(expression, 'elsewhere');
}
