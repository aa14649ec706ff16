import { createHash } from 'node:crypto';
import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import type { ItemDraft, TemplateDraft, TranslationDraft } from '../draft.ts';
import { answerRows } from './answerRows.ts';
import { carryItems } from './carryItems.ts';
import { coreTerminology } from './coreTerminology.ts';
import { calculatedCircles } from './circles.ts';
import { rootMetadata, rootShape, longestUrl } from './elements.ts';
import { readEntries } from './entries.ts';
import { unknownElements } from './entryChecks.ts';
import { entryTexts, translationsOf } from './entryTexts.ts';
import { entryTotals } from './entryTotals.ts';
import { comparePlaces, defaultSettings, type ImportSettings, type PlaceNote } from './reading.ts';
import {
  fileFault,
  isObject,
  type JsonObject,
  listOf,
  misshapen,
  objectOf,
  objectsOf,
  resourcesIn,
  textOf,
} from './json.ts';
import { entryLogic } from './logic.ts';
import type { Terminology } from './concepts.ts';
import { questions } from './questions.ts';
import { asR4 } from './versions.ts';

export type QuestionnaireReading =
  | ({ readonly kind: 'read'; readonly draft: TemplateDraft } & Report)
  | ({ readonly kind: 'refused'; readonly title: string; readonly refusals: readonly PlaceNote[] } & Report);

/** What an import did with a file, besides what it refused. */
interface Report {
  /** What is carried in another form or has no effect here. */
  readonly notes: readonly PlaceNote[];
  /** Constructs beyond plain questions that are carried unchanged, and where. */
  readonly carried: readonly { readonly construct: string; readonly places: readonly string[] }[];
}

/** The beginning of the source keys of files that have no url or identifier. */
export const contentKey = 'content|';
/** The source key of a file without url and identifier, from its content: only the very same file is the same questionnaire. */
const keyOfContent = (resource: JsonObject): string =>
  `${contentKey}${createHash('sha256').update(JSON.stringify(resource)).digest('hex')}`;

/** The questionnaires and terminology in a file: one such resource, or a Bundle of them. A returned string says what is wrong with it. */
export function questionnairesIn(file: unknown): { questionnaires: JsonObject[]; terminology: Terminology } | string {
  if (!isObject(file)) return 'is not a FHIR resource';
  const fault = fileFault(file);
  if (fault !== null) return fault;
  const resources = resourcesIn(file);
  const ofType = (type: string) => resources.filter((resource) => resource.resourceType === type);
  const [questionnaires, valueSets, codeSystems] = [ofType('Questionnaire'), ofType('ValueSet'), ofType('CodeSystem')];
  if (questionnaires.length + valueSets.length + codeSystems.length === 0)
    return file.resourceType === 'Bundle'
      ? 'is a Bundle without a Questionnaire'
      : `is not a Questionnaire${typeof file.resourceType === 'string' ? ` but a ${file.resourceType}` : ''}`;
  return { questionnaires, terminology: { valueSets, codeSystems } };
}

/** The language that a file declares; undefined if it has none, or one that is not a valid tag for a page. */
function languageIn(resource: JsonObject): string | undefined {
  const { success, output } = v.safeParse(LanguageTag, textOf(resource, 'language'));
  return success ? output : undefined;
}

const isAskedOfPerson = (item: ItemDraft): boolean =>
  takesAnswers(item) && item.isHidden !== true && item.isReadOnly !== true && item.calculated === undefined;
const takesAnswers = ({ type }: ItemDraft): boolean =>
  type !== 'SectionHeader' && type !== 'QuestionMatrixGrouping' && type !== 'QuestionGroup';

/** The texts in other languages, of the items and of the questionnaire itself. */
function translated(
  resource: JsonObject,
  items: ReadonlyMap<string, TranslationDraft['items']>,
): Pick<TemplateDraft, 'translations'> {
  const [titles, descriptions] = [
    translationsOf(objectOf(resource, '_title')),
    translationsOf(objectOf(resource, '_description')),
  ];
  const languages = new Set([...items.keys(), ...titles.keys(), ...descriptions.keys()]);
  if (languages.size === 0) return {};
  const of = (language: string): TranslationDraft => {
    const [title, description] = [titles.get(language), descriptions.get(language)];
    return {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      items: items.get(language) ?? {},
    };
  };
  return { translations: Object.fromEntries([...languages].sort().map((language) => [language, of(language)])) };
}

