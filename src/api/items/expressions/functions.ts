import { asDecimal } from '../asDecimal.ts';
import { type LinearPattern, linearPattern } from '../linearPattern.ts';
import { mostText, OverBudget, spend } from './budget.ts';
import { momentOf } from './moments.ts';
import type { Scope } from './scope.ts';
import {
  childrenOf,
  compare,
  descendantsOf,
  distinct,
  ExpressionError,
  keyOf,
  numberOf,
  partsOf,
  quantityOf,
  single,
  textOf,
  type Value,
  type Values,
} from './values.ts';

type Arg = () => Values;
type Run = (focus: Values, args: readonly Arg[], scope: Scope) => Values;

/** Functions whose arguments are evaluated for each value as `$this`, or not always. */
const lambdas = ['where', 'select', 'all', 'any', 'exists', 'repeat', 'iif', 'aggregate'];
export const isLambda = (name: string): boolean => lambdas.includes(name);

const argOf = (args: readonly Arg[], at: number): Values => args[at]?.() ?? [];

/** A function of one text; without a text it has no result. */
const ofText =
  (run: (text: string, args: readonly Arg[]) => Values): Run =>
  (focus, args) => {
    const text = textOf(focus);
    return text === undefined ? [] : run(text, args);
  };
const ofTexts = (run: (text: string, other: string) => Value): Run =>
  ofText((text, args) => {
    const other = textOf(argOf(args, 0));
    return other === undefined ? [] : [run(text, other)];
  });
const ofNumber =
  (run: (value: number, other: number | undefined) => number): Run =>
  (focus, args) => {
    const one = single(focus);
    const quantity = one === undefined ? null : quantityOf(one);
    if (quantity) throw new ExpressionError('this is there for numbers alone');
    const value = numberOf(focus);
    if (value === undefined) return [];
    const result = run(value, numberOf(argOf(args, 0)));
    return Number.isFinite(result) ? [result] : [];
  };

const most =
  (sign: 1 | -1): Run =>
  (focus) => {
    let found = focus[0];
    for (const value of focus) {
      if (found === undefined) break;
      const order = compare(value, found);
      if (order === null) return [];
      if (order * sign > 0) found = value;
    }
    return found === undefined ? [] : [found];
  };

function sum(focus: Values): Values {
  const [first] = focus;
  if (first === undefined) return [];
  if (focus.every((value) => typeof value === 'string')) return [focus.join('')];
  const quantities = focus.map(quantityOf);
  const unit = quantities[0]?.unit;
  if (unit !== undefined) {
    if (quantities.some((quantity) => quantity?.unit !== unit)) throw new ExpressionError('these are not added');
    return [
      { kind: 'quantity', unit, value: quantities.reduce((total, quantity) => total + (quantity?.value ?? 0), 0) },
    ];
  }
  return [focus.reduce<number>((total, value) => total + (numberOf([value]) ?? 0), 0)];
}

function toText(value: Value): string | null {
  if (typeof value === 'number') return String(asDecimal(value));
  if (typeof value !== 'object') return String(value);
  if (value.kind === 'moment') return value.text;
  const quantity = quantityOf(value);
  return quantity && (value.kind === 'quantity' || value.type === 'Quantity')
    ? `${String(asDecimal(quantity.value))} ${/^[a-z]+s?$/.test(quantity.unit) && /^(?:year|month|week|day|hour|minute|second)s?$/.test(quantity.unit) ? quantity.unit : `'${quantity.unit}'`}`
    : null;
}

const toNumber =
  (pattern: RegExp): Run =>
  (focus) => {
    const value = single(focus);
    if (typeof value === 'number') {
      const number = asDecimal(value);
      return pattern.test(String(number)) ? [number] : [];
    }
    if (typeof value === 'boolean') return [value ? 1 : 0];
    return typeof value === 'string' && pattern.test(value) ? [Number(value)] : [];
  };

const toMoment =
  (type: 'date' | 'dateTime' | 'time', cut: (text: string) => string): Run =>
  (focus) => {
    const value = single(focus);
    if (value === undefined) return [];
    const isMoment = typeof value === 'object' && value.kind === 'moment';
    const text = isMoment ? value.text : typeof value === 'string' ? value : null;
    if (text === null || (isMoment && (value.type === 'time') !== (type === 'time'))) return [];
    const moment = momentOf(type === 'time' && !text.startsWith('T') ? `T${text}` : cut(text));
    return moment && (moment.type === 'time') === (type === 'time') ? [{ ...moment, type }] : [];
  };

