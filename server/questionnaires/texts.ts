import {
  LanguageCode,
  LanguageTag,
  type ListAnswer,
  type QuestionnaireItem,
  type Role,
  sharedTexts,
} from '@portal/api';
import * as v from 'valibot';
import { lastingValue } from '../http/answerText.ts';
import { type Db, statement } from '../db/pool.ts';
import { revisionOf } from './revisions.ts';
import { safeHtml } from '../html/richText.ts';
import { type ScoreDefinition, type TemplateRevision, textKey } from './template.ts';

/** Texts in one language, by `textKey`. */
export const Texts = v.record(v.string(), v.string());
export type Texts = v.InferOutput<typeof Texts>;
/** The ids of the facility's current texts, by language. */
export const CurrentTexts = v.record(v.string(), v.number());
export type CurrentTexts = v.InferOutput<typeof CurrentTexts>;

/** A revision in a reader's language. Ids, rules and the values of scores are those of the revision. */
export interface ShownRevision extends TemplateRevision {
  /** It is not in the reader's first language. */
  readonly isFallbackLanguage?: true;
  /** The facility's texts that it is shown with. */
  readonly textsId: number | null;
}

const readTexts = statement(
  'texts.read',
  'select content from questionnaire_texts where id = $textsId',
  v.object({ content: Texts }),
);
/** The facility's texts with an id. */
export const textsWithId = async (db: Db, textsId: number): Promise<Texts> =>
  (await db.one(readTexts, { textsId })).content;

/** The first part of a tag, so that a reader of Spanish gets Mexican Spanish. */
export const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? tag;
/** "Yes" and "No" in the first of these languages that pages have. */
export function yesNoIn(languages: readonly (string | null | undefined)[]): {
  readonly yes: string;
  readonly no: string;
} {
  const found = languages.map((tag) => v.safeParse(LanguageCode, baseOf(tag ?? ''))).find(({ success }) => success);
  const words = sharedTexts[found?.success === true ? found.output : 'en'];
  return { yes: words['treatmentSummary.value_yes'], no: words['treatmentSummary.value_no'] };
}
/** The entry for a language: with this exact tag, else with another tag of the same language. */
function entryOf<T>(byLanguage: Readonly<Record<string, T>>, language: string): T | undefined {
  const entries = Object.entries(byLanguage);
  const found =
    entries.find(([tag]) => tag.toLowerCase() === language.toLowerCase()) ??
    entries.find(([tag]) => baseOf(tag) === baseOf(language));
  return found?.[1];
}

/**
 * The languages in which somebody wants to read, best first: the page's language, then that of the patient's account. If the account's
 * language is not one that pages have, the page could not be in it, so it comes first.
 */
export function readersLanguages(role: Role, ofPage: string | undefined, ofAccount: string | null): string[] {
  const isAccountFirst = role === 'patient' && ofAccount !== null && !v.is(LanguageCode, baseOf(ofAccount));
  const inOrder = isAccountFirst ? [ofAccount, ofPage] : [ofPage, ofAccount];
  return inOrder.filter((tag): tag is string => tag !== undefined && v.is(LanguageTag, tag));
}

/** Whether enough of the questions are translated to call the whole questionnaire translated. */
const coversItems = ({ items }: TemplateRevision, texts: Texts): boolean => {
  const worded = items.filter((item) => item.formattedText !== '' && item.isHidden !== true);
  const translated = worded.filter((item) => texts[textKey.item(item.questionnaireItemId)] !== undefined);
  return translated.length > 0 && translated.length * 2 >= worded.length;
};

function translatedItem(item: QuestionnaireItem, texts: Texts): QuestionnaireItem {
  const id = item.questionnaireItemId;
  const common = {
    formattedText: safeHtml(texts[textKey.item(id)] ?? item.formattedText),
    ...(item.constraints === undefined
      ? {}
      : {
          constraints: item.constraints.map((one) => ({
            ...one,
            message: texts[textKey.constraint(id, one.key)] ?? one.message,
          })),
        }),
  };
  const optionsOf = (options: readonly ListAnswer[]) =>
    options.map((option) => ({
      ...option,
      answerText: texts[textKey.option(id, option.listAnswerId)] ?? option.answerText,
    }));
  switch (item.questionnaireItemType) {
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion':
      return { ...item, ...common, listAnswers: optionsOf(item.listAnswers) };
    case 'SliderQuestion':
      return {
        ...item,
        ...common,
        minLabel: texts[textKey.minLabel(id)] ?? item.minLabel,
        maxLabel: texts[textKey.maxLabel(id)] ?? item.maxLabel,
      };
    case 'TextQuestion': {
      const entryFormat = texts[textKey.entryFormat(id)] ?? item.entryFormat;
      return { ...item, ...common, ...(entryFormat === undefined ? {} : { entryFormat }) };
    }
    case 'SectionHeader':
    case 'BooleanQuestion':
    case 'NumberQuestion':
    case 'DateQuestion':
    case 'QuestionMatrixGrouping':
    case 'QuestionGroup':
    case 'DateTimeQuestion':
    case 'TimeQuestion':
    case 'QuantityQuestion':
    case 'UrlQuestion':
    case 'AttachmentQuestion':
    case 'LookupQuestion':
    case 'SignatureQuestion':
      return { ...item, ...common };
  }
}

