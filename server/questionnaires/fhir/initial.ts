import { CalendarDate, type Expression, LocalDateTime, TimeOfDay } from '@portal/api';
import { supported } from '@portal/api/expressions';
import * as v from 'valibot';
import type { ItemDraft, OptionDraft, ValueDraft } from '../draft.ts';
import type { SourceNode } from '../template.ts';
import { expressionsOf } from './elements.ts';
import type { Entry } from './entries.ts';
import { url } from './extensions.ts';
import { NotRead, parseFhirPath } from './fhirPath.ts';
import { isObject, numberOf, objectsOf, textOf, valueOf } from './json.ts';
import { parts } from './expressionTree.ts';
import { codingMatches } from './options.ts';

const whole = <T extends v.GenericSchema>(schema: T, value: unknown): v.InferOutput<T> | null => {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : null;
};

type Units = readonly (NonNullable<SourceNode['unit']> & { readonly key: string })[];

/** One value of `initial` as an answer of ours; a returned string says why that is impossible. */
function valueIn(
  entry: Entry,
  type: ItemDraft['type'],
  { element, value }: { readonly element: string; readonly value: unknown },
  options: readonly OptionDraft[],
  units: Units,
): ValueDraft | string {
  const not = `its first answer (${element}) is none that can be given here`;
  switch (type) {
    case 'BooleanQuestion':
      return typeof value === 'boolean' ? { isChecked: value } : not;
    case 'NumberQuestion':
    case 'SliderQuestion':
    case 'QuantityQuestion': {
      const number = isObject(value) ? numberOf(value, 'value') : typeof value === 'number' ? value : null;
      if (number === null || !Number.isFinite(number)) return not;
      const unit = isObject(value) ? (textOf(value, 'code') ?? textOf(value, 'unit')) : null;
      const named = units.find((one) => one.code === unit || one.unit === unit);
      if (unit !== null && units.length > 0 && !named) return `its first answer is in ${unit}, which cannot be chosen`;
      if (type !== 'QuantityQuestion') return { numberAnswer: number };
      return named ? { numberAnswer: number, unitKey: named.key } : 'its first answer says none of its units';
    }
    case 'DateQuestion': {
      const date = whole(CalendarDate, typeof value === 'string' ? value.slice(0, 10) : value);
      return date === null ? not : { dateAnswer: date };
    }
    case 'DateTimeQuestion': {
      const text = typeof value === 'string' ? value : '';
      const moment = /[Zz]|[+-]\d{2}:\d{2}$/.test(text.slice(10)) ? null : whole(LocalDateTime, text.slice(0, 16));
      return moment === null ? not : { dateTimeAnswer: moment };
    }
    case 'TimeQuestion': {
      const time = whole(TimeOfDay, value);
      return time === null ? not : { timeAnswer: time };
    }
    case 'TextQuestion':
    case 'UrlQuestion': {
      const text = isObject(value) ? (textOf(value, 'display') ?? textOf(value, 'reference')) : value;
      return typeof text === 'string' && text.trim() !== '' ? { textAnswer: text } : not;
    }
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion': {
      const named = entry.options.options.filter((option) =>
        isObject(value) ? codingMatches(value, option.value) : option.value === value,
      );
      const found = named.find((option) => isObject(value) && option.text === value.display) ?? named[0];
      const ticked = type === 'MultiSelectionQuestion' ? { isChecked: true } : {};
      if (found) return { optionKey: found.key, ...ticked };
      const other = options.find(({ isOther, key }) => isOther === true && key === 'other');
      return other && typeof value === 'string'
        ? { optionKey: other.key, otherOptionText: value, ...ticked }
        : 'its first answer is none of its options';
    }
    case 'LookupQuestion': {
      const code = isObject(value) ? textOf(value, 'code') : null;
      if (!isObject(value) || code === null) return not;
      const system = textOf(value, 'system');
      return { coding: { ...(system === null ? {} : { system }), code, display: textOf(value, 'display') ?? code } };
    }
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
    case 'QuestionGroup':
    case 'AttachmentQuestion':
    case 'SignatureQuestion':
      return not;
  }
}

/** The initial values of an item, and why the others are not carried. */
export function initialOf(
  entry: Entry,
  type: ItemDraft['type'],
  options: readonly OptionDraft[],
  units: Units,
): { readonly values: readonly ValueDraft[]; readonly faults: readonly string[] } {
  const given = objectsOf(entry.raw, 'initial')
    .map(valueOf)
    .filter((one) => one !== null)
    // A quantity without a number only names the unit.
    .filter(({ value }) => !(isObject(value) && entry.type === 'quantity' && numberOf(value, 'value') === null));
  const read = given.map((one) => valueIn(entry, type, one, options, units));
  const chosen = entry.options.options
    .filter(({ isPreselected }) => isPreselected)
    .map(({ key }): ValueDraft => ({
      optionKey: key,
      ...(type === 'MultiSelectionQuestion' ? { isChecked: true } : {}),
    }));
  return {
    values: [...read.filter((one): one is ValueDraft => typeof one !== 'string'), ...chosen],
    faults: read.filter((one) => typeof one === 'string'),
  };
}

/** The elements of the patient's profile that are available when a questionnaire is opened. */
const profile = new Set(['patient', 'name', 'given', 'family', 'text', 'use', 'birthDate', 'gender']);

/** An initial value from the patient's profile. A string says why it is left empty; undefined: the item has no such expression. */
export function prefillOf({ raw, variables }: Entry): Expression | string | undefined {
  const [found] = expressionsOf(raw, url.initialExpression);
  if (!found) return undefined;
  if (found.language !== null && found.language !== 'text/fhirpath') return `it is written in ${found.language}`;
  try {
    const expression = parseFhirPath(found.text);
    const all = parts(expression);
    for (const part of all) {
      if (part.kind === 'variable' && part.name !== 'patient')
        return variables.has(part.name) ? `%${part.name} comes from another system` : `%${part.name} is not known here`;
    }
    for (const part of all)
      if (part.kind === 'member' && !profile.has(part.name)) return `the profile has no "${part.name}"`;
    return supported(expression) ?? expression;
  } catch (error) {
    if (!(error instanceof NotRead) && !(error instanceof RangeError)) throw error;
    return 'it cannot be read';
  }
}
