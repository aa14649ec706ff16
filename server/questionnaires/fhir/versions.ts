import { hl7, sdc } from './extensions.ts';
import { isObject, type JsonObject, listOf, objectsOf, textOf } from './json.ts';

const oldSdc = 'http://hl7.org/fhir/us/sdc/StructureDefinition/sdc-questionnaire-';
const all = (names: readonly string[], from: string, to: string): [string, string][] =>
  names.map((name) => [`${from}${name}`, `${to}${name}`]);
const expressions = ['calculatedExpression', 'initialExpression', 'enableWhenExpression', 'answerExpression'];

/** URLs that extensions had before R4 or have got since, with those of R4. */
const addresses: ReadonlyMap<string, string> = new Map([
  ...all(expressions, `${hl7}questionnaire-`, sdc),
  ...all(expressions, oldSdc, sdc),
  ...all(['minQuantity', 'maxQuantity', 'openLabel', 'itemMedia', 'itemAnswerMedia'], `${hl7}questionnaire-`, sdc),
  ...all(
    ['minValue', 'maxValue', 'minLength', 'maxDecimalPlaces', 'regex', 'mimeType', 'maxSize', 'variable'],
    `${hl7}questionnaire-`,
    hl7,
  ),
  ...all(['optionExclusive'], sdc, `${hl7}questionnaire-`),
  ...all(['optionExclusive'], oldSdc, `${hl7}questionnaire-`),
  ...all(['variable'], sdc, hl7),
  [`${hl7}questionnaire-constraint`, `${hl7}targetConstraint`],
]);

const renamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isObject(value)) return value;
  const object = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner)]));
  const address = textOf(object, 'url');
  const today = address === null ? undefined : addresses.get(address);
  if (today === undefined) return object;
  // Expressions used to be plain strings.
  const text = textOf(object, 'valueString');
  return today.endsWith('Expression') && text !== null
    ? { url: today, valueExpression: { language: 'text/fhirpath', expression: text } }
    : { ...object, url: today };
};

/** The constructs of an older or newer version in an item; empty if it is plain R4. */
export function differences(item: JsonObject): string[] {
  const elements = ['option', 'options', 'answerConstraint', 'disabledDisplay'].filter(
    (key) => item[key] !== undefined,
  );
  const initial = Object.keys(item).filter((key) => /^initial[A-Z]/.test(key));
  const hasAnswer = objectsOf(item, 'enableWhen').some((one) => one.operator === undefined) ? ['hasAnswer'] : [];
  return [...elements, ...initial, ...hasAnswer, ...(item.type === 'coding' ? ['coding'] : [])];
}

/** STU3 has no operators: a condition names an answer, or whether there is one, and any of several conditions is enough. */
function conditionsOf(item: JsonObject): JsonObject {
  const conditions = objectsOf(item, 'enableWhen');
  if (conditions.length === 0 || conditions.length < listOf(item, 'enableWhen').length) return {};
  if (conditions.every((one) => one.operator !== undefined)) return {};
  return {
    enableWhen: conditions.map(({ hasAnswer, ...condition }) =>
      condition.operator !== undefined
        ? condition
        : hasAnswer === undefined
          ? { ...condition, operator: '=' }
          : { ...condition, operator: 'exists', answerBoolean: hasAnswer },
    ),
    ...(item.enableBehavior === undefined && conditions.length > 1 ? { enableBehavior: 'any' } : {}),
  };
}

/** R5 has one type for choices, and says separately whether other answers are accepted. */
function typeIn(item: JsonObject): string | null {
  const type = textOf(item, 'type');
  const isOpen = item.answerConstraint === 'optionsOrString' || item.answerConstraint === 'optionsOrType';
  if (type === 'coding') return isOpen ? 'open-choice' : 'choice';
  const hasOptions = item.answerOption !== undefined || item.answerValueSet !== undefined;
  if ((type === 'string' || type === 'text') && isOpen && hasOptions) return 'open-choice';
  return type;
}

const flags = ['required', 'repeats', 'readOnly', 'answerBoolean'];

/** Some programs write true and false as strings. */
function withFlags(element: JsonObject, say: (reason: string) => void): JsonObject {
  const written = flags.filter((key) => element[key] === 'true' || element[key] === 'false');
  for (const key of written)
    say(`its ${key} is the text "${String(element[key])}", and is taken for ${String(element[key])}`);
  const whens = objectsOf(element, 'enableWhen');
  const isList = whens.length > 0 && whens.length === listOf(element, 'enableWhen').length;
  return {
    ...element,
    ...Object.fromEntries(written.map((key) => [key, element[key] === 'true'])),
    ...(isList ? { enableWhen: whens.map((one) => withFlags(one, say)) } : {}),
  };
}

function itemIn(given: JsonObject, say: (place: string, reason: string) => void): JsonObject {
  const place = `linkId "${textOf(given, 'linkId') ?? '?'}"`;
  const item = withFlags(given, (reason) => say(place, reason));
  const found = differences(item);
  const under = item.item === undefined || !Array.isArray(item.item) ? {} : { item: itemsIn(item, say) };
  if (found.length === 0) return { ...item, ...under };
  const { option, options, answerConstraint, disabledDisplay, ...rest } = item;
  if (disabledDisplay === 'protected')
    say(place, 'while it is not asked it is hidden, not shown greyed (disabledDisplay)');
  if (answerConstraint === 'optionsOrType' && textOf(item, 'type') === 'coding')
    say(place, "answers beside its options are words of one's own, without a code (answerConstraint)");
  const initial = Object.keys(rest).filter((key) => /^initial[A-Z]/.test(key));
  const reference = isObject(options) ? textOf(options, 'reference') : textOf(item, 'options');
  const type = typeIn(item);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !initial.includes(key))),
    ...(type === null ? {} : { type }),
    ...(Array.isArray(option) && rest.answerOption === undefined ? { answerOption: option } : {}),
    ...(reference !== null && rest.answerValueSet === undefined ? { answerValueSet: reference } : {}),
    ...(initial.length > 0 && rest.initial === undefined
      ? { initial: initial.map((key) => ({ [`value${key.slice('initial'.length)}`]: item[key] })) }
      : {}),
    ...conditionsOf(item),
    ...under,
  };
}
const itemsIn = (holder: JsonObject, say: (place: string, reason: string) => void): unknown[] =>
  listOf(holder, 'item').map((item) => (isObject(item) ? itemIn(item, say) : item));

/** STU3, R4B and R5 become R4 where the difference is clear. What is not clear stays, and is refused like any element unknown to R4. */
export function asR4(resource: JsonObject, say: (place: string, reason: string) => void): JsonObject {
  const named = renamed(resource);
  if (!isObject(named)) return resource;
  return Array.isArray(named.item) ? { ...named, item: itemsIn(named, say) } : named;
}
