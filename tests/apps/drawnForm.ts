import fc from 'fast-check';
import * as v from 'valibot';
import { type EnableCondition, type Expression, FormLogic } from '../../src/api/formLogic.ts';
import { Answer, QuestionnaireItem } from '../../src/api/questionnaireItems.ts';
import { CalendarDate } from '../../src/api/values.ts';
import { type Form, isForPerson, isRepeatingGroup, slotOf } from '../../src/api/items/form.ts';
import { placesOf, rowsOf } from '../../src/api/items/index.ts';

const kinds = ['text', 'number', 'boolean', 'radio', 'boxes', 'date', 'quantity'] as const;
type Kind = (typeof kinds)[number];

/** An item before it has an id. It refers to another by a number that is taken modulo the number of items. */
interface Shape {
  readonly kind: Kind | 'group' | 'rows' | 'heading';
  readonly special: 'no' | 'required' | 'hidden' | 'readOnly' | 'calculated' | 'expression';
  readonly behavior: 'all' | 'any';
  readonly conditions: readonly {
    readonly on: number;
    readonly operator: EnableCondition['operator'];
    readonly value: number;
  }[];
  readonly least: number;
  readonly children: readonly Shape[];
}

const conditions = fc.array(
  fc.record({
    on: fc.nat({ max: 50 }),
    operator: fc.constantFrom<EnableCondition['operator']>('exists', '=', '!=', '>', '<='),
    value: fc.nat({ max: 5 }),
  }),
  { maxLength: 2 },
);
const common = {
  behavior: fc.constantFrom<'all' | 'any'>('all', 'any'),
  conditions: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: conditions }),
  least: fc.constantFrom(0, 0, 1, 2),
  special: fc.constantFrom<Shape['special']>(
    'no',
    'no',
    'no',
    'required',
    'hidden',
    'readOnly',
    'calculated',
    'expression',
  ),
};
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      ...common,
      kind: fc.constantFrom<Shape['kind']>(...kinds, 'heading'),
      children: fc.constant<Shape[]>([]),
    }),
    fc.record({
      ...common,
      kind: fc.constantFrom<Shape['kind']>('group', 'rows', 'rows', 'radio'),
      children: fc.array(tie('shape'), { minLength: 1, maxLength: 4 }),
    }),
  ),
}));

const texts = ['x', 'y', 'zz'];
const days = ['2026-01-31', '2026-02-01', '2026-12-24'];
const optionId = (item: number, at: number): number => item * 10 + at + 1;
const linkIdOf = (id: number): string => `q${String(id)}`;

/** The value that a condition compares with, for an answer of this kind. */
function comparedWith(kind: Shape['kind'], id: number, at: number): unknown {
  switch (kind) {
    case 'number':
      return { kind: 'number', value: at };
    case 'quantity':
      return { kind: 'number', value: at, unitKey: 'kg' };
    case 'boolean':
      return { kind: 'boolean', value: at === 0 };
    case 'radio':
    case 'boxes':
      return { kind: 'options', value: [optionId(id, at)] };
    case 'date':
      return { kind: 'moment', value: days[at] };
    case 'text':
    case 'group':
    case 'rows':
    case 'heading':
      return { kind: 'text', value: texts[at] };
  }
}

/** The value of an answer of this kind, without the id of its item. */
function valueOf(kind: Shape['kind'], id: number, at: number): object | null {
  switch (kind) {
    case 'text':
      return { textAnswer: texts[at] };
    case 'number':
      return { numberAnswer: at };
    case 'quantity':
      return { numberAnswer: at + 0.5, unitKey: 'kg' };
    case 'boolean':
      return { isChecked: at === 0 };
    case 'radio':
      return { listAnswerId: optionId(id, at) };
    case 'boxes':
      return { listAnswerId: optionId(id, at), isChecked: true };
    case 'date':
      return { dateAnswer: days[at] };
    case 'group':
    case 'rows':
    case 'heading':
      return null;
  }
}

