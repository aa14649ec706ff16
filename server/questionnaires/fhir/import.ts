import { createHash } from 'node:crypto';
import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import type { TemplateDraft } from '../saveTemplate.ts';
import { carryItems } from './carryItems.ts';
import { coreTerminology } from './coreTerminology.ts';
import { rootMetadata, rootShape, longestUrl } from './elements.ts';
import { readEntries } from './entries.ts';
import { entryChecks } from './entryChecks.ts';
import { entryTexts } from './entryTexts.ts';
import { entryTotals } from './entryTotals.ts';
import { comparePlaces, defaultSettings, type ImportSettings, type Place } from './reading.ts';
import { fileFault, isObject, type JsonObject, listOf, misshapen, objectOf, objectsOf, textOf } from './json.ts';
import type { Terminology } from './options.ts';

export { defaultSettings, type ImportSettings, type Place } from './reading.ts';

export type QuestionnaireReading =
  | { readonly kind: 'read'; readonly draft: TemplateDraft; readonly notes: readonly Place[] }
  | { readonly kind: 'refused'; readonly title: string; readonly refusals: readonly Place[] };

/** How keys of files begin that nothing names. */
export const contentKey = 'content|';
/** What a file without url and identifier is known by: the very same file is itself again, every other one is another. */
const keyOfContent = (resource: JsonObject): string =>
  `${contentKey}${createHash('sha256').update(JSON.stringify(resource)).digest('hex')}`;

/** The questionnaires and terminology of a file: one of these resources, or a Bundle with some. A text says what is wrong with it. */
export function questionnairesIn(file: unknown): { questionnaires: JsonObject[]; terminology: Terminology } | string {
  if (!isObject(file)) return 'is not a FHIR resource';
  const fault = fileFault(file);
  if (fault !== null) return fault;
  const resources =
    file.resourceType === 'Bundle'
      ? objectsOf(file, 'entry')
          .map((entry) => objectOf(entry, 'resource'))
          .filter(isObject)
      : [file];
  const ofType = (type: string) => resources.filter((resource) => resource.resourceType === type);
  const [questionnaires, valueSets, codeSystems] = [ofType('Questionnaire'), ofType('ValueSet'), ofType('CodeSystem')];
  if (questionnaires.length + valueSets.length + codeSystems.length === 0)
    return file.resourceType === 'Bundle'
      ? 'is a Bundle without a Questionnaire'
      : `is not a Questionnaire${typeof file.resourceType === 'string' ? ` but a ${file.resourceType}` : ''}`;
  return { questionnaires, terminology: { valueSets, codeSystems } };
}

/** What a file says that it is written in; nothing where it says none, or none that a page could name. */
function languageIn(resource: JsonObject): string | undefined {
  const { success, output } = v.safeParse(LanguageTag, textOf(resource, 'language'));
  return success ? output : undefined;
}

/**
 * Maps a FHIR R4 Questionnaire to our items (README, mapping table). What cannot be carried is refused with every place it
 * stands at; what is carried in another form is said in `notes`.
 */
