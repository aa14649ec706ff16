import { mostRows } from '@portal/api';
import type { ItemDraft, ScoreDraft, TranslationDraft, ValueSetDraft } from '../draft.ts';
import { htmlOfText } from '../../html/richText.ts';
import type { SourceNode } from '../template.ts';
import { isFixed, isForDisplayAlone, isGiven, isUnfilled } from './answerRows.ts';
import { occursOf } from './bounds.ts';
import { groupCarrier } from './carryGroups.ts';
import type { Entry, Form } from './entries.ts';
import { entryChecks } from './entryChecks.ts';
import { type EntryTexts, isConditional } from './entryTexts.ts';
import type { Totals } from './entryTotals.ts';
import { initialOf, prefillOf } from './initial.ts';
import { itemMaker } from './itemMaker.ts';
import type { JsonObject } from './json.ts';
import type { EntryLogic } from './logic.ts';
import type { Question } from './question.ts';
import type { Questions } from './questions.ts';
import { isRepeatingGroup, repeats } from './repeats.ts';
import { isToBeSigned, signatureCarrier } from './signatures.ts';

interface Carried {
  readonly items: ItemDraft[];
  readonly scores: ScoreDraft[];
  readonly source: SourceNode[];
  readonly translations: ReadonlyMap<string, TranslationDraft['items']>;
  readonly valueSets: readonly ValueSetDraft[];
}

