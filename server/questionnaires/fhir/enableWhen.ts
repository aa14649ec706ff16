import type { EnableCondition } from '@portal/api';
import type { ConditionDraft } from '../draft.ts';
import { choiceTypes } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import { url } from './extensions.ts';
import { extension, extensionsOf, isObject, type JsonObject, numberOf, objectOf, textOf } from './json.ts';
import { codingMatches, isAskedInWords, isLookup } from './options.ts';

const operators: readonly EnableCondition['operator'][] = ['exists', '=', '!=', '>', '<', '>=', '<='];

/** One condition of `enableWhen`; a returned string says why it cannot be carried. */
export function conditionOf(
  { byLinkId, settings }: Pick<Form, 'byLinkId' | 'settings'>,
  raw: JsonObject,
): ConditionDraft | string {
  const question = textOf(raw, 'question');
  const on = question === null ? undefined : byLinkId.get(question);
  if (question === null || !on) return `it depends on "${question ?? ''}", which is not there`;
  if (isAskedInWords(on, settings) && raw.operator !== 'exists')
    return `it depends on what is chosen at "${question}", which is asked in the person's own words`;
  if (on.type === 'group' || on.type === 'display') return `it depends on "${question}", which is no question`;
  const operator = operators.find((one) => one === raw.operator);
  if (operator === undefined)
    return `its condition has the operator "${String(raw.operator)}", which FHIR does not know`;
  const element = Object.keys(raw).find((key) => /^answer[A-Z]/.test(key));
  const value = element === undefined ? undefined : raw[element];
  if (operator === 'exists')
    return typeof value === 'boolean'
      ? { itemKey: question, operator, is: { kind: 'boolean', value } }
      : 'its condition does not say whether there is to be an answer';
  const is = valueIs(on, element ?? '', value);
  if (typeof is === 'string') return is;
  if (!isOrder(operator) || (is.kind !== 'options' && is.kind !== 'boolean' && is.kind !== 'coding'))
    return { itemKey: question, operator, is };
  // Options are compared by their ids, so an order among them is said by naming those that it holds for.
  if (is.kind !== 'options' || (typeof value !== 'string' && typeof value !== 'number'))
    return `its condition ("${operator}") compares what has no order`;
  const { options } = on.options;
  const optionKeys = options.filter((option) => holds(operator, option.value, value)).map(({ key }) => key);
  return { itemKey: question, operator: '=', is: { kind: 'options', optionKeys } };
}

type Order = '>' | '<' | '>=' | '<=';
const isOrder = (operator: EnableCondition['operator']): operator is Order =>
  operator !== 'exists' && operator !== '=' && operator !== '!=';

/** Whether the value of an option is in this order to the value of a condition; both are numbers, or both texts such as days. */
function holds(operator: Order, option: unknown, than: string | number): boolean {
  const order =
    typeof option === 'number' && typeof than === 'number'
      ? option - than
      : typeof option === 'string' && typeof than === 'string'
        ? Number(option > than) - Number(option < than)
        : Number.NaN;
  switch (operator) {
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
  }
}

/** Whether a question may be answered in a unit of one of these names. Amounts in different units are not compared. */
function mayBeIn({ raw }: Entry, names: readonly (string | null)[]): boolean {
  const units = extensionsOf(raw)
    .filter((one) => one.url === url.unit || one.url === url.unitOption)
    .map((one) => objectOf(one, 'valueCoding'))
    .filter(isObject);
  return (
    units.length === 0 ||
    extension(raw, url.unitValueSet) !== null ||
    units.some((one) => names.includes(textOf(one, 'code') ?? '') || names.includes(textOf(one, 'display') ?? ''))
  );
}

function valueIs(on: Entry, element: string, value: unknown): ConditionDraft['is'] | string {
  const { options } = on.options;
  const isChoice = choiceTypes.has(on.type) || options.length > 0;
  switch (element) {
    case 'answerBoolean':
      return typeof value === 'boolean' ? { kind: 'boolean', value } : 'its condition is not true or false';
    case 'answerInteger':
    case 'answerDecimal':
    case 'answerString':
    case 'answerDate':
    case 'answerTime':
    case 'answerDateTime':
    case 'answerUri':
      if (typeof value !== 'string' && typeof value !== 'number') return `its condition has an ill-typed ${element}`;
      if (isChoice && options.length > 0) {
        const optionKeys = options.filter((option) => option.value === value).map(({ key }) => key);
        if (optionKeys.length > 0 || on.type !== 'open-choice') return { kind: 'options', optionKeys };
      }
      if (typeof value === 'number') return { kind: 'number', value };
      return element === 'answerString' || element === 'answerUri'
        ? { kind: 'text', value }
        : { kind: 'moment', value: element === 'answerDateTime' ? value.slice(0, 16) : value };
    case 'answerCoding': {
      if (!isObject(value)) return 'its condition has an ill-typed answerCoding';
      if (isLookup(on) && textOf(value, 'code') !== null)
        return { kind: 'coding', system: textOf(value, 'system'), code: textOf(value, 'code') ?? '' };
      return {
        kind: 'options',
        optionKeys: options.filter((option) => codingMatches(value, option.value)).map(({ key }) => key),
      };
    }
    case 'answerQuantity': {
      const number = isObject(value) ? numberOf(value, 'value') : null;
      if (!isObject(value) || number === null) return 'its condition has an ill-typed answerQuantity';
      const unit = textOf(value, 'code') ?? textOf(value, 'unit');
      if (unit !== null && !mayBeIn(on, [unit, textOf(value, 'unit')]))
        return `its condition is in ${unit}, in which "${on.linkId}" is not answered`;
      return { kind: 'number', value: number, ...(unit === null ? {} : { unitKey: unit }) };
    }
    case '':
      return 'its condition names no answer';
    default:
      return `a condition on ${element} cannot be carried`;
  }
}
