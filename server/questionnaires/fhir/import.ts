import { freeTextMaximum } from '@portal/api';
import { htmlOfText, losesContent, safeHtml } from '../richText.ts';
import type { ItemDraft, OptionDraft, ScoreDraft, TemplateDraft } from '../saveTemplate.ts';
import type { SourceNode } from '../template.ts';
import { coreTerminology } from './coreTerminology.ts';
import { extensionFault, url } from './extensions.ts';
import { NotRead } from './fhirPath.ts';
import { extension, extensionsOf, fileFault, isObject, type JsonObject, listOf, misshapen, numberOf, objectOf, objectsOf, textOf, valueOf } from './json.ts';
import { openLabel, type OptionReading, readOptions, type SourceOption, type Terminology } from './options.ts';
import { readTotal, type Scope, type Total } from './totals.ts';

/** Something that cannot be carried, and where it stands. */
export interface Place {
  readonly place: string;
  readonly reason: string;
}

export type QuestionnaireReading =
  | { readonly kind: 'read'; readonly draft: TemplateDraft; readonly notes: readonly Place[] }
  | { readonly kind: 'refused'; readonly title: string; readonly refusals: readonly Place[] };

export interface ImportSettings {
  /** Addresses of extensions that whoever imports has judged harmless. */
  readonly acceptedExtensions: ReadonlySet<string>;
  /** LinkIds that whoever imports does without, with what is under them. */
  readonly leaveOut: ReadonlySet<string>;
  /** What an answer of one's own is called where the source does not say. */
  readonly otherLabel: string;
}
export const defaultSettings: ImportSettings = { acceptedExtensions: new Set(), leaveOut: new Set(), otherLabel: 'Other' };

/** The questionnaires and terminology of a file: one of these resources, or a Bundle with some. A text says what is wrong with it. */
export function questionnairesIn(file: unknown): { questionnaires: JsonObject[]; terminology: Terminology } | string {
  if (!isObject(file)) return 'is not a FHIR resource';
  const fault = fileFault(file);
  if (fault !== null) return fault;
  const resources = file.resourceType === 'Bundle' ? objectsOf(file, 'entry').map((entry) => objectOf(entry, 'resource')).filter(isObject) : [file];
  const ofType = (type: string) => resources.filter((resource) => resource.resourceType === type);
  const [questionnaires, valueSets, codeSystems] = [ofType('Questionnaire'), ofType('ValueSet'), ofType('CodeSystem')];
  if (questionnaires.length + valueSets.length + codeSystems.length === 0) return file.resourceType === 'Bundle' ? 'is a Bundle without a Questionnaire' : `is not a Questionnaire${typeof file.resourceType === 'string' ? ` but a ${file.resourceType}` : ''}`;
  return { questionnaires, terminology: { valueSets, codeSystems } };
}

/** Metadata of a questionnaire that says nothing about its questions. */
const rootMetadata = new Set(['resourceType', 'id', 'meta', 'language', 'text', 'contained', 'extension', 'url', 'identifier', 'version', 'name', 'title', 'derivedFrom', 'status', 'experimental', 'subjectType', 'date', 'publisher', 'contact', 'description', 'useContext', 'jurisdiction', 'purpose', 'copyright', 'copyrightLabel', 'approvalDate', 'lastReviewDate', 'effectivePeriod', 'code', 'item', 'versionAlgorithmString', 'versionAlgorithmCoding', 'resourceDefinition']);
const rootShape = { url: 'text', version: 'text', name: 'text', title: 'text', description: 'text', copyright: 'text', identifier: 'objects', code: 'objects', contained: 'objects', subjectType: 'texts', item: 'objects', modifierExtension: 'objects' } as const;
const itemShape = { id: 'text', linkId: 'text', definition: 'text', code: 'objects', prefix: 'text', text: 'text', type: 'text', enableWhen: 'objects', enableBehavior: 'text', required: 'flag', repeats: 'flag', readOnly: 'flag', maxLength: 'count', answerValueSet: 'text', answerOption: 'objects', initial: 'objects', item: 'objects', modifierExtension: 'objects' } as const;
const itemElements = new Set([...Object.keys(itemShape), 'extension']);
/** The SDC profiles allow no longer ones, and the database keeps them in an index. */
const longestLinkId = 255;
const longestUrl = 1000;
/** FHIR's integers have 32 bits. */
const largestInteger = 2_147_483_647;
const choiceTypes = new Set(['choice', 'open-choice']);
/** Hints for questions that are followed, or that ask for what is done anyway. */
const questionControls = new Set(['radio-button', 'check-box', 'drop-down', 'autocomplete', 'lookup', 'slider', 'spinner', 'text-box', 'inline', 'prompt']);
/** UCUM puts what is no unit in braces: `{score}`, `{#}`, `{beats}/min`. People read it without. */
const shownUnit = (unit: string | null): string | null => {
  const text = unit?.replace(/[{}]/g, '').trim() ?? '';
  return text === '' || text === '#' ? null : text;
};
/** R4 lets these have a list of values to choose from as well (rule que-5). */
const typesWithOptions = new Set(['integer', 'date', 'time', 'string', 'text']);
const tables = new Set(['table', 'htable', 'gtable', 'atable', 'matrix', 'grid']);
const plainGroups = new Set(['list', 'header', 'footer', 'page', 'tab-container', 'collapsible', 'wizard']);
/** Hints without their hyphens, as some files write them. */
const controlNames: Readonly<Record<string, string>> = { dropdown: 'drop-down', radiobutton: 'radio-button', radio: 'radio-button', checkbox: 'check-box', combobox: 'drop-down' };
const dropdownControls = new Set(['drop-down', 'autocomplete', 'lookup']);
/** From this many options on, a choice without a hint becomes a list that opens. */
const dropdownFrom = 11;