/** Makes our items and scores from those of a file, and the tree for exporting answers. `title` names a total that has no name. */
export function carryItems(
  form: Form,
  texts: EntryTexts,
  { totals }: Totals,
  logic: EntryLogic,
  questions: Questions,
  contained: readonly JsonObject[],
  inRows: ReadonlySet<Entry>,
  resource: JsonObject,
  title: string,
): Carried {
  const { textAndCode, htmlOf, withHelp } = texts;
  const { questionOf, unitsOf, withUnit, valueSets } = questions;
  const { settings, byLinkId, roots, helpers, ownWords, refuse, note, carried, refuseCalculated } = form;
  const checkItem = entryChecks(form);
  const scores: ScoreDraft[] = [];
  const maker = itemMaker(form, texts, logic, questions, contained, inRows);
  const { items, translations, node, translate, common, needsItem } = maker;
  const signatures = signatureCarrier(form, resource, items, inRows);

  // -- Totals and items that a program fills in.
  for (const entry of byLinkId.values())
    if (
      settings.leaveOutCalculated &&
      entry.raw.readOnly === true &&
      entry.calculated === null &&
      !totals.has(entry.linkId) &&
      entry.type !== 'group' &&
      entry.type !== 'display'
    )
      refuseCalculated(entry, 'it is read-only');

  const isTotal = (entry: Entry): boolean => !helpers.has(entry) && totals.has(entry.linkId);

  function carryTotal(entry: Entry, parentKey: string | null): SourceNode {
    const total = totals.get(entry.linkId);
    const units = unitsOf(entry);
    const calculated = logic.calculated(entry);
    // A total that is not asked gives no score. Its own answer shows whether it was asked.
    const asked =
      calculated && logic.isAskedSometimes(entry) ? [{ atLeast: 1, of: [entry.linkId], by: 'answer' as const }] : [];
    if (total) {
      carried('totals (scores)', entry.place);
      scores.push({
        key: entry.linkId,
        name: textAndCode(entry) ?? title,
        constant: total.constant,
        terms: [...total.weights].map(([itemKey, weight]) => ({ itemKey, weight })),
        needs: [...total.needs, ...asked],
        isShown: !entry.isHidden,
      });
    }
    if (entry.children.some((child) => child.type !== 'display' && !helpers.has(child)))
      refuse(entry.place, 'a calculated item has questions under it');
    for (const child of entry.children) carryDisplay(child);
    // The total is also an item of the form, for expressions that use it and for the person to see.
    const question = calculated ? questionOf(entry) : null;
    if (question) {
      const isHidden = entry.isHidden ? { isHidden: true } : {};
      items.push({ ...common(entry, wordsOf(entry, question), parentKey), ...isHidden, calculated, ...question.typed });
      translate(entry, (language) => withUnit(withHelp(entry, language), question), question);
    }
    return node(entry, { scoreKey: entry.linkId, itemKey: calculated ? entry.linkId : null, units }, []);
  }

  /** Leaves an item and its children out of the questionnaire but keeps their place in the tree. */
  const leaveOut = (entry: Entry): SourceNode => node(entry, {}, entry.children.map(leaveOut));

  function carryHelper(entry: Entry, parentKey: string | null): SourceNode {
    const under = entry.children.filter((child) => child.type !== 'display' && !helpers.has(child));
    if (under.length === 0) return leaveOut(entry);
    refuse(entry.place, 'a calculated item has questions under it');
    return node(
      entry,
      {},
      under.map((child) => carry(child, parentKey)),
    );
  }

  /** The place of an item in the tree, with what is under it. */
  const withChildren = (entry: Entry, parentKey: string | null, itemKey: string | null = null): SourceNode =>
    node(
      entry,
      { itemKey },
      entry.children.map((child) => carry(child, parentKey)),
    );

  /** A display that has become part of another item. */
  function carryDisplay(entry: Entry): SourceNode {
    checkItem(entry);
    return node(entry, {}, entry.children.map(leaveOut));
  }

  /** Questions under a question follow it. Displays under it have become part of its text. */
  function carryUnder(entry: Entry): SourceNode[] {
    const isMany = repeats(entry) && !inRows.has(entry);
    return entry.children.flatMap((child) => {
      if (child.type === 'display' && !isConditional(child)) return [carryDisplay(child)];
      if (ownWords.has(child)) {
        checkItem(child);
        note(
          child.place,
          'it is asked beside the option it belongs to, and needs an answer when that option is chosen',
        );
        return [node(child, {}, [])];
      }
      const made = carry(child, entry.linkId);
      if (isMany && child.type !== 'display' && isCarried(made))
        refuse(
          child.place,
          'it is asked once for every answer of a question that repeats, and that one is not answered by hand',
        );
      return [made];
    });
  }
  const isCarried = (one: SourceNode): boolean => one.itemKey !== null || one.item.some(isCarried);

  const isUnasked = (child: Entry) =>
    child.type === 'display' ||
    isTotal(child) ||
    helpers.has(child) ||
    child.isHidden ||
    logic.calculated(child) !== undefined;

  function carryQuestion(entry: Entry, parentKey: string | null, matrix: string | null = null): SourceNode {
    const { raw, place, linkId } = entry;
    const calculated = logic.calculated(entry);
    const prefill = prefillOf(entry);
    if (isUnfilled(entry, logic)) return carryUnfilled(entry, parentKey);
    const hasValue = isGiven(entry, logic);
    const question = questionOf(entry, matrix !== null);
    if (!question) return withChildren(entry, parentKey);
    const { typed } = question;
    const options = 'options' in typed ? typed.options : [];
    const { values, faults } = initialOf(entry, typed.type, options, question.units);
    const isMany = 'occurs' in typed || typed.type === 'MultiSelectionQuestion' || inRows.has(entry);
    for (const fault of faults)
      if (isFixed(entry)) refuse(place, fault);
      else note(place, `${fault}; it is left empty`);
    if (values.length > 1 && !isMany) note(place, 'only the first of its first answers is taken (initial)');
    const occurs = occursOf(raw);
    const initial = isMany
      ? values.slice(0, inRows.has(entry) ? (occurs.most ?? mostRows) : undefined)
      : values.slice(0, 1);
    if (initial.length > 0) carried(isFixed(entry) ? 'fixed answers' : 'first answers (initial)', place);
    if (typeof prefill === 'string')
      note(place, `what it would begin with (initialExpression) is left empty: ${prefill}`);
    else if (prefill) carried("first answers of the patient's profile (initialExpression)", place);
    const html = wordsOf(entry, question);
    const rowsKey = inRows.has(entry) ? carryRows(entry, parentKey, htmlOf(entry) || html, initial.length) : null;
    if (calculated && !entry.isHidden && raw.readOnly !== true)
      note(place, 'it is worked out from other answers, and cannot be changed by hand');
    items.push({
      ...common(entry, html, rowsKey ?? parentKey),
      isRequired: !isFixed(entry) && !calculated && (raw.required === true || occurs.least > 0),
      ...(matrix === null ? {} : { matrix }),
      ...(entry.isHidden || (isFixed(entry) && !hasValue) ? { isHidden: true } : {}),
      ...(entry.isReadOnly && !entry.isHidden && !calculated && hasValue ? { isReadOnly: true } : {}),
      ...(initial.length > 0 && !calculated ? { initial } : {}),
      ...(rowsKey !== null && (initial.length > 0 || prefill !== undefined) ? { isInitialByRow: true } : {}),
      ...(prefill !== undefined && typeof prefill !== 'string' && !calculated ? { initialExpression: prefill } : {}),
      ...(calculated ? { calculated } : {}),
      ...typed,
    });
    translate(entry, (language) => withUnit(withHelp(entry, language), question), question);
    const { options: sourceOptions, units } = question;
    return node(entry, { itemKey: linkId, rowsKey, options: sourceOptions, units }, carryUnder(entry));
  }

  /** Makes the group whose rows are the answers to a question. It is asked when the question is. */
  function carryRows(entry: Entry, parentKey: string | null, html: string, answers: number): string {
    let key = `rows of ${entry.linkId}`;
    while (byLinkId.has(key)) key = `rows of ${key}`;
    const occurs = occursOf(entry.raw);
    carried('answers with questions under each of them', entry.place);
    items.push({
      key,
      html,
      ...(parentKey === null ? {} : { parentKey }),
      ...logic.condition(entry),
      type: 'QuestionGroup',
      occurs,
      layout: 'list',
      ...(answers > Math.max(1, occurs.least) ? { rowsAtFirst: answers } : {}),
    });
    translate(entry, (language) => htmlOf(entry, language), null, key);
    return key;
  }

  const wordsOf = (entry: Entry, question: Question): string =>
    withUnit(withHelp(entry) === '' && !entry.isHidden ? labelAround(entry) : withHelp(entry), question);

  /** A question without text gets that of the group around it if it is the only one there, else its linkId. */
  function labelAround(entry: Entry): string {
    const { parent, place } = entry;
    const alone = parent?.type === 'group' && parent.children.filter((child) => child.type !== 'display').length === 1;
    const html = alone ? htmlOf(parent) : '';
    note(
      place,
      html === ''
        ? 'it has no text; its linkId stands for it'
        : 'it has no text; that of the group around it stands for it',
    );
    return html === '' ? htmlOfText(entry.linkId) : html;
  }

  /** Hidden or read-only, and nothing fills it in, so nobody can answer it. */
  function carryUnfilled(entry: Entry, parentKey: string | null): SourceNode {
    if (entry.raw.required === true && entry.isHidden) refuse(entry.place, 'it is hidden and required');
    else if (entry.isHidden) note(entry.place, 'it is hidden, so that it is never asked');
    else
      note(
        entry.place,
        `it is read-only${entry.raw.required === true ? ' and required' : ''}, and nothing here fills it in, so that it is left out`,
      );
    return withChildren(entry, parentKey);
  }

  function carry(entry: Entry, parentKey: string | null): SourceNode {
    const made = carryUnsigned(entry, parentKey);
    signatures.afterItem(entry);
    return made;
  }

  function carryUnsigned(entry: Entry, parentKey: string | null): SourceNode {
    if (helpers.has(entry)) return carryHelper(entry, parentKey);
    checkItem(entry);
    if (isForDisplayAlone(entry)) {
      note(entry.place, 'it is for display of answers only (usageMode), and is left out');
      return leaveOut(entry);
    }
    if (isTotal(entry)) return carryTotal(entry, parentKey);
    if (entry.type === 'group') {
      if (!entry.isHidden) return carryGroup(entry, parentKey);
      if (!needsItem(entry)) return withChildren(entry, parentKey);
      const occurs = isRepeatingGroup(entry) ? occursOf(entry.raw) : null;
      items.push({ ...common(entry, '', parentKey), isHidden: true, type: 'QuestionGroup', occurs, layout: 'list' });
      return withChildren(entry, entry.linkId, entry.linkId);
    }
    if (entry.type !== 'display') return carryQuestion(entry, parentKey);
    if (entry.isHidden) return leaveOut(entry);
    const html = htmlOf(entry);
    if (html === '') note(entry.place, 'it shows nothing and is left out');
    else {
      items.push({ ...common(entry, html, parentKey), type: 'SectionHeader', isText: true });
      translate(entry, (language) => htmlOf(entry, language), null);
    }
    if (entry.children.length > 0)
      note(entry.place, 'what stands under this text follows it, and its answers go back under it');
    return withChildren(entry, parentKey, isToBeSigned(entry) ? entry.linkId : null);
  }

  const carryGroup = groupCarrier(form, texts, questions, maker, {
    carry,
    carryQuestion,
    carryDisplay,
    checkItem,
    isUnasked,
  });
  const source = roots.map((root) => carry(root, null));
  signatures.atEnd(translations);
  return { items, scores, source, translations, valueSets: [...valueSets.values()] };
}
