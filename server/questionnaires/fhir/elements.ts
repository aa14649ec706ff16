import { url } from './extensions.ts';
import { extensionsOf, type JsonObject, objectOf, objectsOf, textOf } from './json.ts';

/** Metadata of a questionnaire that says nothing about its questions. */
export const rootMetadata = new Set([
  'resourceType',
  'id',
  'meta',
  'language',
  'text',
  'contained',
  'extension',
  'url',
  'identifier',
  'version',
  'name',
  'title',
  'derivedFrom',
  'status',
  'experimental',
  'subjectType',
  'date',
  'publisher',
  'contact',
  'description',
  'useContext',
  'jurisdiction',
  'purpose',
  'copyright',
  'copyrightLabel',
  'approvalDate',
  'lastReviewDate',
  'effectivePeriod',
  'code',
  'item',
  'versionAlgorithmString',
  'versionAlgorithmCoding',
  'resourceDefinition',
]);
export const rootShape = {
  url: 'text',
  version: 'text',
  name: 'text',
  title: 'text',
  description: 'text',
  copyright: 'text',
  identifier: 'objects',
  code: 'objects',
  contained: 'objects',
  subjectType: 'texts',
  item: 'objects',
  modifierExtension: 'objects',
} as const;
export const itemShape = {
  id: 'text',
  linkId: 'text',
  definition: 'text',
  code: 'objects',
  prefix: 'text',
  text: 'text',
  type: 'text',
  enableWhen: 'objects',
  enableBehavior: 'text',
  required: 'flag',
  repeats: 'flag',
  readOnly: 'flag',
  maxLength: 'count',
  answerValueSet: 'text',
  answerOption: 'objects',
  initial: 'objects',
  item: 'objects',
  modifierExtension: 'objects',
} as const;
export const itemElements = new Set([...Object.keys(itemShape), 'extension']);
/** The SDC profiles allow nothing longer, and the database has them in an index. */
export const longestLinkId = 255;
export const longestUrl = 1000;
/** FHIR's integers have 32 bits. */
export const largestInteger = 2_147_483_647;
export const choiceTypes = new Set(['choice', 'open-choice']);
/** Our own hint (system `urn:vestibule:item-control`) on an attachment: a photo of a card, which the app helps to take. */
export const cardPhotoControl = 'card-photo';
/** Hints for questions that we follow, or that ask for what we do anyway. */
export const questionControls = new Set([
  'radio-button',
  'check-box',
  'drop-down',
  'autocomplete',
  'lookup',
  'slider',
  'spinner',
  'text-box',
  'inline',
  'prompt',
  cardPhotoControl,
]);
/** UCUM writes annotations in braces: `{score}`, `{#}`, `{beats}/min`. People read them without. */
export const shownUnit = (unit: string | null): string | null => {
  const text = unit?.replace(/[{}]/g, '').trim() ?? '';
  return text === '' || text === '#' ? null : text;
};
/** Types that R4 allows to have a list of values to choose from (rule que-5). */
export const typesWithOptions = new Set(['integer', 'date', 'time', 'string', 'text']);
export const tables = new Set(['table', 'htable', 'gtable', 'atable', 'matrix', 'grid']);
export const plainGroups = new Set(['list', 'header', 'footer', 'page', 'tab-container', 'collapsible', 'wizard']);
/** Names of hints that some files write without their hyphens. */
const controlNames: Readonly<Record<string, string>> = {
  dropdown: 'drop-down',
  radiobutton: 'radio-button',
  radio: 'radio-button',
  checkbox: 'check-box',
  combobox: 'drop-down',
};
export const dropdownControls = new Set(['drop-down', 'autocomplete', 'lookup']);
/** Names of figures that are looked up in a table or divided. The sum of the answers is not that number. */
export const otherFigure =
  /\b[tz][- ]?scores?\b|\b(average|index|mean|normed|percent(age|ile)?|standardi[sz]ed|standard)\b|%/i;
/** With at least this many options, a choice without a hint becomes a drop-down list. */
export const dropdownFrom = 11;

export function controlsOf(item: JsonObject): string[] {
  return extensionsOf(item)
    .filter((one) => one.url === url.itemControl)
    .flatMap((one) => {
      const concept = objectOf(one, 'valueCodeableConcept');
      const codes = objectsOf(concept, 'coding').flatMap((coding) => textOf(coding, 'code') ?? []);
      const named = codes.length > 0 ? codes : [textOf(concept, 'text') ?? ''];
      return named
        .map((code) => controlNames[code.toLowerCase().replace(/[\s_-]+/g, '')] ?? code.toLowerCase())
        .filter((code) => code !== '');
    });
}

export function expressionsOf(
  holder: JsonObject,
  address: string,
): { name: string | null; language: string | null; text: string }[] {
  return extensionsOf(holder)
    .filter((one) => one.url === address)
    .flatMap((one) => {
      const expression = objectOf(one, 'valueExpression');
      const text = textOf(expression, 'expression');
      return text === null
        ? []
        : [{ name: textOf(expression, 'name'), language: textOf(expression, 'language'), text }];
    });
}
export const variablesOf = (holder: JsonObject, owner: string | null) =>
  expressionsOf(holder, url.variable).flatMap(
    ({ name, text, language }): [string, { text: string; language: string | null; owner: string | null }][] =>
      name === null ? [] : [[name, { text, language, owner }]],
  );