function toQuantity(focus: Values, args: readonly Arg[]): Values {
  const value = single(focus);
  const wanted = textOf(argOf(args, 0));
  if (value === undefined) return [];
  const own = quantityOf(value);
  if (own) {
    if (wanted !== undefined && wanted !== own.unit) throw new ExpressionError('units are not converted');
    return [own];
  }
  if (typeof value === 'number')
    return wanted === undefined || wanted === '1' ? [{ kind: 'quantity', value, unit: '1' }] : [];
  if (typeof value !== 'string') return [];
  const match = /^([+-]?\d+(?:\.\d+)?)\s*(?:'([^']+)'|([a-z]+))?$/.exec(value);
  return match ? [{ kind: 'quantity', value: Number(match[1]), unit: match[2] ?? match[3] ?? '1' }] : [];
}

/** The weights of options, from the questionnaire; no result when there are none. */
const weight: Run = (focus, _, scope) =>
  focus.flatMap((value) => {
    if (typeof value !== 'object') throw new ExpressionError('the worth of a plain value is not known');
    if (value.kind !== 'complex') return [];
    const own =
      scope.weightOf(value.data) ??
      partsOf(value, 'value').map((part) =>
        typeof part === 'object' && part.kind === 'complex' ? scope.weightOf(part.data) : undefined,
      )[0];
    return own === undefined ? [] : [own];
  });

function patternOf(pattern: string): LinearPattern {
  const found = linearPattern(pattern, 'of all');
  if (!found) throw new ExpressionError(`"${pattern}" is no pattern that is run here`);
  return found;
}
function replaceMatches(text: string, pattern: string, to: string): string {
  const found = patternOf(pattern);
  let [replaced, at] = ['', 0];
  for (
    let match = found.find(text, at, spend);
    match !== null && at <= text.length;
    match = found.find(text, at, spend)
  ) {
    // After an empty match one character is skipped, because the loop would not end otherwise.
    const isEmpty = match.to === match.from;
    replaced += text.slice(at, match.from) + to + (isEmpty ? text.slice(match.from, match.from + 1) : '');
    at = isEmpty ? match.to + 1 : match.to;
    spend(replaced.length);
  }
  return replaced + text.slice(at);
}

const truths = (focus: Values): boolean[] =>
  focus.map((value) => {
    if (typeof value !== 'boolean') throw new ExpressionError('truths are needed');
    return value;
  });
const inOf = (values: Values): ((value: Value) => boolean) => {
  const keys = new Set(values.map(keyOf));
  return (value) => keys.has(keyOf(value));
};

const now: Run = (_, __, { today }) => {
  if (today === null) throw new ExpressionError('nobody says which day it is');
  return [{ kind: 'moment', type: 'date', text: today }];
};