function typeOf({ kind, least }: Shape, id: number): object {
  switch (kind) {
    case 'text':
      return { questionnaireItemType: 'TextQuestion', isMultiline: false, maxLength: 100 };
    case 'number':
      return {
        questionnaireItemType: 'NumberQuestion',
        minValue: null,
        maxValue: null,
        decimals: 0,
        unitOfMeasure: null,
      };
    case 'quantity':
      return {
        questionnaireItemType: 'QuantityQuestion',
        minValue: null,
        maxValue: null,
        decimals: 1,
        units: [
          { key: 'kg', label: 'kg' },
          { key: 'lb', label: 'lb' },
        ],
      };
    case 'boolean':
      return { questionnaireItemType: 'BooleanQuestion' };
    case 'radio':
    case 'boxes':
      return {
        questionnaireItemType: kind === 'radio' ? 'SingleSelectionRadioButtonQuestion' : 'MultiSelectionQuestion',
        listAnswers: texts.map((answerText, at) => ({
          listAnswerId: optionId(id, at),
          answerText,
          sortOrder: at,
          isOtherOption: false,
          score: at,
        })),
      };
    case 'date':
      return { questionnaireItemType: 'DateQuestion' };
    case 'group':
      return { questionnaireItemType: 'QuestionGroup', occurs: null, layout: 'list' };
    case 'rows':
      return { questionnaireItemType: 'QuestionGroup', occurs: { least, most: null }, layout: 'list' };
    case 'heading':
      return { questionnaireItemType: 'SectionHeader' };
  }
}

const fhirTypes: Readonly<Record<Shape['kind'], string>> = {
  text: 'string',
  number: 'integer',
  quantity: 'quantity',
  boolean: 'boolean',
  radio: 'choice',
  boxes: 'choice',
  date: 'date',
  group: 'group',
  rows: 'group',
  heading: 'display',
};

const member = (focus: Expression | null, name: string): Expression => ({ kind: 'member', focus, name });
const call = (focus: Expression | null, name: string, ...args: Expression[]): Expression => ({
  kind: 'call',
  focus,
  name,
  args,
});
const binary = (operator: string, left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
});
const literal = (value: string | number): Expression => ({ kind: 'literal', value });
/** Every answer to an item, in all rows. */
const answersTo = (id: number): Expression =>
  member(
    call(
      call(
        { kind: 'variable', name: 'resource' },
        'repeat',
        binary('|', member(null, 'item'), member(member(null, 'answer'), 'item')),
      ),
      'where',
      binary('=', member(null, 'linkId'), literal(linkIdOf(id))),
    ),
    'answer',
  );

interface Numbered {
  readonly shape: Shape;
  readonly id: number;
  readonly parent: number | null;
  readonly children: readonly Numbered[];
}

/** The form of these shapes. `isForward`: a condition may refer to a later item, so that conditions may be circular. */
function formOfShapes(shapes: readonly Shape[], isForward: boolean): Form {
  const all: Numbered[] = [];
  function number(one: Shape, parent: number | null): Numbered {
    const id = all.length + 1;
    const children: Numbered[] = [];
    const own = { shape: one, id, parent, children };
    all.push(own);
    for (const child of one.children) children.push(number(child, id));
    return own;
  }
  const roots = shapes.map((one) => number(one, null));

  function itemOf({ shape: { kind, special, behavior, conditions: drawn, ...rest }, id, parent }: Numbered): unknown {
    const others = isForward ? all : all.slice(0, id - 1);
    const pick = (on: number) => others[on % Math.max(1, others.length)];
    const [first] = drawn;
    const read = first && pick(first.on);
    const enable = drawn.flatMap(({ on, operator, value }) => {
      const asked = pick(on);
      if (!asked) return [];
      const is =
        operator === 'exists'
          ? { kind: 'boolean', value: value > 1 }
          : comparedWith(asked.shape.kind, asked.id, value % 3);
      return [{ questionnaireItemId: asked.id, operator, is }];
    });
    const isQuestion = kind !== 'group' && kind !== 'rows' && kind !== 'heading';
    const isFixed = (special === 'hidden' || special === 'readOnly') && isQuestion;
    const byExpression = special === 'expression' && !isForward && read && first;
    const isCalculated = special === 'calculated' && kind === 'number' && !isForward && read?.shape.kind === 'number';
    return {
      questionnaireItemId: id,
      sortOrder: id,
      questionMatrixGuid: null,
      formattedText: `Text ${String(id)}`,
      isRequired: special === 'required' && isQuestion,
      ...(parent === null ? {} : { parentItemId: parent }),
      ...(enable.length === 0 || byExpression || isCalculated ? {} : { enableWhen: { behavior, conditions: enable } }),
      ...(byExpression
        ? { enableWhenExpression: binary('>=', call(answersTo(read.id), 'count'), literal(first.value % 3)) }
        : {}),
      ...(isCalculated
        ? { calculated: call(call(member(answersTo(read.id), 'value'), 'ofType', member(null, 'integer')), 'sum') }
        : {}),
      ...(isFixed && !isForward
        ? { [special === 'hidden' ? 'isHidden' : 'isReadOnly']: true, initial: [valueOf(kind, id, 1)] }
        : {}),
      ...typeOf({ kind, special, behavior, conditions: drawn, ...rest }, id),
    };
  }
  const nodeOf = ({ shape: { kind }, id, children }: Numbered): unknown => ({
    linkId: linkIdOf(id),
    type: fhirTypes[kind],
    questionnaireItemId: id,
    otherOf: null,
    options:
      kind === 'radio' || kind === 'boxes'
        ? texts.map((code, at) => ({
            listAnswerId: optionId(id, at),
            element: 'valueCoding',
            value: { system: 'urn:s', code },
            weight: at,
          }))
        : [],
    units: kind === 'quantity' ? ['kg', 'lb'].map((key) => ({ key, unit: key, system: null, code: key })) : [],
    item: children.map(nodeOf),
  });
  return {
    items: v.parse(v.array(QuestionnaireItem), all.map(itemOf)),
    formLogic: v.parse(FormLogic, { nodes: roots.map(nodeOf), variables: [] }),
    today: v.parse(CalendarDate, '2026-11-24'),
  };
}

