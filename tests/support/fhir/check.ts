import { Fhir } from 'fhir';
import * as v from 'valibot';

/**
 * Checks a QuestionnaireResponse in three independent ways: with the `fhir` package's R4 validator (which checks only the first level of
 * items, so every nested item is also checked as a first-level one), with a strict schema written from the R4 definition, and against the
 * questionnaire that was answered.
 */
const validator = new Fhir();

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

interface Item {
  readonly linkId: string;
  readonly definition?: string | undefined;
  readonly text?: string | undefined;
  readonly extension?: readonly object[] | undefined;
  readonly answer?:
    | readonly ({ readonly item?: readonly Item[] | undefined } & Readonly<Record<string, unknown>>)[]
    | undefined;
  readonly item?: readonly Item[] | undefined;
}
const uri = v.pipe(v.string(), v.regex(/^\S+$/));
const filled = v.pipe(v.string(), v.nonEmpty());
const Coding = v.strictObject({
  system: v.optional(uri),
  version: v.optional(filled),
  code: v.optional(v.pipe(v.string(), v.regex(/^\S+(\s\S+)*$/))),
  display: v.optional(filled),
});
const values = {
  valueBoolean: v.boolean(),
  valueDecimal: v.pipe(v.number(), v.finite()),
  valueInteger: v.pipe(v.number(), v.integer()),
  valueDate: v.pipe(v.string(), v.regex(/^\d{4}(-\d\d(-\d\d)?)?$/)),
  valueTime: v.pipe(v.string(), v.regex(/^\d\d:\d\d:\d\d/)),
  valueString: filled,
  valueCoding: Coding,
  valueDateTime: v.pipe(v.string(), v.regex(/^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?)?)?$/)),
  valueUri: uri,
  valueQuantity: v.strictObject({
    value: v.number(),
    unit: v.optional(filled),
    system: v.optional(uri),
    code: v.optional(filled),
  }),
  valueReference: v.strictObject({ display: filled }),
  valueAttachment: v.strictObject({
    contentType: v.pipe(v.string(), v.regex(/^\S+\/\S+$/)),
    data: v.optional(v.pipe(v.string(), v.base64())),
    url: v.optional(uri),
    size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    title: v.optional(filled),
  }),
} as const;
const Items: v.GenericSchema<readonly Item[]> = v.pipe(v.array(v.lazy(() => Item)), v.minLength(1));
const extension = v.optional(v.pipe(v.array(v.looseObject({ url: uri })), v.minLength(1)));
const AnswerElement = v.pipe(
  v.strictObject({ ...v.partial(v.object(values)).entries, item: v.optional(Items) }),
  v.check((answer) => Object.keys(answer).filter((key) => key.startsWith('value')).length <= 1, 'more than one value'),
  v.check((answer) => Object.keys(answer).length > 0, 'an empty element'),
);
const Item = v.pipe(
  v.strictObject({
    linkId: filled,
    definition: v.optional(uri),
    text: v.optional(filled),
    extension,
    answer: v.optional(v.pipe(v.array(AnswerElement), v.minLength(1))),
    item: v.optional(Items),
  }),
  v.check((item) => item.answer === undefined || item.item === undefined, 'qrs-1: both answer and item'),
);
const Response = v.strictObject({
  resourceType: v.literal('QuestionnaireResponse'),
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9\-.]{1,64}$/)),
  identifier: v.strictObject({ system: uri, value: filled }),
  questionnaire: uri,
  status: v.literal('completed'),
  subject: v.strictObject({
    type: v.literal('Patient'),
    identifier: v.strictObject({
      type: v.strictObject({ coding: v.array(Coding) }),
      system: uri,
      value: filled,
      assigner: v.strictObject({ display: filled }),
    }),
  }),
  authored: v.pipe(v.string(), v.isoTimestamp()),
  extension,
  item: v.optional(Items),
});

/** Errors that the independent validator finds in any resource. */
export const validatorFaults = (resource: object): string[] =>
  validator
    .validate(resource, { errorOnUnexpected: true })
    .messages.filter(({ severity }) => ['error', 'fatal'].includes(String(severity)))
    .map(({ location, message }) => `${location ?? ''} ${message ?? ''}`);

