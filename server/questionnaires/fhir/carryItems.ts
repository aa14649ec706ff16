import { freeTextMaximum } from '@portal/api';
import { htmlOfText } from '../richText.ts';
import type { ItemDraft, OptionDraft, ScoreDraft } from '../saveTemplate.ts';
import type { SourceNode } from '../template.ts';
import {
  largestInteger,
  choiceTypes,
  shownUnit,
  tables,
  plainGroups,
  dropdownControls,
  dropdownFrom,
} from './elements.ts';
import type { Entry, Form } from './entries.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { Totals } from './entryTotals.ts';
import type { EntryChecks } from './entryChecks.ts';
import { url } from './extensions.ts';
import { extension, listOf, numberOf, textOf } from './json.ts';
import { openLabel, type SourceOption } from './options.ts';

/** What becomes of the items of a file. */
export interface Carried {
  readonly items: ItemDraft[];
  readonly scores: ScoreDraft[];
  readonly source: SourceNode[];
}

/** Makes our items and scores of a file's, and the tree in which answers go back. `title` names a total that has no name. */
export function carryItems(
  form: Form,
  { textAndCode, htmlOf, withHelp, displayText, noteEnds }: EntryTexts,
  { totals, numberedOptions }: Totals,
  { bound, unitOf, checkOccurs, checkItem }: EntryChecks,
  title: string,
): Carried {
  const { settings, byLinkId, roots, helpers, ownWords, refuse, note, refuseCalculated } = form;
  const items: ItemDraft[] = [];
  const scores: ScoreDraft[] = [];

  function optionsOf(entry: Entry): OptionDraft[] {
    const useNumbers = numberedOptions.has(entry.linkId);
    const withWords = new Set(entry.children.flatMap((child) => ownWords.get(child) ?? []));
    const drafts: OptionDraft[] = entry.options.options.map((option) => ({
      key: option.key,
      text: option.text,
      isOther: withWords.has(option.key),
      score: option.score ?? (useNumbers && typeof option.value === 'number' ? option.value : null),
    }));
    return entry.type === 'open-choice'
      ? [...drafts, { key: 'other', text: openLabel(entry.raw) ?? settings.otherLabel, isOther: true }]
      : drafts;
  }

  const node = (
    entry: Entry,
    carried: {
      itemKey?: string | null;
      scoreKey?: string | null;
      options?: readonly SourceOption[];
      unit?: SourceNode['unit'];
    },
    item: readonly SourceNode[],
  ): SourceNode => ({
    linkId: entry.linkId,
    type: entry.type,
    text: textOf(entry.raw, 'text'),
    definition: textOf(entry.raw, 'definition'),
    code: listOf(entry.raw, 'code'),
    itemKey: carried.itemKey ?? null,
    scoreKey: carried.scoreKey ?? null,
    otherOf: ownWords.get(entry) ?? null,
    options: Object.fromEntries((carried.options ?? []).map(({ key, element, value }) => [key, { element, value }])),
    unit: carried.unit ?? null,
    item,
  });

  function carryTotal(entry: Entry): SourceNode {
    const total = totals.get(entry.linkId);
    if (total) {
      scores.push({
        key: entry.linkId,
        name: textAndCode(entry) ?? title,
        constant: total.constant,
        terms: [...total.weights].map(([itemKey, weight]) => ({ itemKey, weight })),
        needs: total.needs,
        isShown: !entry.isHidden,
      });
    }
    if (entry.children.some((child) => child.type !== 'display'))
      refuse(entry.place, 'a calculated item has questions under it');
    for (const child of entry.children) carryDisplay(child);
    return node(entry, { scoreKey: entry.linkId, unit: unitOf(entry) }, []);
  }

  // What is read-only and no total is filled in by a program, as what is calculated is.
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

  const isTotal = (entry: Entry): boolean =>
    !helpers.has(entry) && (entry.calculated !== null || totals.has(entry.linkId));

  function carryHelper(entry: Entry): SourceNode {
    if (entry.children.some((child) => child.type !== 'display' && !helpers.has(child)))
      refuse(entry.place, 'a calculated item has questions under it');
    return node(entry, {}, []);
  }

  // -- Choices, tables and the rest.
  const isChoice = (entry: Entry) =>
    choiceTypes.has(entry.type) || entry.options.options.length > 0 || entry.options.faults.length > 0;
  function carryChoice(entry: Entry, matrix: string | null): SourceNode {
    const repeats = entry.raw.repeats === true;
    const isRequired = checkOccurs(entry, repeats);
    const options = optionsOf(entry);
    if (entry.raw.readOnly === true) refuse(entry.place, 'it is read-only and not calculated');
    if (entry.raw.maxLength !== undefined)
      note(
        entry.place,
        entry.type === 'open-choice'
          ? `words of one's own have at most ${String(freeTextMaximum)} characters, whatever its maxLength says`
          : 'maxLength says nothing about a choice',
      );
    if (entry.controls.includes('slider')) note(entry.place, 'its options are shown as a list, not as a slider');
    noteEnds(entry);
    if (displayText(entry, 'unit') !== null) note(entry.place, 'its unit is shown only with a number');
    const wantsDropdown =
      entry.controls.some((code) => dropdownControls.has(code)) ||
      (entry.controls.length === 0 && options.length >= dropdownFrom);
    const type = repeats
      ? 'MultiSelectionQuestion'
      : matrix === null && wantsDropdown
        ? 'SingleSelectionDropdownQuestion'
        : 'SingleSelectionRadioButtonQuestion';
    items.push({ key: entry.linkId, type, html: withHelp(entry), isRequired, matrix, options });
    return node(entry, { itemKey: entry.linkId, options: entry.options.options }, carryUnder(entry, repeats));
  }

  /** A display that has become part of another item. */
  function carryDisplay(entry: Entry): SourceNode {
    checkItem(entry);
    if (entry.children.length > 0) refuse(entry.place, 'a display has items under it');
    return node(entry, {}, []);
  }

  /** Questions under a question follow it; displays under it have become part of its text. */
  function carryUnder(entry: Entry, repeats: boolean): SourceNode[] {
    return entry.children.flatMap((child) => {
      if (child.type === 'display') return [carryDisplay(child)];
      if (ownWords.has(child)) {
        checkItem(child);
        checkOccurs(child, false);
        note(
          child.place,
          'it is asked beside the option it belongs to, and needs an answer when that option is chosen',
        );
        return [node(child, {}, [])];
      }
      if (repeats) refuse(child.place, 'it is asked once for every answer of a question that repeats');
      return [carry(child)];
    });
  }

  const sameOptions = (rows: readonly Entry[]) => {
    const shape = (row: Entry) =>
      JSON.stringify([row.raw.repeats === true, optionsOf(row).map((option) => [option.key, option.text])]);
    return rows.every((row) => shape(row) === (rows[0] ? shape(rows[0]) : ''));
  };

  function carryGroup(entry: Entry): SourceNode {
    const { raw, place, linkId } = entry;
    if (raw.repeats === true) refuse(place, 'a group that repeats cannot be carried');
    if (raw.readOnly === true) refuse(place, 'it is read-only, with what is under it');
    const most = extension(raw, url.maxOccurs)?.valueInteger;
    const least = extension(raw, url.minOccurs)?.valueInteger;
    if ((typeof most === 'number' && most > 1) || (typeof least === 'number' && least > 1))
      refuse(place, 'a group that repeats cannot be carried');
    const needsAnswer = (one: Entry): boolean =>
      !isTotal(one) &&
      !helpers.has(one) &&
      ((one.type !== 'group' &&
        one.type !== 'display' &&
        (one.raw.required === true || typeof extension(one.raw, url.minOccurs)?.valueInteger === 'number')) ||
        one.children.some(needsAnswer));
    if (raw.required === true && !entry.children.some(needsAnswer))
      refuse(place, 'a required group without a required question cannot be checked');
    if (entry.options.options.length > 0) refuse(place, 'a group has options');
    const wantsTable = entry.controls.some((code) => tables.has(code));
    for (const code of entry.controls)
      if (!tables.has(code) && !plainGroups.has(code))
        note(place, `the layout hint "${code}" is not known; its questions are shown one under the other`);
    const rows = entry.children.filter(
      (child) => child.type !== 'display' && !isTotal(child) && !helpers.has(child) && !child.isHidden,
    );
    const isMatrix =
      wantsTable &&
      rows.length > 0 &&
      rows.every((row) => isChoice(row) && row.children.every((child) => child.type === 'display')) &&
      sameOptions(rows);
    if (wantsTable && !isMatrix)
      note(
        place,
        'its questions do not have the same options, so that they are shown one under the other, not as a table',
      );
    if (!isMatrix) {
      const html = htmlOf(entry);
      if (html !== '' && !entry.isHidden) items.push({ key: linkId, type: 'SectionHeader', html });
      return node(entry, {}, entry.children.map(carry));
    }
    const displays = entry.children.filter((child) => child.type === 'display' && !child.isHidden);
    const html = [htmlOf(entry), ...displays.map((display) => `<em>${htmlOf(display)}</em>`)]
      .filter((part) => part !== '')
      .join('<br />');
    items.push({ key: linkId, type: 'QuestionMatrixGrouping', html, matrix: linkId });
    return node(
      entry,
      {},
      entry.children.map((child) => {
        if (child.type === 'display') return carryDisplay(child);
        if (helpers.has(child)) return carryHelper(child);
        checkItem(child);
        if (isTotal(child)) return carryTotal(child);
        return child.isHidden ? carryHidden(child) : carryChoice(child, linkId);
      }),
    );
  }

  function carryHidden(entry: Entry): SourceNode {
    if (entry.type !== 'display' && entry.type !== 'group') {
      if (entry.raw.required === true) refuse(entry.place, 'it is hidden and required');
      else note(entry.place, 'it is hidden, so that it is never asked');
    }
    return node(
      entry,
      {},
      entry.children.map((child) => {
        if (helpers.has(child)) return carryHelper(child);
        checkItem(child);
        return isTotal(child) ? carryTotal(child) : carryHidden(child);
      }),
    );
  }

  function carry(entry: Entry): SourceNode {
    const { raw, place, linkId, type } = entry;
    if (helpers.has(entry)) return carryHelper(entry);
    checkItem(entry);
    if (isTotal(entry)) return carryTotal(entry);
    if (entry.isHidden) return carryHidden(entry);
    if (type === 'group') return carryGroup(entry);
    if (type === 'display') {
      if (entry.children.length > 0) refuse(place, 'a display has items under it');
      items.push({ key: linkId, type: 'SectionHeader', html: htmlOf(entry) });
      return node(entry, {}, []);
    }
    if (textAndCode(entry) === null && textOf(raw, 'prefix') === null) refuse(place, 'a question has no text');
    if (isChoice(entry)) return carryChoice(entry, null);
    if (raw.repeats === true)
      refuse(place, 'several answers (repeats) to a question without options cannot be carried');
    if (raw.readOnly === true) refuse(place, 'it is read-only and not calculated');
    const isRequired = checkOccurs(entry, false);
    const common = { key: linkId, html: withHelp(entry), isRequired };
    const under = () => carryUnder(entry, false);
    switch (type) {
      case 'boolean':
        items.push({ ...common, type: 'BooleanQuestion' });
        return node(entry, { itemKey: linkId }, under());
      case 'date':
        if (extension(raw, url.minValue) || extension(raw, url.maxValue))
          refuse(place, 'an earliest or latest date cannot be checked');
        items.push({ ...common, type: 'DateQuestion' });
        return node(entry, { itemKey: linkId }, under());
      case 'string':
      case 'text': {
        const most = numberOf(raw, 'maxLength');
        if (most !== null && most > freeTextMaximum)
          note(place, `an answer has at most ${String(freeTextMaximum)} characters, not ${String(most)}`);
        const least = extension(raw, url.minLength)?.valueInteger;
        if (typeof least === 'number' && least > 1)
          refuse(place, `at least ${String(least)} characters (minLength) cannot be required`);
        items.push({
          ...common,
          type: 'TextQuestion',
          isMultiline: type === 'text',
          maxLength: Math.max(1, Math.min(most ?? freeTextMaximum, freeTextMaximum)),
        });
        return node(entry, { itemKey: linkId }, under());
      }
      case 'integer':
      case 'decimal':
      case 'quantity': {
        const unit = unitOf(entry);
        if (type === 'quantity' && unit === null) refuse(place, 'a quantity needs one unit to be carried');
        const minValue = bound(entry, url.minValue) ?? bound(entry, url.minQuantity);
        const maxValue = bound(entry, url.maxValue) ?? bound(entry, url.maxQuantity);
        const places = extension(raw, url.maxDecimalPlaces)?.valueInteger;
        const decimals = type === 'integer' ? 0 : typeof places === 'number' ? Math.min(Math.max(places, 0), 10) : 10;
        const step = extension(raw, url.sliderStepValue);
        const stepValue = step ? (numberOf(step, 'valueInteger') ?? numberOf(step, 'valueDecimal')) : null;
        const isSlider = entry.controls.includes('slider');
        const shown = shownUnit(unit?.unit ?? null);
        const stops = stepValue !== null && stepValue > 0 ? stepValue : 1;
        const digits = type === 'integer' && typeof raw.maxLength === 'number' ? raw.maxLength : null;
        if (
          type === 'integer' &&
          isSlider &&
          !(Number.isInteger(stops) && Number.isInteger(minValue ?? 0) && Number.isInteger(maxValue ?? 0))
        )
          refuse(place, 'its slider stops at fractions, which a whole number (integer) cannot be');
        if (isSlider && minValue !== null && maxValue !== null && minValue < maxValue) {
          // A slider has no place for a unit of its own.
          const html = shown === null ? common.html : `${common.html} (${htmlOfText(shown)})`;
          items.push({
            ...common,
            html,
            type: 'SliderQuestion',
            minValue,
            maxValue,
            step: stops,
            minLabel: displayText(entry, 'lower'),
            maxLabel: displayText(entry, 'upper'),
          });
          if (digits !== null) note(place, 'maxLength says nothing about a slider');
        } else {
          if (isSlider) note(place, 'a slider needs both ends; it is asked as a number');
          noteEnds(entry);
          // As many signs as maxLength allows, of which one is the minus.
          const longest =
            digits !== null && digits >= 1 && digits <= 9
              ? { least: -(10 ** (digits - 1) - 1) || 0, most: 10 ** digits - 1 }
              : null;
          const most =
            type === 'integer' ? Math.min(maxValue ?? largestInteger, longest?.most ?? largestInteger) : maxValue;
          items.push({
            ...common,
            type: 'NumberQuestion',
            minValue: longest === null ? minValue : Math.max(minValue ?? longest.least, longest.least),
            maxValue: most,
            decimals,
            unit: shown,
          });
        }
        return node(entry, { itemKey: linkId, unit }, under());
      }
      case '':
        refuse(place, 'it has no type');
        break;
      default:
        refuse(place, `the type ${type} cannot be carried`);
    }
    return node(entry, {}, under());
  }

  return { items, scores, source: roots.map(carry) };
}
