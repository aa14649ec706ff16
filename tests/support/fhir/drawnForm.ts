import fc from 'fast-check';
import {
  type AskedQuestion,
  type Formula,
  namesIn,
  numberShape,
  pointed,
  type Shapes,
  type Sight,
  truthShape,
} from './drawnFormulas.ts';
import { type Kind, kindNames, type Value, valuesOfKind } from './drawnValues.ts';

/**
 * Random FHIR R4 questionnaires: conditions and expressions on earlier answers, computed answers, repeating questions and groups, nested
 * groups, questions below questions (also below repeating ones), and many kinds, among them value set searches and files. `drawnFile.ts`
 * writes them as files, `secondReading.ts` evaluates them by the rules of FHIR.
 */
type Operator = 'exists' | '=' | '!=' | '>' | '<=';
export interface Condition {
  readonly question: string;
  readonly operator: Operator;
  /** For `exists`: whether there must be an answer. Otherwise the value to compare with. */
  readonly value: Value;
}
export interface DrawnItem {
  readonly linkId: string;
  readonly type: Kind | 'group' | 'display';
  readonly repeats: boolean;
  readonly behavior: 'all' | 'any';
  readonly conditions: readonly Condition[];
  /** An expression that decides whether it is asked, instead of conditions. */
  readonly asked: Formula | null;
  /** Set for a computed item, which is not asked. */
  readonly computed: Formula | null;
  readonly item: readonly DrawnItem[];
}

const orderedKinds: ReadonlySet<string> = new Set(['integer', 'date', 'time', 'quantity']);
/** The name of the rows that are the answers to a question with items below it. */
export const rowsOf = (linkId: string): string => `rows of ${linkId}`;
export const hasRowsOfAnswers = (
  item: Pick<Shape, 'type' | 'repeats'> & { readonly item: readonly unknown[] },
): boolean => item.type !== 'group' && item.repeats && item.item.length > 0;
export const isQuestion = (item: DrawnItem): item is DrawnItem & { readonly type: Kind } =>
  item.type !== 'group' && item.type !== 'display';

interface Shape {
  readonly type: DrawnItem['type'];
  readonly repeats: boolean;
  readonly behavior: 'all' | 'any';
  readonly picks: readonly { readonly at: number; readonly operator: Operator; readonly value: number }[];
  readonly asked: Shapes | null;
  readonly computed: Shapes | null;
  readonly item: readonly Shape[];
}
const kinds = fc.constantFrom<Kind>(...kindNames);
const picks = fc.array(
  fc.record({
    at: fc.nat({ max: 100 }),
    operator: fc.constantFrom<Operator>('exists', '=', '=', '!=', '>', '<='),
    value: fc.nat({ max: 20 }),
  }),
  { maxLength: 2 },
);
const common = {
  behavior: fc.constantFrom<'all' | 'any'>('all', 'any'),
  picks,
  asked: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: truthShape }),
  computed: fc.constant(null),
};
const { shape } = fc.letrec<{ shape: Shape; question: Shape; several: Shape; computed: Shape; group: Shape }>(
  (tie) => ({
    question: fc.record({
      ...common,
      type: kinds,
      repeats: fc.constant(false),
      item: fc.oneof(
        { weight: 5, arbitrary: fc.constant<Shape[]>([]) },
        { weight: 1, arbitrary: fc.array(tie('question'), { minLength: 1, maxLength: 2 }) },
      ),
    }),
    several: fc.record({
      ...common,
      type: kinds.filter((kind) => kind !== 'boolean'),
      repeats: fc.constant(true),
      item: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Shape[]>([]) },
        { weight: 1, arbitrary: fc.array(tie('question'), { minLength: 1, maxLength: 2 }) },
      ),
    }),
    computed: fc
      .oneof(
        fc.record({ type: fc.constant<Kind>('integer'), computed: numberShape }),
        fc.record({ type: fc.constant<Kind>('boolean'), computed: truthShape }),
      )
      .chain((of) =>
        fc.record({
          ...common,
          type: fc.constant(of.type),
          computed: fc.constant(of.computed),
          repeats: fc.constant(false),
          item: fc.constant([]),
        }),
      ),
    group: fc.record({
      ...common,
      type: fc.constant<'group'>('group'),
      repeats: fc.boolean(),
      item: fc.array(tie('shape'), { minLength: 1, maxLength: 4 }),
    }),
    shape: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: tie('question') },
      { weight: 2, arbitrary: tie('several') },
      { weight: 2, arbitrary: tie('computed') },
      { weight: 3, arbitrary: tie('group') },
    ),
  }),
);

