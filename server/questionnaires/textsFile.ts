import { LanguageTag, type ListAnswerId, type QuestionnaireItemId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { safeHtml } from '../html/richText.ts';
import { itemIdsOf, optionIdsOf } from './saveTemplate.ts';
import { TemplateRevision, textKey } from './template.ts';
import { CurrentTexts, type Texts, textsWithId } from './texts.ts';

const current = statement(
  'texts.current',
  `select r.content, t.current_texts as "currentTexts" from questionnaire_templates t
     join questionnaire_revisions r on r.template_id = t.id and r.revision = t.current_revision where t.id = $templateId`,
  v.object({ content: TemplateRevision, currentTexts: CurrentTexts }),
);
const lock = statement(
  'texts.lock',
  'select id from questionnaire_templates where id = $templateId for update',
  v.object({ id: v.number() }),
);
const insert = statement(
  'texts.insert',
  'insert into questionnaire_texts (template_id, language, content) values ($templateId, $language, $content) returning id',
  v.object({ id: v.number() }),
);
const setCurrent = statement(
  'texts.setCurrent',
  'update questionnaire_templates set current_texts = current_texts || jsonb_build_object($language::text, $textsId::bigint) where id = $templateId',
);

const Line = v.strictObject({
  of: v.picklist([
    'title',
    'description',
    'instructions',
    'message',
    'item',
    'option',
    'minLabel',
    'maxLabel',
    'entryFormat',
    'constraint',
    'score',
  ]),
  linkId: v.optional(v.string()),
  /** The key of the option, constraint or score. */
  key: v.optional(v.string()),
  original: v.optional(v.string()),
  /** The translation; empty: there is none yet. */
  text: v.pipe(v.string(), v.maxLength(20_000)),
});
/** A facility's file with the texts of one questionnaire in one language. */
export const TextsFile = v.strictObject({
  questionnaire: v.optional(v.string()),
  language: v.optional(LanguageTag),
  texts: v.array(Line),
});
export type TextsFile = v.InferOutput<typeof TextsFile>;
type Line = v.InferOutput<typeof Line>;

/** A text that can be translated. */
interface Place extends Pick<Line, 'of' | 'linkId' | 'key'> {
  readonly textKey: string;
  readonly original: string;
  /** It is sanitized HTML, as the original is. */
  readonly isHtml: boolean;
}

/** All texts of a revision that people read, in its order. */
function placesOf(
  { title, description, instructions, defaultMessage, items, scores }: TemplateRevision,
  linkIdOf: (id: QuestionnaireItemId) => string,
  optionKeyOf: (id: ListAnswerId) => string,
): Place[] {
  const places: Place[] = [{ of: 'title', textKey: textKey.title, original: title, isHtml: false }];
  const html = (of: 'description' | 'instructions' | 'message', key: string, original: string | null) => {
    if (original) places.push({ of, textKey: key, original, isHtml: true });
  };
  html('description', textKey.description, description);
  html('instructions', textKey.instructions, instructions);
  html('message', textKey.defaultMessage, defaultMessage);
  for (const item of items) {
    const id = item.questionnaireItemId;
    const linkId = linkIdOf(id);
    const plain = (of: Line['of'], key: string, original: string | null | undefined, name?: string) => {
      if (original)
        places.push({
          of,
          linkId,
          ...(name === undefined ? {} : { key: name }),
          textKey: key,
          original,
          isHtml: false,
        });
    };
    if (item.formattedText !== '')
      places.push({ of: 'item', linkId, textKey: textKey.item(id), original: item.formattedText, isHtml: true });
    if ('listAnswers' in item)
      for (const { listAnswerId, answerText } of item.listAnswers)
        plain('option', textKey.option(id, listAnswerId), answerText, optionKeyOf(listAnswerId));
    if (item.questionnaireItemType === 'SliderQuestion') {
      plain('minLabel', textKey.minLabel(id), item.minLabel);
      plain('maxLabel', textKey.maxLabel(id), item.maxLabel);
    }
    if (item.questionnaireItemType === 'TextQuestion') plain('entryFormat', textKey.entryFormat(id), item.entryFormat);
    for (const { key, message } of item.constraints ?? [])
      plain('constraint', textKey.constraint(id, key), message, key);
  }
  for (const { scoreKey, name, isShown } of scores)
    if (isShown)
      places.push({ of: 'score', key: scoreKey, textKey: textKey.score(scoreKey), original: name, isHtml: false });
  return places;
}

const nameOf = ({ of, linkId, key }: Pick<Line, 'of' | 'linkId' | 'key'>): string =>
  [of, linkId === undefined ? '' : `of "${linkId}"`, key === undefined ? '' : `"${key}"`].filter(Boolean).join(' ');

interface Known {
  readonly content: TemplateRevision;
  readonly currentTexts: CurrentTexts;
  readonly places: readonly Place[];
}
async function knownOf(db: Db, templateId: number): Promise<Known> {
  const { content, currentTexts } = await db.one(current, { templateId });
  const items = new Map((await db.many(itemIdsOf, { templateId })).map(({ id, key }) => [id, key]));
  const options = new Map((await db.many(optionIdsOf, { templateId })).map(({ id, option }) => [id, option]));
  const places = placesOf(
    content,
    (id) => items.get(id) ?? String(id),
    (id) => options.get(id) ?? String(id),
  );
  return { content, currentTexts, places };
}

const textsOf = async (db: Db, textsId: number | undefined): Promise<Texts> =>
  textsId === undefined ? {} : await textsWithId(db, textsId);

/** The file for a translator: every text with its current translation, the facility's or the questionnaire file's own. */
export async function exportTexts(db: Db, templateId: number, language: string): Promise<TextsFile> {
  const { content, currentTexts, places } = await knownOf(db, templateId);
  const own = await textsOf(db, currentTexts[language]);
  const ofFile = content.translations?.[language] ?? {};
  return {
    questionnaire: content.title,
    language,
    texts: places.map(({ of, linkId, key, textKey: name, original }) => ({
      of,
      ...(linkId === undefined ? {} : { linkId }),
      ...(key === undefined ? {} : { key }),
      original,
      text: own[name] ?? ofFile[name] ?? '',
    })),
  };
}

interface TextsTaken {
  readonly translated: number;
  readonly total: number;
  /** The texts that are not translated. */
  readonly missing: readonly string[];
  /** Translations in the file for texts that the questionnaire does not have. They are left out. */
  readonly unknown: readonly string[];
  /** Translations whose original text has changed since. They are stored all the same. */
  readonly outdated: readonly string[];
  readonly isChanged: boolean;
}

/**
 * Replaces the facility's texts in a language by those of a file. The questionnaire keeps its revision and its drafts, because ids, rules
 * and answers stay the same. Call it in a transaction.
 */
export async function takeTexts(
  tx: Db,
  templateId: number,
  language: string,
  { texts }: TextsFile,
): Promise<TextsTaken> {
  await tx.one(lock, { templateId });
  const { content, currentTexts, places } = await knownOf(tx, templateId);
  const byName = new Map(places.map((place) => [nameOf(place), place]));
  const taken: Texts = {};
  const unknown: string[] = [];
  const outdated: string[] = [];
  for (const line of texts) {
    const text = line.text.trim();
    if (text === '') continue;
    const place = byName.get(nameOf(line));
    if (!place) {
      unknown.push(nameOf(line));
      continue;
    }
    if (line.original !== undefined && line.original !== place.original) outdated.push(nameOf(line));
    taken[place.textKey] = place.isHtml ? safeHtml(text) : text;
  }
  const all = { ...content.translations?.[language], ...taken };
  const missing = places.filter((place) => all[place.textKey] === undefined).map(nameOf);
  const before = await textsOf(tx, currentTexts[language]);
  const written = (of: Texts) => JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  const isChanged = written(before) !== written(taken);
  if (isChanged) {
    const { id: textsId } = await tx.one(insert, { templateId, language, content: JSON.stringify(taken) });
    await tx.run(setCurrent, { templateId, language, textsId });
  }
  return {
    translated: places.length - missing.length,
    total: places.length,
    missing,
    unknown,
    outdated,
    isChanged,
  };
}

interface LanguageState {
  readonly language: string;
  readonly translated: number;
  readonly total: number;
}

/** The languages in which a questionnaire has texts besides its own, and how many of the texts each has. */
export async function listTexts(db: Db, templateId: number): Promise<LanguageState[]> {
  const { content, currentTexts, places } = await knownOf(db, templateId);
  const languages = new Set([...Object.keys(content.translations ?? {}), ...Object.keys(currentTexts)]);
  const states: LanguageState[] = [];
  for (const language of [...languages].sort()) {
    const all = { ...content.translations?.[language], ...(await textsOf(db, currentTexts[language])) };
    states.push({
      language,
      translated: places.filter((place) => all[place.textKey] !== undefined).length,
      total: places.length,
    });
  }
  return states;
}