export function readQuestionnaire(
  resource: JsonObject,
  around: Terminology,
  settings: ImportSettings = defaultSettings,
): QuestionnaireReading {
  const refusals: Place[] = [];
  const notes: Place[] = [];
  const refuse = (place: string, reason: string) => {
    if (!refusals.some((one) => one.place === place && one.reason === reason)) refusals.push({ place, reason });
  };
  const note = (place: string, reason: string) => notes.push({ place, reason });

  const ownTitle =
    textOf(resource, 'title') ??
    textOf(resource, 'name') ??
    objectsOf(resource, 'code').flatMap((coding) => textOf(coding, 'display') ?? [])[0];
  // LOINC's forms often have their name on the one group around everything.
  const [onlyGroup, ...furtherItems] = objectsOf(resource, 'item');
  const groupTitle =
    onlyGroup && onlyGroup.type === 'group' && furtherItems.length === 0 ? textOf(onlyGroup, 'text') : null;
  const [canonical = null, canonicalVersion = null] = textOf(resource, 'url')?.split('|') ?? [];
  const title =
    ownTitle ?? settings.title ?? groupTitle ?? textOf(resource, 'id') ?? canonical?.split('/').at(-1) ?? '';
  const contained = objectsOf(resource, 'contained');
  const terminology: Terminology = {
    valueSets: [
      ...contained.filter((one) => one.resourceType === 'ValueSet'),
      ...around.valueSets,
      ...coreTerminology.valueSets,
    ],
    codeSystems: [...contained.filter((one) => one.resourceType === 'CodeSystem'), ...around.codeSystems],
  };

  const form = readEntries(resource, terminology, settings, { refuse, note });
  const { byLinkId, roots, languages, checkExtensions } = form;

  // -- The questionnaire itself.
  if (resource.implicitRules !== undefined) refuse('Questionnaire', 'implicitRules change what it means');
  for (const key of Object.keys(resource))
    if (!rootMetadata.has(key) && !key.startsWith('_') && key !== 'implicitRules' && key !== 'modifierExtension')
      refuse('Questionnaire', `it has an element ${key} that R4 does not know`);
  checkExtensions(resource, 'Questionnaire', true);
  for (const fault of misshapen(resource, rootShape)) refuse('Questionnaire', fault);
  if ((canonical ?? '').length > longestUrl)
    refuse('Questionnaire', `its url has more than ${String(longestUrl)} characters`);
  if (ownTitle === undefined && settings.title === null && title !== '')
    note('Questionnaire', `it has neither a title nor a name; it is called "${title}"`);
  for (const one of contained)
    if (!['ValueSet', 'CodeSystem'].includes(String(one.resourceType)))
      note('Questionnaire', `the contained ${String(one.resourceType)} is not needed and not kept`);
  const subjects = listOf(resource, 'subjectType');
  if (subjects.length > 0 && !subjects.includes('Patient') && !subjects.includes('Person'))
    refuse('Questionnaire', `its subject is ${subjects.join(', ')}, not a patient`);
  if (title === '') refuse('Questionnaire', 'it has neither a title nor a name; its settings can give it one');
  if (roots.length === 0) refuse('Questionnaire', 'it has no items');

  const texts = entryTexts(form);
  const found = entryTotals(form, texts);
  const { items, scores, source } = carryItems(form, texts, found, entryChecks(form, texts), title);
  // Terms of totals must be items that are asked.
  const asked = new Set(
    items
      .filter((item) => item.type !== 'SectionHeader' && item.type !== 'QuestionMatrixGrouping')
      .map((item) => item.key),
  );
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
  // Without a total of its own nobody knows what belongs together: pain may stand beside well-being.
  const hasValues = items.some(
    (item) => 'options' in item && item.options.some((option) => typeof option.score === 'number'),
  );
  if (scores.length === 0 && found.totals.size === 0 && hasValues)
    note(
      'Questionnaire',
      'its options have values and it says no total, so that there is none; its settings can make one',
    );
  if (refusals.length === 0 && asked.size === 0) refuse('Questionnaire', 'it asks nothing');
  if (languages.size > 0)
    note(
      'Questionnaire',
      `its texts in ${[...languages].sort().join(', ')} are not shown; everybody reads the texts of the file itself`,
    );
  const inOrder = (places: readonly Place[]) => [...places].sort((a, b) => comparePlaces(a.place, b.place));
  if (refusals.length > 0) return { kind: 'refused', title, refusals: inOrder(refusals) };

  const identifiers = listOf(resource, 'identifier');
  const [identifier] = objectsOf(resource, 'identifier').filter((one) => textOf(one, 'value') !== null);
  return {
    kind: 'read',
    notes: inOrder(notes),
    draft: {
      sourceKey:
        canonical ??
        (identifier
          ? `${textOf(identifier, 'system') ?? ''}|${textOf(identifier, 'value') ?? ''}`
          : keyOfContent(resource)),
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
    },
  };
}
