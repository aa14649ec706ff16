import type { Constraint, Expression, PatientElement } from '@portal/api';
import type { ConditionDraft, ItemDraft } from '../draft.ts';
import { expressionsOf } from './elements.ts';
import { conditionOf } from './enableWhen.ts';
import type { Entry, Form } from './entries.ts';
import { fromRoot, looksBelow } from './expressionTree.ts';
import { url } from './extensions.ts';
import { extensionsOf, type JsonObject, objectOf, objectsOf, textOf, valueOf } from './json.ts';
import { expressionReader, type Variables } from './readExpressions.ts';

/** What decides whether an item is asked, and its computed value and rules. */
export interface EntryLogic {
  readonly condition: (entry: Entry) => Pick<ItemDraft, 'enableWhen' | 'enableWhenExpression'>;
  readonly calculated: (entry: Entry) => Expression | undefined;
  /** True if a condition, on the item or on something around it, decides whether it is asked. */
  readonly isAskedSometimes: (entry: Entry) => boolean;
  readonly constraints: (entry: Entry) => readonly Constraint[];
  /** LinkIds that a condition or an expression names. Their answers must be available to it. */
  readonly mentioned: ReadonlySet<string>;
  /** Items that declare variables which are used. */
  readonly owners: ReadonlySet<string>;
  /** The variables that are used, each after those that it needs. */
  readonly variables: Variables;
  /** The elements of the patient that expressions use. */
  readonly patientElements: readonly PatientElement[];
  /** True if any expression is carried, so that the tree for expressions is needed. */
  readonly hasExpressions: boolean;
}