/** The facility's own text in the first of these languages that it has; undefined if it has none. */
const wordsIn = (byLanguage: Readonly<Record<string, string>>, languages: readonly string[]): string | undefined =>
  languages.flatMap((language) => entryOf(byLanguage, language) ?? [])[0];

/** A score with its name and messages translated. Its values are the same in every language. */
const translatedScore = (score: ScoreDefinition, texts: Texts, languages: readonly string[]): ScoreDefinition => ({
  ...score,
  name: texts[textKey.score(score.scoreKey)] ?? score.name,
  messages: score.messages.map((message) => ({
    ...message,
    text: wordsIn(message.texts, languages) ?? message.text,
  })),
});

/** Rules with their texts for the patient translated. The conditions are the same in every language. */
const translatedAlerts = (
  { alerts }: TemplateRevision,
  languages: readonly string[],
): Pick<TemplateRevision, 'alerts'> =>
  alerts === undefined
    ? {}
    : { alerts: alerts.map((rule) => ({ ...rule, text: wordsIn(rule.texts, languages) ?? rule.text })) };

/**
 * A revision in the first of these languages that it has, and whether that is not the first of them. `texts` are the facility's own by
 * language, which replace those of the file.
 */
export function translated(
  revision: TemplateRevision,
  languages: readonly string[],
  texts: Readonly<Record<string, Texts>> = {},
): Omit<ShownRevision, 'textsId'> {
  const own = revision.language;
  const inLanguages = {
    scores: revision.scores.map((score) => translatedScore(score, {}, languages)),
    ...translatedAlerts(revision, languages),
  };
  for (const [nth, language] of languages.entries()) {
    const fallback = nth === 0 ? {} : ({ isFallbackLanguage: true } as const);
    // If it is not known what it is written in, that may be the reader's first language, which is better than one that they prefer less.
    if (own === undefined && nth > 0) break;
    if (own !== undefined && baseOf(own) === baseOf(language)) return { ...revision, ...inLanguages, ...fallback };
    const merged = { ...entryOf(revision.translations ?? {}, language), ...entryOf(texts, language) };
    if (!coversItems(revision, merged)) continue;
    const html = (key: string, before: string | null) => {
      const text = merged[key];
      return text === undefined ? before : safeHtml(text);
    };
    return {
      ...revision,
      ...fallback,
      language,
      title: merged[textKey.title] ?? revision.title,
      description: html(textKey.description, revision.description),
      instructions: html(textKey.instructions, revision.instructions),
      defaultMessage: html(textKey.defaultMessage, revision.defaultMessage),
      items: revision.items.map((item) => translatedItem(item, merged)),
      scores: revision.scores.map((score) => translatedScore(score, merged, [language, ...languages])),
      ...translatedAlerts(revision, [language, ...languages]),
    };
  }
  // If the original language is unknown, it is not known to be another one.
  const isKnownToDiffer = own !== undefined && languages.length > 0;
  return { ...revision, ...inLanguages, ...(isKnownToDiffer ? { isFallbackLanguage: true } : {}) };
}

/** Cached: neither a revision nor a row of texts ever changes. */
const known = new Map<string, ShownRevision>();
const mostKnown = 200;

/** A revision in a reader's language, with the facility's texts of these ids. */
export async function shownRevision(
  db: Db,
  revisionKey: string,
  languages: readonly string[],
  textsIds: CurrentTexts,
): Promise<ShownRevision> {
  const ids = Object.fromEntries(
    languages.flatMap((language) => {
      const id = entryOf(textsIds, language);
      return id === undefined ? [] : [[language, id]];
    }),
  );
  const key = JSON.stringify([revisionKey, languages, ids]);
  const before = known.get(key);
  if (before) return before;
  const texts: Record<string, Texts> = {};
  for (const [language, textsId] of Object.entries(ids)) texts[language] = await textsWithId(db, textsId);
  const shown = translated(await revisionOf(db, revisionKey), languages, texts);
  const made: ShownRevision = {
    ...shown,
    items: lastingValue(shown.items),
    textsId: shown.language === undefined ? null : (ids[shown.language] ?? null),
  };
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  known.set(key, made);
  return made;
}