/** The items below an item, separately for the item itself and for each of its answers. */
const eachUnder = (item: Item): readonly (readonly Item[])[] => [
  ...(item.item === undefined ? [] : [item.item]),
  ...(item.answer ?? []).flatMap((answer) => (answer.item === undefined ? [] : [answer.item])),
];
const under = (item: Item): readonly Item[] => eachUnder(item).flat();
const everyItem = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...everyItem(under(item))]);
/** One item without the items below it, as it would be on the first level. */
const alone = ({ item: _children, answer, ...item }: Item): object => ({
  ...item,
  ...(answer === undefined ? {} : { answer: answer.map(({ item: _under, ...one }) => one) }),
});

const valueTypes: Readonly<Record<string, readonly string[]>> = {
  boolean: ['valueBoolean'],
  integer: ['valueInteger'],
  decimal: ['valueDecimal'],
  quantity: ['valueQuantity'],
  date: ['valueDate'],
  dateTime: ['valueDateTime'],
  time: ['valueTime'],
  url: ['valueUri'],
  reference: ['valueReference'],
  attachment: ['valueAttachment'],
  string: ['valueString'],
  text: ['valueString'],
  choice: ['valueCoding', 'valueString', 'valueInteger', 'valueDate', 'valueTime'],
  'open-choice': ['valueCoding', 'valueString', 'valueInteger', 'valueDate', 'valueTime'],
};

/**
 * Where a response does not follow the questionnaire: unknown or misplaced items, wrong order, wrong types, or options of another question.
 */
function disagreements(items: readonly Item[], asked: readonly Json[], path: string): string[] {
  const order = asked.map((one) => one['linkId']);
  const places = items.map((item) => order.indexOf(item.linkId));
  const repeats = (place: number) => asked[place]?.['type'] === 'group' && asked[place]['repeats'] === true;
  const comesLater = (place: number, before: number) => place > before || (place === before && repeats(place));
  const faults = places.some((place, at) => at > 0 && !comesLater(place, places[at - 1] ?? -1))
    ? [`${path}: not in the order of the questionnaire`]
    : [];
  return [
    ...faults,
    ...items.flatMap((item, at) => {
      const question = asked[places[at] ?? -1];
      const here = `${path}/${item.linkId}`;
      if (!question) return [`${here}: the questionnaire has no such item here`];
      const type = String(question['type']);
      const own: string[] = [];
      if (type === 'display' && item.extension === undefined) own.push(`${here}: a display`);
      if (type === 'group' && item.answer !== undefined) own.push(`${here}: a group with an answer`);
      if (type !== 'group' && item.item !== undefined) own.push(`${here}: items of a question outside its answer`);
      if ((item.answer ?? []).length > 1 && question['repeats'] !== true) own.push(`${here}: several answers`);
      const options = objectsIn(question['answerOption']).map((option) =>
        JSON.stringify(
          option['valueCoding'] ??
            option['valueString'] ??
            option['valueInteger'] ??
            option['valueDate'] ??
            option['valueTime'] ??
            null,
        ),
      );
      for (const answer of item.answer ?? []) {
        const element = Object.keys(answer).find((key) => key.startsWith('value'));
        if (element === undefined) continue;
        if (!(valueTypes[type] ?? []).includes(element) && options.length === 0)
          own.push(`${here}: ${element} for ${type}`);
        const value = answer[element];
        const isListed = options.some((option) => {
          const known: unknown = JSON.parse(option);
          return isObject(known) && isObject(value)
            ? known['code'] === value['code'] && known['system'] === value['system']
            : known === value;
        });
        if (type === 'choice' && options.length > 0 && !isListed) own.push(`${here}: not one of the options`);
      }
      const below = objectsIn(question['item']);
      return [...own, ...eachUnder(item).flatMap((one) => disagreements(one, below, here))];
    }),
  ];
}

/** Everything that is wrong with a response. With a questionnaire, also where the response does not follow it. */
export function responseFaults(response: object, questionnaire?: unknown): string[] {
  const parsed = v.safeParse(Response, response);
  if (!parsed.success)
    return [
      ...validatorFaults(response),
      ...parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`),
    ];
  const items = parsed.output.item ?? [];
  const lifted = everyItem(items).flatMap((item) => validatorFaults({ ...response, item: [alone(item)] }));
  return [
    ...validatorFaults(response),
    ...lifted,
    ...(isObject(questionnaire) ? disagreements(items, objectsIn(questionnaire['item']), '') : []),
  ];
}