/** Every function except those of `isLambda`, by its name. */
export const functions: Readonly<Record<string, Run>> = {
  empty: (focus) => [focus.length === 0],
  not: (focus) => {
    const value = single(focus);
    if (value !== undefined && typeof value !== 'boolean') return [false];
    return value === undefined ? [] : [!value];
  },
  count: (focus) => [focus.length],
  sum,
  min: most(-1),
  max: most(1),
  avg: (focus) => {
    const [total] = sum(focus);
    if (total === undefined) return [];
    if (typeof total !== 'number') throw new ExpressionError('the mean of numbers alone');
    return [total / focus.length];
  },
  first: (focus) => focus.slice(0, 1),
  last: (focus) => focus.slice(-1),
  tail: (focus) => focus.slice(1),
  skip: (focus, args) => focus.slice(Math.max(0, numberOf(argOf(args, 0)) ?? 0)),
  take: (focus, args) => focus.slice(0, Math.max(0, numberOf(argOf(args, 0)) ?? 0)),
  single: (focus) => {
    const value = single(focus);
    return value === undefined ? [] : [value];
  },
  distinct,
  isDistinct: (focus) => [distinct(focus).length === focus.length],
  union: (focus, args) => distinct([...focus, ...argOf(args, 0)]),
  combine: (focus, args) => [...focus, ...argOf(args, 0)],
  intersect: (focus, args) => distinct(focus.filter(inOf(argOf(args, 0)))),
  exclude: (focus, args) => {
    const isIn = inOf(argOf(args, 0));
    return focus.filter((value) => !isIn(value));
  },
  subsetOf: (focus, args) => [focus.every(inOf(argOf(args, 0)))],
  supersetOf: (focus, args) => [argOf(args, 0).every(inOf(focus))],
  allTrue: (focus) => [truths(focus).every((value) => value)],
  anyTrue: (focus) => [truths(focus).some((value) => value)],
  allFalse: (focus) => [truths(focus).every((value) => !value)],
  anyFalse: (focus) => [truths(focus).some((value) => !value)],
  trace: (focus) => focus,
  children: (focus) => focus.flatMap(childrenOf),
  descendants: (focus) => descendantsOf(focus),
  answers: (focus) => [...focus, ...descendantsOf(focus)].flatMap((value) => partsOf(value, 'answer')),
  hasValue: (focus) => [
    focus.length === 1 && focus.every((value) => typeof value !== 'object' || value.kind === 'moment'),
  ],
  extension: (focus, args) => {
    const url = textOf(argOf(args, 0));
    return focus
      .flatMap((value) => partsOf(value, 'extension'))
      .filter((value) => partsOf(value, 'url').some((own) => own === url));
  },
  weight,
  ordinal: weight,

  indexOf: ofTexts((text, other) => text.indexOf(other)),
  lastIndexOf: ofTexts((text, other) => text.lastIndexOf(other)),
  startsWith: ofTexts((text, other) => text.startsWith(other)),
  endsWith: ofTexts((text, other) => text.endsWith(other)),
  contains: ofTexts((text, other) => text.includes(other)),
  matches: ofTexts((text, pattern) => patternOf(pattern).find(text, 0, spend) !== null),
  matchesFull: ofTexts((text, pattern) => patternOf(pattern).matchesAll(text, spend)),
  replace: ofText((text, args) => {
    const [from, to] = [textOf(argOf(args, 0)), textOf(argOf(args, 1))];
    if (from === undefined || to === undefined) return [];
    // Replacing every character may make the text too long.
    if ((text.split(from).length - 1) * to.length > mostText) throw new OverBudget('it makes too long a text');
    return [text.replaceAll(from, () => to)];
  }),
  replaceMatches: ofText((text, args) => {
    const [pattern, to] = [textOf(argOf(args, 0)), textOf(argOf(args, 1))];
    return pattern === undefined || to === undefined ? [] : [replaceMatches(text, pattern, to)];
  }),
  substring: ofText((text, args) => {
    const [start, length] = [numberOf(argOf(args, 0)), numberOf(argOf(args, 1))];
    if (start === undefined || start < 0 || start >= text.length) return [];
    return [length === undefined ? text.slice(start) : text.slice(start, start + Math.max(0, length))];
  }),
  split: ofText((text, args) => {
    const separator = textOf(argOf(args, 0));
    return separator === undefined ? [] : text.split(separator);
  }),
  join: (focus, args) => {
    if (focus.length === 0) return [];
    const separator = textOf(argOf(args, 0)) ?? '';
    if (focus.length * separator.length > mostText) throw new OverBudget('it makes too long a text');
    return [focus.map((value) => textOf([value])).join(separator)];
  },
  toChars: ofText((text) => Array.from(text)),
  length: ofText((text) => [text.length]),
  upper: ofText((text) => [text.toUpperCase()]),
  lower: ofText((text) => [text.toLowerCase()]),
  trim: ofText((text) => [text.trim()]),

  toString: (focus: Values) => {
    const value = single(focus);
    const text = value === undefined ? null : toText(value);
    return text === null ? [] : [text];
  },
  toInteger: toNumber(/^[+-]?\d+$/),
  toDecimal: toNumber(/^[+-]?\d+(?:\.\d+)?$/),
  toBoolean: (focus) => {
    const value = single(focus);
    if (typeof value === 'boolean') return [value];
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).toLowerCase() : '';
    if (['true', 't', 'yes', 'y', '1', '1.0'].includes(text)) return [true];
    return ['false', 'f', 'no', 'n', '0', '0.0'].includes(text) ? [false] : [];
  },
  toDate: toMoment('date', (text) => text.slice(0, 10)),
  toDateTime: toMoment('dateTime', (text) => text),
  toTime: toMoment('time', (text) => text),
  toQuantity,

  // A negative half is rounded up, as FHIRPath libraries do.
  round: ofNumber((value, places = 0) => Math.round(asDecimal(value * 10 ** places)) / 10 ** places),
  abs: (focus) => {
    const value = single(focus);
    const quantity = value === undefined ? null : quantityOf(value);
    if (quantity) return [{ ...quantity, value: Math.abs(quantity.value) }];
    const number = numberOf(focus);
    return number === undefined ? [] : [Math.abs(number)];
  },
  sqrt: ofNumber((value) => Math.sqrt(value)),
  power: ofNumber((value, exponent) => (exponent === undefined ? Number.NaN : value ** exponent)),
  ceiling: ofNumber((value) => Math.ceil(asDecimal(value))),
  floor: ofNumber((value) => Math.floor(asDecimal(value))),
  truncate: ofNumber((value) => Math.trunc(asDecimal(value))),
  ln: ofNumber((value) => Math.log(value)),
  log: ofNumber((value, base) => (base === undefined ? Number.NaN : Math.log(value) / Math.log(base))),
  exp: ofNumber((value) => Math.exp(value)),

  today: now,
  // Only as exact as the day, because the server and the device would not agree on the minute.
  now: (focus, args, scope) =>
    now(focus, args, scope).map((value) =>
      typeof value === 'object' && value.kind === 'moment' ? { ...value, type: 'dateTime' as const } : value,
    ),
};