/** A random form with conditions, nested groups, rows, and hidden, fixed and computed answers. */
export const drawnForm: fc.Arbitrary<Form> = fc
  .array(shape, { minLength: 1, maxLength: 6 })
  .map((shapes) => formOfShapes(shapes, false));
/** A random form whose conditions may refer to any item of it, themselves included. */
export const circularForm: fc.Arbitrary<Form> = fc
  .array(shape, { minLength: 1, maxLength: 6 })
  .map((shapes) => formOfShapes(shapes, true));

/** One action of a person at one of the places that they see. */
export interface Step {
  readonly at: number;
  readonly does: 'answer' | 'clear';
  readonly value: number;
}
/** A sequence of actions: answering, changing, clearing, and adding and removing rows of groups. */
export const drawnCourse: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 1000 }),
    does: fc.constantFrom<Step['does']>('answer', 'answer', 'answer', 'clear'),
    value: fc.nat({ max: 2 }),
  }),
  { maxLength: 25 },
);

const kindOf = new Map<string, Kind>([
  ['TextQuestion', 'text'],
  ['NumberQuestion', 'number'],
  ['QuantityQuestion', 'quantity'],
  ['BooleanQuestion', 'boolean'],
  ['SingleSelectionRadioButtonQuestion', 'radio'],
  ['MultiSelectionQuestion', 'boxes'],
  ['DateQuestion', 'date'],
]);

/** The answers after a step. Answers to questions that are not asked stay, as in a draft. */
export function afterStep(form: Form, answers: readonly Answer[], { at, does, value }: Step): Answer[] {
  const open = placesOf(form, answers).filter(
    ({ isAsked, item }) => isAsked && (isForPerson(item) || isRepeatingGroup(item)),
  );
  const place = open[at % Math.max(1, open.length)];
  if (!place) return [...answers];
  const { item, rowPath, slot } = place;
  const own = answers.filter((entry) => slotOf(entry.questionnaireItemId, entry.rowPath) === slot);
  const others = answers.filter((entry) => !own.includes(entry));
  const whose = { questionnaireItemId: item.questionnaireItemId, ...(rowPath.length > 0 ? { rowPath } : {}) };
  if (isRepeatingGroup(item)) {
    const rows = rowsOf(item, own);
    if (does === 'answer') return [...others, v.parse(Answer, { ...whose, rows: [...rows, Math.max(0, ...rows) + 1] })];
    const gone = rows[value % Math.max(1, rows.length)];
    const isGone = (entry: Answer) =>
      entry.rowPath?.[rowPath.length] === gone &&
      rowPath.every((row, depth) => entry.rowPath?.[depth] === row) &&
      isUnder(form, entry.questionnaireItemId, item.questionnaireItemId);
    return [
      ...others.filter((entry) => !isGone(entry)),
      v.parse(Answer, { ...whose, rows: rows.filter((row) => row !== gone) }),
    ];
  }
  const kind = kindOf.get(item.questionnaireItemType);
  if (does === 'clear' || !kind) return others;
  return [...others, v.parse(Answer, { ...whose, ...valueOf(kind, item.questionnaireItemId, value) })];
}

function isUnder(form: Form, id: Answer['questionnaireItemId'], group: Answer['questionnaireItemId']): boolean {
  const parent = form.items.find(({ questionnaireItemId }) => questionnaireItemId === id)?.parentItemId;
  return parent !== undefined && (parent === group || isUnder(form, parent, group));
}