interface Entry {
  readonly raw: JsonObject;
  readonly place: string;
  readonly linkId: string;
  readonly type: string;
  readonly controls: readonly string[];
  readonly options: OptionReading;
  readonly children: readonly Entry[];
  /** Where a variable of this item or around it is written. */
  readonly variables: ReadonlyMap<string, string>;
  readonly calculated: string | null;
  readonly isHidden: boolean;
}

/** In the order of the file: the questionnaire, then each item before those under it. */
function comparePlaces(a: string, b: string): number {
  const pathOf = (place: string) => [...(place.split(' (linkId')[0] ?? '').matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
  const [left, right] = [pathOf(a), pathOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function controlsOf(item: JsonObject): string[] {
  return extensionsOf(item).filter((one) => one.url === url.itemControl).flatMap((one) => {
    const concept = objectOf(one, 'valueCodeableConcept');
    const codes = concept ? objectsOf(concept, 'coding').flatMap((coding) => textOf(coding, 'code') ?? []) : [];
    const named = codes.length > 0 ? codes : [concept ? (textOf(concept, 'text') ?? '') : ''];
    return named.map((code) => controlNames[code.toLowerCase().replace(/[\s_-]+/g, '')] ?? code.toLowerCase()).filter((code) => code !== '');
  });
}

function expressionsOf(holder: JsonObject, address: string): { name: string | null; language: string | null; text: string }[] {
  return extensionsOf(holder).filter((one) => one.url === address).flatMap((one) => {
    const expression = objectOf(one, 'valueExpression');
    const text = expression ? textOf(expression, 'expression') : null;
    return expression && text !== null ? [{ name: textOf(expression, 'name'), language: textOf(expression, 'language'), text }] : [];
  });
}
const variablesOf = (holder: JsonObject): [string, string][] => expressionsOf(holder, url.variable).flatMap(({ name, text }) => (name === null ? [] : [[name, text]]));

/**
 * Maps a FHIR R4 Questionnaire to our items (README, mapping table). What cannot be carried is refused with every place it
 * stands at; what is carried in another form is said in `notes`.
 */
export function readQuestionnaire(resource: JsonObject, around: Terminology, settings: ImportSettings = defaultSettings): QuestionnaireReading {
  const refusals: Place[] = [];
  const notes: Place[] = [];
  const refuse = (place: string, reason: string) => {
    if (!refusals.some((one) => one.place === place && one.reason === reason)) refusals.push({ place, reason });
  };
  const note = (place: string, reason: string) => notes.push({ place, reason });

  const ownTitle = textOf(resource, 'title') ?? textOf(resource, 'name') ?? objectsOf(resource, 'code').flatMap((coding) => textOf(coding, 'display') ?? [])[0];
  // LOINC's forms often have their name on the one group around everything.
  const [onlyGroup, ...furtherItems] = objectsOf(resource, 'item');
  const groupTitle = onlyGroup && onlyGroup.type === 'group' && furtherItems.length === 0 ? textOf(onlyGroup, 'text') : null;
  const [canonical = null, canonicalVersion = null] = textOf(resource, 'url')?.split('|') ?? [];
  const title = ownTitle ?? groupTitle ?? textOf(resource, 'id') ?? canonical?.split('/').at(-1) ?? '';
  const contained = objectsOf(resource, 'contained');
  const terminology: Terminology = {
    valueSets: [...contained.filter((one) => one.resourceType === 'ValueSet'), ...around.valueSets, ...coreTerminology.valueSets],
    codeSystems: [...contained.filter((one) => one.resourceType === 'CodeSystem'), ...around.codeSystems],
  };

  /** Languages of texts that stand beside the file's own. */
  const languages = new Set<string>();
  function checkExtensions(value: unknown, place: string, isRoot = false): void {
    if (Array.isArray(value)) {
      for (const one of value) checkExtensions(one, place);
      return;
    }
    if (!isObject(value)) return;
    if (listOf(value, 'modifierExtension').length > 0) refuse(place, 'it has a modifierExtension, which changes what it means');
    for (const fault of misshapen(value, { extension: 'objects' })) refuse(place, fault);
    for (const one of extensionsOf(value)) {
      const address = one.url;
      if (typeof address !== 'string') refuse(place, 'an extension has no url');
      else if (address.includes(':')) {
        const fault = extensionFault(address, settings.acceptedExtensions);
        if (fault !== null) refuse(place, fault);
        if (address === url.translation) for (const part of extensionsOf(one)) if (part.url === 'lang') languages.add(textOf(part, 'valueCode') ?? textOf(part, 'valueString') ?? '?');
      }
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'item' || (isRoot && (key === 'contained' || key === 'meta' || key === 'text'))) continue;
      // Inside an extension only what would compute its value matters; its own parts have short names.
      checkExtensions(inner, place);
    }
  }

  // -- The whole file first: every item by its linkId, so that totals can name items that come later.
  const byLinkId = new Map<string, Entry>();
  const linkIds = new Set<string>();
  /** The items under an element, with their place in the file, less those that are left out on purpose. */
  const itemsOf = (holder: JsonObject, path: string): { raw: JsonObject; path: string }[] =>
    objectsOf(holder, 'item').map((raw, at) => ({ raw, path: `${path}item[${String(at)}]` })).filter(({ raw, path: place }) => {
      const linkId = textOf(raw, 'linkId');
      const isLeftOut = linkId !== null && settings.leaveOut.has(linkId);
      if (isLeftOut) note(`${place} (linkId "${linkId}")`, 'it is left out, as was asked');
      return !isLeftOut;
    });
  function index(raw: JsonObject, path: string, variables: ReadonlyMap<string, string>, hidden: boolean): Entry {
    const linkId = textOf(raw, 'linkId');
    const place = `${path}${linkId === null ? '' : ` (linkId "${linkId}")`}`;
    if (linkId === null) refuse(place, 'it has no linkId');
    else if (linkIds.has(linkId)) refuse(place, 'another item has the same linkId');
    else linkIds.add(linkId);
    if (linkId !== null && linkId.length > longestLinkId) refuse(path, `its linkId has more than ${String(longestLinkId)} characters`);
    const type = textOf(raw, 'type') ?? '';
    const hasOptions = choiceTypes.has(type) || (typesWithOptions.has(type) && (raw.answerOption !== undefined || raw.answerValueSet !== undefined));
    const own = new Map([...variables, ...variablesOf(raw)]);
    const isHidden = hidden || extension(raw, url.hidden)?.valueBoolean === true;
    const calculated = expressionsOf(raw, url.calculated);
    const entry: Entry = {
      raw,
      place,
      linkId: linkId ?? path,
      type,
      controls: controlsOf(raw),
      options: hasOptions ? readOptions(raw, terminology) : { options: [], faults: [] },
      children: itemsOf(raw, `${path}.`).map((child) => index(child.raw, child.path, own, isHidden)),
      variables: own,
      calculated: calculated[0]?.text ?? null,
      isHidden,
    };
    for (const { language } of calculated) if (language !== null && language !== 'text/fhirpath') refuse(place, `it is calculated in ${language}`);
    if (calculated.length > 1) refuse(place, 'it is calculated twice');
    byLinkId.set(entry.linkId, entry);
    return entry;
  }
  const roots = itemsOf(resource, '').map((root) => index(root.raw, root.path, new Map(variablesOf(resource)), false));

  // -- The questionnaire itself.
  if (resource.implicitRules !== undefined) refuse('Questionnaire', 'implicitRules change what it means');
  for (const key of Object.keys(resource)) if (!rootMetadata.has(key) && !key.startsWith('_') && key !== 'implicitRules' && key !== 'modifierExtension') refuse('Questionnaire', `it has an element ${key} that R4 does not know`);
  checkExtensions(resource, 'Questionnaire', true);
  for (const fault of misshapen(resource, rootShape)) refuse('Questionnaire', fault);
  if ((canonical ?? '').length > longestUrl) refuse('Questionnaire', `its url has more than ${String(longestUrl)} characters`);
  if (ownTitle === undefined && title !== '') note('Questionnaire', `it has neither a title nor a name; it is called "${title}"`);
  for (const one of contained) if (!['ValueSet', 'CodeSystem'].includes(String(one.resourceType))) note('Questionnaire', `the contained ${String(one.resourceType)} is not needed and not kept`);
  const subjects = listOf(resource, 'subjectType');
  if (subjects.length > 0 && !subjects.includes('Patient') && !subjects.includes('Person')) refuse('Questionnaire', `its subject is ${subjects.join(', ')}, not a patient`);
  if (title === '') refuse('Questionnaire', 'it has neither a title nor a name');
  if (roots.length === 0) refuse('Questionnaire', 'it has no items');

  /** Texts that are asked only with one option of the choice above: that option becomes one with words of one's own. */
  const ownWords = new Map<Entry, string>();
  for (const entry of byLinkId.values()) {
    if (!choiceTypes.has(entry.type)) continue;
    for (const child of entry.children) {
      const [condition, ...more] = objectsOf(child.raw, 'enableWhen');
      if (!condition || more.length > 0 || !['string', 'text'].includes(child.type) || child.children.length > 0 || child.raw.repeats === true) continue;
      const coding = objectOf(condition, 'answerCoding');
      const chosen = entry.options.options.find(({ value }) => (coding && isObject(value) ? value.code === coding.code && (coding.system === undefined || value.system === coding.system) : value === condition.answerString && value !== undefined));
      if (condition.question === entry.linkId && condition.operator === '=' && chosen && ![...ownWords].some(([other, key]) => key === chosen.key && entry.children.includes(other))) ownWords.set(child, chosen.key);
    }
  }

  const items: ItemDraft[] = [];
  const scores: ScoreDraft[] = [];
  /** Options whose plain number a total takes. */
  const numberedOptions = new Set<string>();

  function textAndCode(entry: Entry): string | null {
    return textOf(entry.raw, 'text') ?? objectsOf(entry.raw, 'code').flatMap((coding) => textOf(coding, 'display') ?? [])[0] ?? null;
  }
  function htmlOf(entry: Entry): string {
    const prefix = textOf(entry.raw, 'prefix');
    const beside = objectOf(entry.raw, '_text');
    const rich = beside ? extension(beside, url.xhtml) : null;
    const xhtml = rich ? textOf(rich, 'valueString') : null;
    if (xhtml !== null && losesContent(xhtml)) note(entry.place, 'its rich text has pictures, tables or links, so that its plain text is shown');
    const body = (xhtml !== null && !losesContent(xhtml) ? safeHtml(xhtml) : '') || htmlOfText(textAndCode(entry) ?? '');
    return prefix === null ? body : `${htmlOfText(prefix)} ${body}`.trim();
  }
  /** Displays under a question: its unit, the ends of its slider, or help that is read with it. */
  const isDisplayFor = (entry: Entry, ...codes: string[]) => entry.type === 'display' && entry.controls.some((code) => codes.includes(code));
  const helpOf = (entry: Entry): Entry[] => entry.children.filter((child) => child.type === 'display' && !child.isHidden && !isDisplayFor(child, 'unit', 'lower', 'upper'));
  const withHelp = (entry: Entry): string => [htmlOf(entry), ...helpOf(entry).map((help) => `<em>${htmlOf(help)}</em>`)].filter((part) => part !== '').join('<br />');
  const displayText = (entry: Entry, code: string): string | null => {
    const display = entry.children.find((child) => isDisplayFor(child, code));
    return display ? textAndCode(display) : null;
  };

  /** Labels of the ends of a slider, where there is none. */
  function noteEnds(entry: Entry): void {
    for (const end of ['lower', 'upper']) if (displayText(entry, end) !== null) note(entry.place, `the label of its ${end} end is shown only on a slider`);
  }

  function bound(entry: Entry, address: string): number | null {
    const found = extension(entry.raw, address);
    if (!found) return null;
    const value = valueOf(found);
    if (value && (value.element === 'valueInteger' || value.element === 'valueDecimal') && typeof value.value === 'number') return value.value;
    if (value?.element === 'valueQuantity' && isObject(value.value)) return numberOf(value.value, 'value');
    refuse(entry.place, `its ${address.replace(/^.*[/-]/, '')} is not a plain number`);
    return null;
  }

  function unitOf(entry: Entry): SourceNode['unit'] {
    const coding = extensionsOf(entry.raw).filter((one) => one.url === url.unit || one.url === url.unitOption).map((one) => objectOf(one, 'valueCoding')).filter(isObject);
    const initial = objectsOf(entry.raw, 'initial').map((one) => objectOf(one, 'valueQuantity')).filter(isObject)[0];
    if (coding.length > 1) refuse(entry.place, 'units to choose from cannot be carried');
    const [only] = coding;
    if (only) return { unit: textOf(only, 'display') ?? textOf(only, 'code'), system: textOf(only, 'system'), code: textOf(only, 'code') };
    if (initial && numberOf(initial, 'value') === null) return { unit: textOf(initial, 'unit') ?? textOf(initial, 'code'), system: textOf(initial, 'system'), code: textOf(initial, 'code') };
    const text = displayText(entry, 'unit');
    return text === null ? null : { unit: text, system: null, code: null };
  }

  function checkOccurs(entry: Entry, isMulti: boolean): boolean {
    const least = extension(entry.raw, url.minOccurs)?.valueInteger;
    const most = extension(entry.raw, url.maxOccurs)?.valueInteger;
    if (typeof least === 'number' && least > 1) refuse(entry.place, `at least ${String(least)} answers (minOccurs) cannot be required`);
    if (typeof most === 'number' && most !== 1 && !(isMulti && most >= entry.options.options.length)) refuse(entry.place, `at most ${String(most)} answers (maxOccurs) cannot be required`);
    if (typeof most === 'number' && most === 1 && isMulti) refuse(entry.place, 'it repeats, and at most once');
    return entry.raw.required === true || (typeof least === 'number' && least >= 1);
  }

  function optionsOf(entry: Entry): OptionDraft[] {
    const useNumbers = numberedOptions.has(entry.linkId);
    const withWords = new Set(entry.children.flatMap((child) => ownWords.get(child) ?? []));
    const drafts: OptionDraft[] = entry.options.options.map((option) => ({
      key: option.key,
      text: option.text,
      isOther: withWords.has(option.key),
      score: option.score ?? (useNumbers && typeof option.value === 'number' ? option.value : null),
    }));
    return entry.type === 'open-choice' ? [...drafts, { key: 'other', text: openLabel(entry.raw) ?? settings.otherLabel, isOther: true }] : drafts;
  }

  // -- What every item is checked for, whatever it becomes.
  function checkItem(entry: Entry): void {
    const { raw, place, type } = entry;
    for (const key of Object.keys(raw)) if (!itemElements.has(key) && !key.startsWith('_') && !(typeof raw[key] === 'string' && key === 'lindId')) refuse(place, `it has an element ${key} that R4 does not know`);
    for (const fault of misshapen(raw, itemShape)) refuse(place, fault);
    checkExtensions(raw, place);
    for (const one of extensionsOf(raw)) if (one.url === url.supportLink) note(place, `its link to further information (${textOf(one, 'valueUri') ?? 'supportLink'}) is not shown`);
    if (extension(raw, url.entryFormat)) note(place, 'its example of how to write an answer (entryFormat) is not shown');
    // What is never asked needs no condition.
    if (listOf(raw, 'enableWhen').length > 0 && !ownWords.has(entry) && !entry.isHidden) refuse(place, 'it is asked only on a condition (enableWhen), which cannot be carried');
    const preset = objectsOf(raw, 'initial').filter((one) => !(type === 'quantity' && isObject(one.valueQuantity) && numberOf(one.valueQuantity, 'value') === null));
    if (preset.length > 0 || entry.options.options.some((option) => option.isPreselected)) refuse(place, 'it comes with an answer already given (initial), which cannot be carried');
    const usage = extension(raw, url.usageMode);
    if (usage && !['capture', 'capture-display', 'display-non-empty', 'capture-display-non-empty'].includes(textOf(usage, 'valueCode') ?? '')) refuse(place, 'it is for display only (usageMode)');
    for (const fault of entry.options.faults) refuse(place, fault);
    if (type !== 'group' && type !== 'display') {
      for (const code of entry.controls) if (!questionControls.has(code)) note(place, `the hint "${code}" is not known`);
      if (raw.maxLength !== undefined && !['string', 'text', 'choice', 'open-choice', 'integer'].includes(type)) refuse(place, `maxLength cannot be checked for the type ${type}`);
    }
  }

  const node = (entry: Entry, carried: { itemKey?: string | null; scoreKey?: string | null; options?: readonly SourceOption[]; unit?: SourceNode['unit'] }, item: readonly SourceNode[]): SourceNode => ({
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

  // -- Totals, before the items: a total may want plain numbers of options.
  const totals = new Map<string, Total>();
  for (const entry of byLinkId.values()) {
    if (entry.calculated === null) continue;
    if (!['integer', 'decimal', 'quantity'].includes(entry.type)) {
      refuse(entry.place, `it is calculated and ${entry.type === '' ? 'has no type' : `of type ${entry.type}`}; only totals (integer, decimal, quantity) can be carried`);
      continue;
    }
    const scope: Scope = {
      roots: roots.map((root) => root.linkId),
      question: (linkId) => {
        const found = byLinkId.get(linkId);
        return found && { linkId, type: found.type, repeats: found.raw.repeats === true, hasScores: found.options.options.some((option) => option.score !== null), children: found.children.map((child) => child.linkId) };
      },
      variable: (name) => entry.variables.get(name),
      calculated: (linkId) => byLinkId.get(linkId)?.calculated ?? undefined,
    };
    try {
      const total = readTotal(entry.calculated, scope);
      for (const linkId of total.byValue) {
        const found = byLinkId.get(linkId);
        if (!found) continue;
        if (found.options.options.length > 0) {
          if (found.options.options.some((option) => typeof option.value !== 'number' || (option.score !== null && option.score !== option.value))) throw new NotRead(`the options of "${linkId}" are not numbers`);
          numberedOptions.add(linkId);
        } else if (!['integer', 'decimal', 'quantity'].includes(found.type)) throw new NotRead(`"${linkId}" is not a number`);
      }
      const parts = [total.constant, ...total.weights.values(), ...[...total.weights.keys()].flatMap((linkId) => byLinkId.get(linkId)?.options.options.flatMap((option) => option.score ?? []) ?? [])];
      if (entry.type === 'integer' && !parts.every(Number.isInteger)) throw new NotRead('it may be a fraction, which a whole number (integer) cannot be');
      totals.set(entry.linkId, total);
    } catch (error) {
      if (!(error instanceof NotRead) && !(error instanceof RangeError)) throw error;
      refuse(entry.place, `its calculation is not a total that can be carried: ${error instanceof NotRead ? error.message : 'it is nested too deeply'}`);
    }
  }

  // LOINC panels often leave the formula of a total out: nobody is to add it up by hand. It is the sum of the ordinal values
  // beside and below it, or of all where there are none there.
  const unitCode = (entry: Entry) => extensionsOf(entry.raw).filter((one) => one.url === url.unit).map((one) => objectOf(one, 'valueCoding')).filter(isObject).map((coding) => textOf(coding, 'code') ?? textOf(coding, 'display'))[0];
  const isUnwritten = (entry: Entry): boolean => {
    if (entry.calculated !== null || entry.isHidden || !['integer', 'decimal', 'quantity'].includes(entry.type) || entry.options.options.length > 0) return false;
    if (entry.controls.includes('slider') || extension(entry.raw, url.minValue) || extension(entry.raw, url.maxValue)) return false;
    const text = textAndCode(entry) ?? '';
    return entry.raw.readOnly === true ? /\b(score|total|sum)\b/i.test(text) : unitCode(entry) === '{score}' && /\b(total|sum|calculated)\b/i.test(text) && entry.raw.required !== true;
  };
  const weighedUnder = (entries: readonly Entry[]): string[] =>
    entries.flatMap((entry) => [...(!entry.isHidden && entry.options.options.some((option) => option.score !== null) ? [entry.linkId] : []), ...weighedUnder(entry.children)]);
  function findUnwritten(entries: readonly Entry[]): void {
    const found = entries.filter(isUnwritten);
    const [total] = found;
    const beside = weighedUnder(entries);
    const ids = beside.length > 0 ? beside : weighedUnder(roots);
    if (total && found.length === 1 && ids.length > 0) {
      totals.set(total.linkId, { constant: 0, weights: new Map(ids.map((id) => [id, 1])), needs: [{ atLeast: 1, of: ids, by: 'score' }], byValue: new Set() });
      note(total.place, `it has no formula; it becomes the sum of the ordinal values of ${ids.join(', ')}`);
    }
    for (const entry of entries) findUnwritten(entry.children);
  }
  findUnwritten(roots);

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
    if (entry.children.some((child) => child.type !== 'display')) refuse(entry.place, 'a calculated item has questions under it');
    for (const child of entry.children) carryDisplay(child);
    return node(entry, { scoreKey: entry.linkId, unit: unitOf(entry) }, []);
  }

  const isTotal = (entry: Entry): boolean => entry.calculated !== null || totals.has(entry.linkId);

  // -- Choices, tables and the rest.
  const isChoice = (entry: Entry) => choiceTypes.has(entry.type) || entry.options.options.length > 0 || entry.options.faults.length > 0;
  function carryChoice(entry: Entry, matrix: string | null): SourceNode {
    const repeats = entry.raw.repeats === true;
    const isRequired = checkOccurs(entry, repeats);
    const options = optionsOf(entry);
    if (entry.raw.readOnly === true) refuse(entry.place, 'it is read-only and not calculated');
    if (entry.raw.maxLength !== undefined) note(entry.place, entry.type === 'open-choice' ? `words of one's own have at most ${String(freeTextMaximum)} characters, whatever its maxLength says` : 'maxLength says nothing about a choice');
    if (entry.controls.includes('slider')) note(entry.place, 'its options are shown as a list, not as a slider');
    noteEnds(entry);
    if (displayText(entry, 'unit') !== null) note(entry.place, 'its unit is shown only with a number');
    const wantsDropdown = entry.controls.some((code) => dropdownControls.has(code)) || (entry.controls.length === 0 && options.length >= dropdownFrom);
    const type = repeats ? 'MultiSelectionQuestion' : matrix === null && wantsDropdown ? 'SingleSelectionDropdownQuestion' : 'SingleSelectionRadioButtonQuestion';
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
        note(child.place, 'it is asked beside the option it belongs to, and needs an answer when that option is chosen');
        return [node(child, {}, [])];
      }
      if (repeats) refuse(child.place, 'it is asked once for every answer of a question that repeats');
      return [carry(child)];
    });
  }

  const sameOptions = (rows: readonly Entry[]) => {
    const shape = (row: Entry) => JSON.stringify([row.raw.repeats === true, optionsOf(row).map((option) => [option.key, option.text])]);
    return rows.every((row) => shape(row) === (rows[0] ? shape(rows[0]) : ''));
  };

  function carryGroup(entry: Entry): SourceNode {
    const { raw, place, linkId } = entry;
    if (raw.repeats === true) refuse(place, 'a group that repeats cannot be carried');
    if (raw.readOnly === true) refuse(place, 'it is read-only, with what is under it');
    const most = extension(raw, url.maxOccurs)?.valueInteger;
    const least = extension(raw, url.minOccurs)?.valueInteger;
    if ((typeof most === 'number' && most > 1) || (typeof least === 'number' && least > 1)) refuse(place, 'a group that repeats cannot be carried');
    const needsAnswer = (one: Entry): boolean => !isTotal(one) && ((one.type !== 'group' && one.type !== 'display' && (one.raw.required === true || typeof extension(one.raw, url.minOccurs)?.valueInteger === 'number')) || one.children.some(needsAnswer));
    if (raw.required === true && !entry.children.some(needsAnswer)) refuse(place, 'a required group without a required question cannot be checked');
    if (entry.options.options.length > 0) refuse(place, 'a group has options');
    const wantsTable = entry.controls.some((code) => tables.has(code));
    for (const code of entry.controls) if (!tables.has(code) && !plainGroups.has(code)) note(place, `the layout hint "${code}" is not known; its questions are shown one under the other`);
    const rows = entry.children.filter((child) => child.type !== 'display' && !isTotal(child) && !child.isHidden);
    const isMatrix = wantsTable && rows.length > 0 && rows.every((row) => isChoice(row) && row.children.every((child) => child.type === 'display')) && sameOptions(rows);
    if (wantsTable && !isMatrix) note(place, 'its questions do not have the same options, so that they are shown one under the other, not as a table');
    if (!isMatrix) {
      const html = htmlOf(entry);
      if (html !== '' && !entry.isHidden) items.push({ key: linkId, type: 'SectionHeader', html });
      return node(entry, {}, entry.children.map(carry));
    }
    const displays = entry.children.filter((child) => child.type === 'display' && !child.isHidden);
    const html = [htmlOf(entry), ...displays.map((display) => `<em>${htmlOf(display)}</em>`)].filter((part) => part !== '').join('<br />');
    items.push({ key: linkId, type: 'QuestionMatrixGrouping', html, matrix: linkId });
    return node(entry, {}, entry.children.map((child) => {
      if (child.type === 'display') return carryDisplay(child);
      checkItem(child);
      if (isTotal(child)) return carryTotal(child);
      return child.isHidden ? carryHidden(child) : carryChoice(child, linkId);
    }));
  }

  function carryHidden(entry: Entry): SourceNode {
    if (entry.type !== 'display' && entry.type !== 'group') {
      if (entry.raw.required === true) refuse(entry.place, 'it is hidden and required');
      else note(entry.place, 'it is hidden, so that it is never asked');
    }
    return node(entry, {}, entry.children.map((child) => {
      checkItem(child);
      return isTotal(child) ? carryTotal(child) : carryHidden(child);
    }));
  }

  function carry(entry: Entry): SourceNode {
    const { raw, place, linkId, type } = entry;
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
    if (raw.repeats === true) refuse(place, 'several answers (repeats) to a question without options cannot be carried');
    if (raw.readOnly === true) refuse(place, 'it is read-only and not calculated');
    const isRequired = checkOccurs(entry, false);
    const common = { key: linkId, html: withHelp(entry), isRequired };
    const under = () => carryUnder(entry, false);
    switch (type) {
      case 'boolean':
        items.push({ ...common, type: 'BooleanQuestion' });
        return node(entry, { itemKey: linkId }, under());
      case 'date':
        if (extension(raw, url.minValue) || extension(raw, url.maxValue)) refuse(place, 'an earliest or latest date cannot be checked');
        items.push({ ...common, type: 'DateQuestion' });
        return node(entry, { itemKey: linkId }, under());
      case 'string':
      case 'text': {
        const most = numberOf(raw, 'maxLength');
        if (most !== null && most > freeTextMaximum) note(place, `an answer has at most ${String(freeTextMaximum)} characters, not ${String(most)}`);
        const least = extension(raw, url.minLength)?.valueInteger;
        if (typeof least === 'number' && least > 1) refuse(place, `at least ${String(least)} characters (minLength) cannot be required`);
        items.push({ ...common, type: 'TextQuestion', isMultiline: type === 'text', maxLength: Math.max(1, Math.min(most ?? freeTextMaximum, freeTextMaximum)) });
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
        if (type === 'integer' && isSlider && !(Number.isInteger(stops) && Number.isInteger(minValue ?? 0) && Number.isInteger(maxValue ?? 0))) refuse(place, 'its slider stops at fractions, which a whole number (integer) cannot be');
        if (isSlider && minValue !== null && maxValue !== null && minValue < maxValue) {
          // A slider has no place for a unit of its own.
          const html = shown === null ? common.html : `${common.html} (${htmlOfText(shown)})`;
          items.push({ ...common, html, type: 'SliderQuestion', minValue, maxValue, step: stops, minLabel: displayText(entry, 'lower'), maxLabel: displayText(entry, 'upper') });
          if (digits !== null) note(place, 'maxLength says nothing about a slider');
        } else {
          if (isSlider) note(place, 'a slider needs both ends; it is asked as a number');
          noteEnds(entry);
          // As many signs as maxLength allows, of which one is the minus.
          const longest = digits !== null && digits >= 1 && digits <= 9 ? { least: -(10 ** (digits - 1) - 1) || 0, most: 10 ** digits - 1 } : null;
          const most = type === 'integer' ? Math.min(maxValue ?? largestInteger, longest?.most ?? largestInteger) : maxValue;
          items.push({ ...common, type: 'NumberQuestion', minValue: longest === null ? minValue : Math.max(minValue ?? longest.least, longest.least), maxValue: most, decimals, unit: shown });
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

  const source = roots.map(carry);
  // Terms of totals must be items that are asked.
  const asked = new Set(items.filter((item) => item.type !== 'SectionHeader' && item.type !== 'QuestionMatrixGrouping').map((item) => item.key));
  for (const [at, score] of scores.entries()) {
    const needs = (score.needs ?? []).map((need) => ({ ...need, of: need.of.filter((key) => asked.has(key)) }));
    for (const need of needs) if (need.of.length < need.atLeast) refuse(byLinkId.get(score.key)?.place ?? score.key, 'it depends on answers to what is never asked');
    scores[at] = { ...score, needs };
    for (const { itemKey } of score.terms) if (!asked.has(itemKey)) refuse(byLinkId.get(score.key)?.place ?? score.key, `it adds "${itemKey}", which is never asked`);
  }
  // Ordinal values without a total: the instrument is meant to be added up.
  const weighed = items.filter((item) => 'options' in item && item.options.some((option) => typeof option.score === 'number'));
  if (scores.length === 0 && totals.size === 0 && weighed.length > 0) {
    note('Questionnaire', 'it says no total; the ordinal values of its options are added up under its title');
    scores.push({ key: 'sum-of-ordinal-values', name: title, terms: weighed.map((item) => ({ itemKey: item.key })), needs: [{ atLeast: 1, of: weighed.map((item) => item.key), by: 'score' }] });
  }
  if (refusals.length === 0 && asked.size === 0) refuse('Questionnaire', 'it asks nothing');
  if (languages.size > 0) note('Questionnaire', `its texts in ${[...languages].sort().join(', ')} are not shown; everybody reads the texts of the file itself`);
  const inOrder = (places: readonly Place[]) => [...places].sort((a, b) => comparePlaces(a.place, b.place));
  if (refusals.length > 0) return { kind: 'refused', title, refusals: inOrder(refusals) };

  const identifiers = listOf(resource, 'identifier');
  const [identifier] = objectsOf(resource, 'identifier').filter((one) => textOf(one, 'value') !== null);
  return {
    kind: 'read',
    notes: inOrder(notes),
    draft: {
      sourceKey: canonical ?? (identifier ? `${textOf(identifier, 'system') ?? ''}|${textOf(identifier, 'value') ?? ''}` : `title|${title}`),
      title,
      description: textOf(resource, 'description'),
      items,
      scores,
      source: { url: canonical, version: textOf(resource, 'version') ?? canonicalVersion, name: textOf(resource, 'name'), copyright: textOf(resource, 'copyright'), identifier: [...identifiers], code: [...listOf(resource, 'code')], item: source },
    },
  };
}