/** Reads the conditions, calculations and rules of all items before any item is carried, because each may name any other. */
export function entryLogic(form: Form, totals: ReadonlyMap<string, unknown>, resource: JsonObject): EntryLogic {
  const { byLinkId, settings, ownWords, helpers, leaveOut, refuse, note, carried, refuseCalculated } = form;
  const { read, mentioned, owners, needed } = expressionReader(form);
  const conditions = new Map<Entry, Pick<ItemDraft, 'enableWhen' | 'enableWhenExpression'>>();
  const calculated = new Map<Entry, Expression>();
  const constraints = new Map<Entry, Constraint[]>();
  /** Calculated items that cannot be evaluated. They are left out unless something needs them. */
  const unread = new Map<Entry, string>();

  for (const entry of byLinkId.values()) {
    if (helpers.has(entry)) continue;
    const { raw, place } = entry;
    const whens = ownWords.has(entry) ? [] : objectsOf(raw, 'enableWhen');
    const read1 = whens.map((one) => conditionOf(form, one));
    for (const one of read1) if (typeof one === 'string') refuse(place, one);
    const drafts = read1.filter((one): one is ConditionDraft => typeof one !== 'string');
    for (const { itemKey } of drafts) mentioned.add(itemKey);
    const behavior = raw.enableBehavior ?? (drafts.length > 1 ? 'any' : 'all');
    if (behavior !== 'all' && behavior !== 'any')
      refuse(place, 'it does not say whether all of its conditions are needed (enableBehavior)');
    else if (raw.enableBehavior === undefined && drafts.length > 1)
      // The rule of STU3, by which no question is missed.
      note(place, 'it does not say whether all of its conditions are needed (enableBehavior): any of them is enough');
    const more: Pick<ItemDraft, 'enableWhen' | 'enableWhenExpression'>[] = [];
    if (drafts.length > 0) {
      carried('conditions (enableWhen)', place);
      more.push({ enableWhen: { behavior: behavior === 'any' ? 'any' : 'all', conditions: drafts } });
    }
    const [asked, again] = expressionsOf(raw, url.enableWhenExpression);
    if (again) refuse(place, 'it has two conditions (enableWhenExpression)');
    if (asked) {
      const expression = read(entry, asked.text, asked.language);
      if (typeof expression === 'string')
        refuse(place, `it is asked only on a condition (enableWhenExpression) that cannot be evaluated: ${expression}`);
      else {
        carried('conditions by expression (enableWhenExpression)', place);
        more.push({ enableWhenExpression: expression });
      }
    }
    if (more.length > 0) conditions.set(entry, Object.assign({}, ...more));

    const found = constraintsOf(entry.raw, entry);
    if (found.length > 0) constraints.set(entry, found);

    if (entry.calculated === null || totals.has(entry.linkId)) continue;
    if (settings.leaveOutCalculated) {
      refuseCalculated(entry, 'it is no total');
      continue;
    }
    const [{ language } = { language: null }] = expressionsOf(raw, url.calculated);
    const expression = read(entry, entry.calculated, language);
    if (typeof expression === 'string') unread.set(entry, expression);
    else {
      carried('calculated answers (calculatedExpression)', place);
      calculated.set(entry, asMeant(entry, expression));
    }
  }
  // A rule of the whole questionnaire is checked at the last question that it names, when it can be met.
  for (const one of extensionsOf(resource)) {
    if (one.url !== url.constraint) continue;
    const text = JSON.stringify(one);
    const last = [...byLinkId.values()].findLast(
      ({ linkId, type }) => type !== 'group' && type !== 'display' && text.includes(`'${linkId}'`),
    );
    if (last)
      constraints.set(last, [...(constraints.get(last) ?? []), ...constraintsOf({ extension: [one] }, last, fromRoot)]);
    else note('Questionnaire', 'a rule over answers (constraint) is not checked: it names no question to be told at');
  }

  const isAskedSometimes = (entry: Entry | null): boolean =>
    entry !== null && (conditions.has(entry) || isAskedSometimes(entry.parent));
  // A total is also an answer, not only a score, if others use it, if the form shows it, or if it is asked under a condition.
  for (const entry of byLinkId.values()) {
    if (!totals.has(entry.linkId)) continue;
    const isMentioned = mentioned.has(entry.linkId);
    if (!isMentioned && entry.isHidden && !isAskedSometimes(entry)) continue;
    const expression = entry.calculated === null ? 'it has no formula' : read(entry, entry.calculated, null);
    if (typeof expression !== 'string') calculated.set(entry, asMeant(entry, expression));
    else if (isMentioned)
      refuse(
        entry.place,
        `others depend on this total, which cannot be evaluated while it is filled in: ${expression}`,
      );
    else if (isAskedSometimes(entry))
      note(entry.place, `the total is given wherever its questions are answered, asked or not: ${expression}`);
    else if (entry.calculated !== null)
      note(entry.place, `the total is shown once the answers are sent: ${expression}`);
  }
  for (const [entry, reason] of unread) {
    const isOpen = !entry.isReadOnly && !entry.isHidden;
    if (mentioned.has(entry.linkId) && isOpen)
      note(entry.place, `it is asked, since what would work it out cannot be evaluated: ${reason}`);
    else if (mentioned.has(entry.linkId))
      refuse(entry.place, `others depend on its calculation, which cannot be evaluated: ${reason}`);
    else {
      note(entry.place, `it is calculated in a way that cannot be evaluated, and is left out: ${reason}`);
      leaveOut(entry);
    }
  }

  /** At an item with no items below it, SDC lets an expression on those see no answers, so its author meant the whole response. */
  function asMeant(entry: Entry, expression: Expression): Expression {
    if (entry.children.some(({ type }) => type !== 'display') || !looksBelow(expression)) return expression;
    note(
      entry.place,
      'its expression (calculatedExpression) looks for items below it, where there are none; it is worked out from the whole questionnaire',
    );
    return fromRoot(expression);
  }

  /** Reads the rules of an element from both extensions, whose parts have different names. */
  function constraintsOf(raw: JsonObject, entry: Entry, turned = (tree: Expression) => tree): Constraint[] {
    return extensionsOf(raw).flatMap((one, at) => {
      if (one.url !== url.constraint) return [];
      const part = (name: string) => extensionsOf(one).find((inner) => inner.url === name) ?? {};
      const expression = objectOf(part('expression'), 'valueExpression');
      const text = expression ? textOf(expression, 'expression') : textOf(part('expression'), 'valueString');
      const message = textOf(part('human'), 'valueString') ?? textOf(part('human'), 'valueMarkdown');
      const severity = valueOf(part('severity'))?.value;
      if (severity === 'warning') {
        note(entry.place, 'a rule over answers that is only a warning is not checked (constraint)');
        return [];
      }
      const tree = text === null ? 'it has no expression' : read(entry, text, textOf(expression, 'language'));
      if (typeof tree === 'string') {
        note(entry.place, `a rule over its answers (constraint) is not checked: ${tree}`);
        return [];
      }
      if (message === null) {
        refuse(entry.place, 'a rule over its answers (constraint) does not say what to tell whoever breaks it');
        return [];
      }
      carried('rules over answers (constraint)', entry.place);
      const key = valueOf(part('key'))?.value;
      return [{ key: typeof key === 'string' ? key : `rule-${String(at + 1)}`, expression: turned(tree), message }];
    });
  }

  return {
    condition: (entry) => conditions.get(entry) ?? {},
    calculated: (entry) => calculated.get(entry),
    constraints: (entry) => constraints.get(entry) ?? [],
    mentioned,
    owners,
    ...needed(),
    isAskedSometimes,
  };
}