/** A drawn item with its linkId, as other items refer to it. */
interface Numbered {
  readonly shape: Shape;
  readonly linkId: string;
  readonly parent: Numbered | null;
  /** The repeating groups around it, outermost first. */
  readonly groups: readonly string[];
  readonly children: readonly Numbered[];
}
type Question = Numbered & { readonly shape: Shape & { readonly type: Kind } };
const isAnyQuestion = (one: Numbered): one is Question => one.shape.type !== 'group' && one.shape.type !== 'display';
const isComputed = ({ shape: one }: Numbered): boolean => one.computed !== null;
/** True if an item in this group, or in no group, sees the same row of the other item. */
const isInSameRow = (one: Numbered, other: Numbered): boolean =>
  other.groups.every((group, depth) => one.groups[depth] === group);

/** Numbers the items and lets their conditions and expressions refer to any questions, as long as no circle results. */
function drawn(shapes: readonly Shape[]): DrawnItem[] {
  const all: Numbered[] = [];
  const number = (one: Shape, parent: Numbered | null): Numbered => {
    const children: Numbered[] = [];
    const around = parent?.shape.type === 'group' && parent.shape.repeats ? [parent.linkId] : [];
    const linkId = `${one.type}-${String(all.length + 1)}`;
    const rows = hasRowsOfAnswers(one) ? [rowsOf(linkId)] : [];
    const own = { shape: one, linkId, parent, groups: [...(parent?.groups ?? []), ...around, ...rows], children };
    all.push(own);
    for (const child of one.item) children.push(number(child, own));
    return own;
  };
  const roots = shapes.map((one) => number(one, null));
  let variables = 0;

  /** The items that decide whether an item is asked, or what it contains. */
  const needs = new Map<Numbered, Numbered[]>();
  for (const one of all) needs.set(one, one.parent ? [one.parent] : []);
  /** A computed item of a row exists only if somebody answered something in that row. */
  const persons = ({ groups }: Numbered): Numbered[] =>
    all.filter((other) => isAnyQuestion(other) && !isComputed(other) && other.groups.includes(groups.at(-1) ?? ''));
  function isNeededBy(target: Numbered, from: Numbered, seen = new Set<Numbered>()): boolean {
    if (from === target) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    const more = isComputed(from) ? persons(from) : [];
    return [...(needs.get(from) ?? []), ...more].some((next) => isNeededBy(target, next, seen));
  }
  const need = (own: Numbered, named: readonly string[]): void =>
    void needs.get(own)?.push(...all.filter(({ linkId }) => named.includes(linkId)));

  function finished(own: Numbered): DrawnItem {
    const { shape: one, linkId, parent, children } = own;
    const others = all.filter(isAnyQuestion).filter((other) => other !== own);
    const questions = others.filter((other) => !isNeededBy(own, other));
    // A condition sees what is computed in its own row, even if nobody answered anything there.
    const conditional = others.filter((other) =>
      isComputed(other) && isInSameRow(own, other)
        ? !(needs.get(other) ?? []).some((next) => isNeededBy(own, next))
        : questions.includes(other),
    );
    const conditions = one.picks.flatMap(({ at, operator, value }): Condition[] => {
      const on = conditional[at % Math.max(1, conditional.length)];
      // A text that is asked after one option of the choice above becomes that option's free text; another test covers that.
      if (!on || (one.type === 'string' && on === parent)) return [];
      const { type } = on.shape;
      const compared = valuesOfKind[type][value % valuesOfKind[type].length] ?? true;
      if (operator === 'exists' || type === 'attachment')
        return [{ question: on.linkId, operator: 'exists', value: value % 2 === 0 }];
      const isOrder = operator === '>' || operator === '<=';
      return [{ question: on.linkId, operator: isOrder && !orderedKinds.has(type) ? '=' : operator, value: compared }];
    });
    const asAsked = ({ linkId: id, shape: { type } }: Question): AskedQuestion => ({ linkId: id, type });
    const sight: Sight = {
      everywhere: questions.map(asAsked),
      row:
        parent?.shape.type === 'group'
          ? {
              group: parent.linkId,
              questions: questions
                .filter((other) => other.parent === parent && !isComputed(other) && !hasRowsOfAnswers(other.shape))
                .map(asAsked),
            }
          : null,
      newName: () => `v${String((variables += 1))}`,
      valuesOf: (kind) => valuesOfKind[kind],
    };
    const asked = one.asked && pointed(one.asked, sight);
    const computed = one.computed && pointed(one.computed, sight);
    need(own, [
      ...(asked ? namesIn(asked) : conditions.map(({ question }) => question)),
      ...(computed ? namesIn(computed) : []),
    ]);
    return {
      linkId,
      type: one.type,
      repeats: one.repeats,
      behavior: one.behavior,
      conditions: asked ? [] : conditions,
      asked,
      computed,
      item: children.map(finished),
    };
  }
  return roots.map(finished);
}

export const drawnForm: fc.Arbitrary<readonly DrawnItem[]> = fc.array(shape, { minLength: 2, maxLength: 7 }).map(drawn);