/**
 * Maps a FHIR R4 Questionnaire to our items (README, mapping table). What cannot be carried is refused with every place where it occurs;
 * what is carried in another form is listed in `notes`.
 */
export function readQuestionnaire(
  file: JsonObject,
  around: Terminology,
  settings: ImportSettings = defaultSettings,
): QuestionnaireReading {
  const refusals: PlaceNote[] = [];
  const notes: PlaceNote[] = [];
  const constructs = new Map<string, Set<string>>();
  const said = new Set<string>();
  const say = (list: PlaceNote[], place: string, reason: string) => {
    const key = JSON.stringify([list === notes, place, reason]);
    if (!said.has(key)) list.push({ place, reason });
    said.add(key);
  };
  const refuse = (place: string, reason: string) => say(refusals, place, reason);
  const note = (place: string, reason: string) => say(notes, place, reason);
  const carried = (construct: string, place: string) => {
    constructs.set(construct, (constructs.get(construct) ?? new Set()).add(place));
  };
  const resource = asR4(file, note);

  const ownTitle =
    textOf(resource, 'title') ??
    textOf(resource, 'name') ??
    objectsOf(resource, 'code').flatMap((coding) => textOf(coding, 'display') ?? [])[0];
  // LOINC's forms often have their name on a single group that contains everything.
  const [onlyGroup, ...furtherItems] = objectsOf(resource, 'item');
  const groupTitle =
    onlyGroup && onlyGroup.type === 'group' && furtherItems.length === 0 ? textOf(onlyGroup, 'text') : null;
  const [canonical = null, canonicalVersion = null] = textOf(resource, 'url')?.split('|') ?? [];
  const title =
    ownTitle ??
    settings.title ??
    groupTitle ??
    textOf(resource, 'id') ??
    canonical?.split('/').at(-1) ??
    settings.fileName ??
    '';
  const contained = objectsOf(resource, 'contained');
  const terminology: Terminology = {
    valueSets: [
      ...contained.filter((one) => one.resourceType === 'ValueSet'),
      ...around.valueSets,
      ...coreTerminology.valueSets,
    ],
    codeSystems: [...contained.filter((one) => one.resourceType === 'CodeSystem'), ...around.codeSystems],
  };

  const form = readEntries(resource, terminology, settings, { refuse, note, carried });
  const { byLinkId, roots, checkExtensions } = form;

  const { implicitRules, ...elements } = resource;
  if (implicitRules !== undefined) refuse('Questionnaire', 'implicitRules change what it means');
  unknownElements(elements, rootMetadata, 'Questionnaire', { refuse, note });
  checkExtensions(resource, 'Questionnaire', true);
  for (const fault of misshapen(resource, rootShape)) refuse('Questionnaire', fault);
  if ((canonical ?? '').length > longestUrl)
    refuse('Questionnaire', `its url has more than ${String(longestUrl)} characters`);
  if (ownTitle === undefined && settings.title === null && title !== '')
    note(
      'Questionnaire',
      `it has neither a title nor a name; it is called "${title}" unless its settings give it a title`,
    );
  for (const one of contained)
    if (!['ValueSet', 'CodeSystem', 'Binary'].includes(String(one.resourceType)))
      note('Questionnaire', `the contained ${String(one.resourceType)} is not needed and not kept`);
  const subjects = listOf(resource, 'subjectType');
  if (subjects.length > 0 && !subjects.includes('Patient') && !subjects.includes('Person')) {
    const accepted = subjects.find((one) => typeof one === 'string' && settings.acceptedSubjects?.has(one));
    if (accepted === undefined)
      refuse(
        'Questionnaire',
        `its subject is ${subjects.join(', ')}, not a patient; --accept-subject takes it as a patient's`,
      );
    else
      note('Questionnaire', `its subject is ${subjects.join(', ')}; its answers go out as the patient's, as was asked`);
  }
  if (title === '') refuse('Questionnaire', 'it has neither a title nor a name; its settings can give it one');
  if (roots.length === 0) refuse('Questionnaire', 'it has no items');

  const texts = entryTexts(form, contained);
  const found = entryTotals(form, texts);
  const logic = entryLogic(form, found.totals, resource);
  const inRows = answerRows(form, logic);
  const made = carryItems(
    form,
    texts,
    found,
    logic,
    questions(form, texts, found, terminology, contained, inRows),
    contained,
    inRows,
    resource,
    title,
  );
  const { items, scores, source, valueSets } = made;
  // The items that conditions, variables and totals name must exist and be answerable.
  const asked = new Set(items.filter(takesAnswers).map((item) => item.key));
  const all = new Set(items.map((item) => item.key));
  for (const { key, enableWhen } of items)
    for (const { itemKey } of enableWhen?.conditions ?? [])
      if (!asked.has(itemKey))
        refuse(byLinkId.get(key)?.place ?? key, `it depends on "${itemKey}", which is never asked`);
  for (const { name, itemKey } of logic.variables)
    if (itemKey !== null && !all.has(itemKey))
      refuse(byLinkId.get(itemKey)?.place ?? itemKey, `its variable %${name} is needed, but the item is left out`);
  for (const [at, score] of scores.entries()) {
    const needs = (score.needs ?? []).map((need) => ({ ...need, of: need.of.filter((key) => asked.has(key)) }));
    for (const need of needs)
      if (need.of.length < need.atLeast)
        refuse(byLinkId.get(score.key)?.place ?? score.key, 'it depends on answers to what is never asked');
    scores[at] = { ...score, needs };
    for (const { itemKey } of score.terms)
      if (!asked.has(itemKey))
        refuse(byLinkId.get(score.key)?.place ?? score.key, `it adds "${itemKey}", which is never asked`);
  }
  // Without a declared total it is unknown which values belong together: pain may be next to well-being.
  const hasValues = items.some(
    (item) => 'options' in item && item.options.some((option) => typeof option.score === 'number'),
  );
  if (scores.length === 0 && found.totals.size === 0 && hasValues)
    note(
      'Questionnaire',
      'its options have values and it says no total, so that there is none; its settings can make one',
    );
  if (refusals.length === 0 && !items.some(isAskedOfPerson)) {
    if (items.some((item) => item.isHidden !== true)) note('Questionnaire', 'it asks nothing; it only shows');
    else refuse('Questionnaire', 'it neither asks nor shows anything');
  }
  const identifiers = listOf(resource, 'identifier');
  const [identifier] = objectsOf(resource, 'identifier').filter((one) => textOf(one, 'value') !== null);
  const draft: TemplateDraft = {
    sourceKey:
      canonical ??
      (identifier ? `${textOf(identifier, 'system') ?? ''}|${textOf(identifier, 'value') ?? ''}` : keyOfContent(file)),
    title,
    language: languageIn(resource),
    description: textOf(resource, 'description'),
    items,
    scores,
    source: {
      url: canonical,
      version: textOf(resource, 'version') ?? canonicalVersion,
      name: textOf(resource, 'name'),
      copyright: textOf(resource, 'copyright'),
      identifier: [...identifiers],
      code: [...listOf(resource, 'code')],
      item: source,
    },
    ...(logic.hasExpressions
      ? { formLogic: { variables: logic.variables, patientElements: logic.patientElements } }
      : {}),
    ...translated(resource, made.translations),
    ...(valueSets.length > 0 ? { valueSets } : {}),
  };
  if (refusals.length === 0)
    for (const circle of calculatedCircles(draft))
      for (const key of circle)
        refuse(
          byLinkId.get(key)?.place ?? key,
          `it depends on itself, by way of a calculation (${circle.map((one) => `"${one}"`).join(', ')})`,
        );
  const inOrder = (places: readonly PlaceNote[]) => [...places].sort((a, b) => comparePlaces(a.place, b.place));
  const report = [...constructs]
    .map(([construct, places]) => ({ construct, places: [...places].sort(comparePlaces) }))
    .sort((a, b) => (a.construct < b.construct ? -1 : 1));
  if (refusals.length > 0)
    return { kind: 'refused', title, refusals: inOrder(refusals), notes: inOrder(notes), carried: report };

  return { kind: 'read', notes: inOrder(notes), carried: report, draft };
}
