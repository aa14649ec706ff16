import type { ItemDraft, ItemFields, TranslationDraft } from '../draft.ts';
import type { SourceNode } from '../template.ts';
import type { Entry, Form } from './entries.ts';
import { type EntryTexts, isConditional } from './entryTexts.ts';
import { type JsonObject, listOf, objectOf, textOf } from './json.ts';
import type { EntryLogic } from './logic.ts';
import { imageOf } from './media.ts';
import type { SourceOption } from './options.ts';
import type { Question } from './question.ts';
import type { Questions } from './questions.ts';
import { isRepeatingGroup } from './repeats.ts';
import { isToBeSigned } from './signatures.ts';

/** Makes what all items of a form have: their common fields, their translations, and their nodes in the tree. */
export function itemMaker(
  { byLinkId, helpers, ownWords, note, carried }: Form,
  { textAndCode, displayText, languagesOf }: EntryTexts,
  logic: EntryLogic,
  { optionTextsIn, optionLanguages }: Questions,
  contained: readonly JsonObject[],
  inRows: ReadonlySet<Entry>,
) {
  const items: ItemDraft[] = [];
  const translations = new Map<string, Record<string, TranslationDraft['items'][string]>>();

  const node = (
    entry: Entry,
    made: {
      itemKey?: string | null;
      rowsKey?: string | null;
      scoreKey?: string | null;
      options?: readonly SourceOption[];
      units?: Question['units'];
    },
    item: readonly SourceNode[],
  ): SourceNode => {
    const units = made.units ?? [];
    const [only] = units;
    return {
      linkId: entry.linkId,
      type: entry.type,
      text: textOf(entry.raw, 'text'),
      definition: textOf(entry.raw, 'definition'),
      code: [...listOf(entry.raw, 'code')],
      itemKey: made.itemKey ?? null,
      ...(made.rowsKey ? { rowsKey: made.rowsKey } : {}),
      scoreKey: made.scoreKey ?? null,
      otherOf: ownWords.get(entry) ?? null,
      options: Object.fromEntries((made.options ?? []).map(({ key, element, value }) => [key, { element, value }])),
      unit: only && units.length === 1 ? { unit: only.unit, system: only.system, code: only.code } : null,
      ...(units.length > 1 ? { units: [...units] } : {}),
      item,
    };
  };

  function translate(
    entry: Entry,
    html: (language: string) => string,
    question: Question | null,
    key = entry.linkId,
  ): void {
    const languages = new Set([...languagesOf(entry), ...(question ? optionLanguages(entry) : [])]);
    const ends = question?.typed.type === 'SliderQuestion';
    for (const language of languages) {
      const ofLanguage = translations.get(language) ?? {};
      const options = question && question.options.length > 0 ? optionTextsIn(entry, language) : {};
      const [minLabel, maxLabel] = ends
        ? [displayText(entry, 'lower', language), displayText(entry, 'upper', language)]
        : [null, null];
      ofLanguage[key] = {
        ...(languagesOf(entry).has(language) ? { html: html(language) } : {}),
        ...(minLabel === null ? {} : { minLabel }),
        ...(maxLabel === null ? {} : { maxLabel }),
        ...(Object.keys(options).length > 0 ? { options } : {}),
      };
      translations.set(language, ofLanguage);
    }
    if (languages.size > 0) carried('texts in other languages (translation)', entry.place);
  }

  const needsItem = (entry: Entry): boolean =>
    isRepeatingGroup(entry) ||
    inRows.has(entry) ||
    isToBeSigned(entry) ||
    logic.owners.has(entry.linkId) ||
    (entry.type === 'group' && logic.constraints(entry).length > 0) ||
    (isConditional(entry) && !ownWords.has(entry));
  /** If nothing depends on the structure, only the order of the items is kept, so that plain forms stay plain. */
  const isStructured = [...byLinkId.values()].some((entry) => !helpers.has(entry) && needsItem(entry));

  function common(entry: Entry, html: string, parentKey: string | null): ItemFields {
    const image = imageOf([entry.raw, objectOf(entry.raw, '_text') ?? {}], contained, textAndCode(entry) ?? '');
    if (typeof image === 'string') note(entry.place, image);
    else if (image) carried('pictures of questions', entry.place);
    return {
      key: entry.linkId,
      html,
      ...(isStructured && parentKey !== null ? { parentKey } : {}),
      ...(inRows.has(entry) ? {} : logic.condition(entry)),
      ...(logic.constraints(entry).length > 0 ? { constraints: logic.constraints(entry) } : {}),
      ...(image && typeof image !== 'string' ? { image } : {}),
    };
  }

  return { items, translations, node, translate, common, needsItem };
}
export type ItemMaker = ReturnType<typeof itemMaker>;
