import type { Expression, PatientElement } from '@portal/api';
import type { ConditionDraft, ConstraintDraft, ItemDraft } from '../draft.ts';
import { expressionsOf } from './elements.ts';
import { conditionOf } from './enableWhen.ts';
import type { Entry, Form } from './entries.ts';
import { fromRoot, looksBelow } from './expressionTree.ts';
import { url } from './extensions.ts';
import { extensionsOf, type JsonObject, objectOf, objectsOf, textOf, valueOf } from './json.ts';
import { expressionReader, type Variables } from './readExpressions.ts';

/** What decides whether, and with what, an item is asked. */
export interface EntryLogic {
  readonly condition: (entry: Entry) => Pick<ItemDraft, 'enableWhen' | 'enableWhenExpression'>;
  readonly calculated: (entry: Entry) => Expression | undefined;
  /** True where a condition, of it or of what it stands under, decides whether it is asked. */
  readonly isAskedSometimes: (entry: Entry) => boolean;
  readonly constraints: (entry: Entry) => readonly ConstraintDraft[];
  /** LinkIds that a condition or an expression names: what they hold must be there to be read. */
  readonly mentioned: ReadonlySet<string>;
  /** Items with variables that are in use. */
  readonly owners: ReadonlySet<string>;
  /** Those that are in use, each after what it needs. */
  readonly variables: Variables;
  /** What the expressions look at of the patient. */
  readonly patientElements: readonly PatientElement[];
  /** True where any expression is carried, so that there has to be a tree for it. */
  readonly hasExpressions: boolean;
}

/** Reads conditions, calculations and rules of all items before these are carried: any of them may name any other. */
export function entryLogic(form: Form, totals: ReadonlyMap<string, unknown>, resource: JsonObject): EntryLogic {
  const { byLinkId, settings, ownWords, helpers, leaveOut, refuse, note, carried, refuseCalculated } = form;
  const { read, mentioned, owners, needed } = expressionReader(form);
  const conditions = new Map<Entry, Pick<ItemDraft, 'enableWhen' | 'enableWhenExpression'>>();
  const calculated = new Map<Entry, Expression>();
  const constraints = new Map<Entry, ConstraintDraft[]>();
  /** Calculated, and not to be evaluated: left out, unless something needs it. */
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
      // STU3's rule, which leaves nobody unasked.
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
  // A rule of the whole questionnaire is told at the last question that it names: there it can be kept.
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
  // A total that others look at, that the form shows, or that is asked on a condition, is an answer as well as a score.
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

  /** SDC evaluates at the item itself. One with nothing below it can see no answers there: its author wrote for the whole response. */
  function asMeant(entry: Entry, expression: Expression): Expression {
    if (entry.children.some(({ type }) => type !== 'display') || !looksBelow(expression)) return expression;
    note(
      entry.place,
      'its expression (calculatedExpression) looks for items below it, where there are none; it is worked out from the whole questionnaire',
    );
    return fromRoot(expression);
  }

  /** A rule as one of the two extensions writes it: with parts of their own names. */
  function constraintsOf(raw: JsonObject, entry: Entry, turned = (tree: Expression) => tree): ConstraintDraft[] {
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
      const tree =
        text === null ? 'it has no expression' : read(entry, text, expression ? textOf(expression, 'language') : null);
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
