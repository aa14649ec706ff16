import type { ResponseNode } from '../../formLogic.ts';
import {
  AnswerValue,
  type AnswerValue as AnswerValueType,
  type QuestionnaireItem,
  TimeOfDay,
  LocalDateTime,
} from '../../questionnaireItems.ts';
import { CalendarDate } from '../../values.ts';
import * as v from 'valibot';
import { asDecimal } from '../asDecimal.ts';
import { equal, quantityOf, valuesOfJson, type Value, type Values } from './values.ts';

const textIn = (value: Value): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(asDecimal(value))
      : typeof value === 'object' && value.kind === 'moment'
        ? value.text
        : null;

function numberIn(item: QuestionnaireItem, value: Value): number | null {
  const number = typeof value === 'number' ? value : (quantityOf(value)?.value ?? null);
  if (number === null || !Number.isFinite(number)) return null;
  return item.questionnaireItemType === 'NumberQuestion' && item.decimals === 0 && !Number.isInteger(asDecimal(number))
    ? null
    : asDecimal(number);
}

/** The key of a value's unit; undefined when the item does not accept the unit, or when it has several and the value names none. */
function unitIn(node: ResponseNode | undefined, value: Value): string | undefined {
  const units = node?.units ?? [];
  const unit = quantityOf(value)?.unit ?? '1';
  const named = units.find((one) => one.code === unit || one.unit === unit);
  if (named || unit !== '1' || units.length > 1) return named?.key;
  return units[0]?.key ?? '';
}

/** True when a value names an option: it is the option's value, or its code. */
function names(option: ResponseNode['options'][number], value: Value): boolean {
  return valuesOfJson(option.value, option.element).some((own) => {
    if (typeof own !== 'object' || own.kind !== 'complex')
      return typeof own === typeof value && equal(own, value) === true;
    const { system, code } = own.data;
    if (typeof value === 'string') return code === value;
    if (typeof value !== 'object' || value.kind !== 'complex') return false;
    return code !== undefined && value.data['code'] === code && value.data['system'] === system;
  });
}

const read = <const S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | undefined => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
};

function answerOf(item: QuestionnaireItem, node: ResponseNode | undefined, value: Value): AnswerValueType | null {
  switch (item.questionnaireItemType) {
    case 'TextQuestion':
    case 'UrlQuestion': {
      const textAnswer = textIn(value);
      return textAnswer === null ? null : (read(AnswerValue, { textAnswer }) ?? null);
    }
    case 'NumberQuestion':
    case 'SliderQuestion': {
      const numberAnswer = numberIn(item, value);
      const isInOtherUnit = node !== undefined && node.units.length > 0 && unitIn(node, value) === undefined;
      return numberAnswer === null || isInOtherUnit ? null : { numberAnswer };
    }
    case 'QuantityQuestion': {
      const [numberAnswer, unitKey] = [numberIn(item, value), unitIn(node, value)];
      return numberAnswer === null || unitKey === undefined ? null : { numberAnswer, unitKey };
    }
    case 'BooleanQuestion':
      return typeof value === 'boolean' ? { isChecked: value } : null;
    case 'DateQuestion': {
      const dateAnswer = read(CalendarDate, textIn(value)?.slice(0, 10));
      return dateAnswer === undefined ? null : { dateAnswer };
    }
    case 'DateTimeQuestion': {
      const dateTimeAnswer = read(LocalDateTime, textIn(value)?.slice(0, 16));
      return dateTimeAnswer === undefined ? null : { dateTimeAnswer };
    }
    case 'TimeQuestion': {
      const timeAnswer = read(TimeOfDay, textIn(value));
      return timeAnswer === undefined ? null : { timeAnswer };
    }
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion': {
      const option = node?.options.find((one) => names(one, value));
      if (option)
        return item.questionnaireItemType === 'MultiSelectionQuestion'
          ? { listAnswerId: option.listAnswerId, isChecked: true }
          : { listAnswerId: option.listAnswerId };
      const other = item.listAnswers.find(({ isOtherOption }) => isOtherOption);
      return other && typeof value === 'string' ? { listAnswerId: other.listAnswerId, otherOptionText: value } : null;
    }
    case 'LookupQuestion': {
      if (typeof value !== 'object' || value.kind !== 'complex') return null;
      return read(AnswerValue, { coding: value.data }) ?? null;
    }
    case 'AttachmentQuestion':
    case 'SignatureQuestion':
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
    case 'QuestionGroup':
      return null;
  }
}

const takesSeveral = (item: QuestionnaireItem): boolean =>
  item.questionnaireItemType === 'MultiSelectionQuestion' ||
  (item.questionnaireItemType === 'LookupQuestion' && item.isMultiple) ||
  ('occurs' in item && item.occurs !== undefined);

/** The values of an expression as answers to an item; none when they do not fit the item. */
export function answersOf(item: QuestionnaireItem, node: ResponseNode | undefined, values: Values): AnswerValueType[] {
  if (values.length > 1 && !takesSeveral(item)) return [];
  const answers = values.map((value) => answerOf(item, node, value));
  return answers.includes(null) ? [] : answers.flatMap((answer) => (answer === null ? [] : [answer]));
}
