import { createHash } from 'node:crypto';
import { freeTextMaximum } from '@portal/api';
import type { OptionDraft, ValueSetDraft } from '../draft.ts';
import { occursOf } from './bounds.ts';
import { choiceTypes, dropdownControls, dropdownFrom } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import { designationsOf, type EntryTexts, translationsOf } from './entryTexts.ts';
import type { Totals } from './entryTotals.ts';
import { url } from './extensions.ts';
import { extensionsOf, isObject, type JsonObject, textOf } from './json.ts';
import { imageOf } from './media.ts';
import { hasNoOptions, isLookup, openLabel } from './options.ts';
import type { Question, Repeating } from './question.ts';

/** Choices with their options, as a list, a search, or free text. */
export function choiceQuestions(
  { settings, ownWords, refuse, note, carried }: Form,
  { displayText, noteEnds }: EntryTexts,
  { numberedOptions }: Totals,
  contained: readonly JsonObject[],
  inRows: ReadonlySet<Entry>,
  { takesSeveral, repeating }: Repeating,
  text: (entry: Entry) => Question,
) {
  const valueSets = new Map<string, ValueSetDraft>();

  const isChoice = (entry: Entry) =>
    choiceTypes.has(entry.type) || entry.options.options.length > 0 || entry.options.faults.length > 0;

  function optionsOf(entry: Entry): OptionDraft[] {
    const useNumbers = numberedOptions.has(entry.linkId);
    const withWords = new Set(entry.children.flatMap((child) => ownWords.get(child) ?? []));
    const drafts: OptionDraft[] = entry.options.options.map((option) => {
      const image = imageOf(option.holders, contained, option.text);
      if (typeof image === 'string') note(entry.place, `${image} (option "${option.text}")`);
      else if (image) carried('pictures of options', entry.place);
      const isExclusive = option.isExclusive && !inRows.has(entry);
      if (isExclusive) carried('options that exclude the others (optionExclusive)', entry.place);
      else if (option.isExclusive)
        note(entry.place, 'that an option excludes the others is not checked, since each answer is given by itself');
      return {
        key: option.key,
        text: option.text,
        isOther: withWords.has(option.key),
        score: option.score ?? (useNumbers && typeof option.value === 'number' ? option.value : null),
        ...(isExclusive ? { isExclusive: true } : {}),
        ...(image && typeof image !== 'string' ? { image } : {}),
      };
    });
    return entry.type === 'open-choice'
      ? [...drafts, { key: 'other', text: openLabel(entry.raw) ?? settings.otherLabel, isOther: true }]
      : drafts;
  }

  const optionTextsIn = (entry: Entry, language: string): Record<string, string> =>
    Object.fromEntries(
      entry.options.options.flatMap(({ key, holders }): [string, string][] => {
        const text =
          translationsOf(...holders).get(language) ??
          holders.flatMap((holder) => designationsOf(holder).get(language) ?? [])[0];
        return text === undefined ? [] : [[key, text]];
      }),
    );
  const optionLanguages = (entry: Entry): string[] =>
    entry.options.options.flatMap(({ holders }) => [
      ...translationsOf(...holders).keys(),
      ...holders.flatMap((holder) => [...designationsOf(holder).keys()]),
    ]);

  function lookup(entry: Entry): Question {
    const concepts = entry.options.options.flatMap(({ value, text: display, holders }) => {
      const code = isObject(value) ? textOf(value, 'code') : null;
      if (!isObject(value) || code === null) return [];
      const translations = Object.fromEntries(
        holders.flatMap((holder) => [...translationsOf(holder), ...designationsOf(holder)]),
      );
      return [
        {
          system: textOf(value, 'system'),
          code,
          display,
          ...(Object.keys(translations).length > 0 ? { translations } : {}),
        },
      ];
    });
    const key = createHash('sha256').update(JSON.stringify(concepts)).digest('base64url');
    valueSets.set(key, { key, concepts });
    carried('searches in large value sets', entry.place);
    return {
      typed: {
        type: 'LookupQuestion',
        valueSetKey: key,
        isMultiple: takesSeveral(entry),
        isOpen: entry.type === 'open-choice',
        ...repeating(entry),
      },
      options: [],
      units: [],
    };
  }

  function choice(entry: Entry, isInMatrix: boolean): Question {
    const { place, raw } = entry;
    // Without its options, an open choice is only its free text.
    if (entry.type === 'open-choice' && entry.options.options.length === 0 && entry.options.faults.length > 0) {
      note(place, `it is asked as a text: ${entry.options.faults.join('; ')}`);
      return text(entry);
    }
    const isNowhere = entry.type === 'choice' && hasNoOptions(entry);
    if (isNowhere && settings.answersInWords) {
      note(place, `it is asked in the person's own words, as was asked: ${entry.options.faults.join('; ')}`);
      carried("choices in the person's own words (--answer-in-words)", place);
      return text(entry);
    }
    for (const fault of entry.options.faults)
      refuse(place, isNowhere ? `${fault}; with --answer-in-words it is asked in the person's own words` : fault);
    for (const one of entry.options.notes ?? []) note(place, one);
    if (isLookup(entry) && !isInMatrix) return lookup(entry);
    if (raw.maxLength !== undefined)
      note(
        place,
        entry.type === 'open-choice'
          ? `words of one's own have at most ${String(freeTextMaximum)} characters, whatever its maxLength says`
          : 'maxLength says nothing about a choice',
      );
    if (entry.controls.includes('slider')) note(place, 'its options are shown as a list, not as a slider');
    noteEnds(entry);
    if (displayText(entry, 'unit') !== null) note(place, 'its unit is shown only with a number');
    const options = optionsOf(entry);
    const sourceOptions = entry.options.options;
    if (takesSeveral(entry)) {
      const occurs = occursOf(raw);
      const isBounded = occurs.least > 1 || (occurs.most !== null && occurs.most < options.length);
      if (isBounded) carried('how many options are to be chosen (minOccurs, maxOccurs)', place);
      return {
        typed: { type: 'MultiSelectionQuestion', options, ...(isBounded ? { occurs } : {}) },
        options: sourceOptions,
        units: [],
      };
    }
    const wantsDropdown =
      entry.controls.some((code) => dropdownControls.has(code)) ||
      (entry.controls.length === 0 && options.length >= dropdownFrom);
    const isDropdown = !isInMatrix && wantsDropdown;
    // A row of a table has its options side by side anyway.
    const isHorizontal =
      !isDropdown &&
      !isInMatrix &&
      extensionsOf(raw).some((one) => one.url === url.orientation && textOf(one, 'valueCode') === 'horizontal');
    if (isHorizontal) carried('options side by side (choiceOrientation)', place);
    return {
      typed: {
        type: isDropdown ? 'SingleSelectionDropdownQuestion' : 'SingleSelectionRadioButtonQuestion',
        options,
        ...(isHorizontal ? { isHorizontal } : {}),
      },
      options: sourceOptions,
      units: [],
    };
  }

  return { isChoice, optionsOf, optionTextsIn, optionLanguages, choice, valueSets };
}
