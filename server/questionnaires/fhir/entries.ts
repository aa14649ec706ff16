import { longestLinkId, choiceTypes, typesWithOptions, controlsOf, expressionsOf, variablesOf } from './elements.ts';
import type { ImportSettings, Remarks } from './reading.ts';
import { extensionFault, url } from './extensions.ts';
import {
  extension,
  extensionsOf,
  isObject,
  type JsonObject,
  listOf,
  misshapen,
  objectOf,
  objectsOf,
  textOf,
} from './json.ts';
import { type OptionReading, readOptions, type Terminology } from './options.ts';

/** An item of the file, and what stands around it. */
export interface Entry {
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

/** The items of a file by their linkIds, and what holds for all of them. */
export interface Form extends Remarks {
  readonly settings: ImportSettings;
  readonly byLinkId: ReadonlyMap<string, Entry>;
  readonly roots: readonly Entry[];
  readonly languages: ReadonlySet<string>;
  readonly helpers: ReadonlySet<Entry>;
  readonly ownWords: ReadonlyMap<Entry, string>;
  readonly refuseCalculated: (entry: Entry, reason: string) => void;
  readonly checkExtensions: (value: unknown, place: string, isRoot?: boolean) => void;
}

/** Reads every item of a questionnaire, so that totals can name items that come later. */
export function readEntries(
  resource: JsonObject,
  terminology: Terminology,
  settings: ImportSettings,
  { refuse, note }: Remarks,
): Form {
  /** Languages of texts that stand beside the file's own. */
  const languages = new Set<string>();
  function checkExtensions(value: unknown, place: string, isRoot = false): void {
    if (Array.isArray(value)) {
      for (const one of value) checkExtensions(one, place);
      return;
    }
    if (!isObject(value)) return;
    if (listOf(value, 'modifierExtension').length > 0)
      refuse(place, 'it has a modifierExtension, which changes what it means');
    for (const fault of misshapen(value, { extension: 'objects' })) refuse(place, fault);
    for (const one of extensionsOf(value)) {
      const address = one.url;
      if (typeof address !== 'string') refuse(place, 'an extension has no url');
      else if (address.includes(':')) {
        const fault = extensionFault(address, settings.acceptedExtensions);
        if (fault !== null) refuse(place, fault);
        if (address === url.translation)
          for (const part of extensionsOf(one))
            if (part.url === 'lang') languages.add(textOf(part, 'valueCode') ?? textOf(part, 'valueString') ?? '?');
      }
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'item' || (isRoot && (key === 'contained' || key === 'meta' || key === 'text'))) continue;
      // Inside an extension only what would compute its value matters; its own parts have short names.
      checkExtensions(inner, place);
    }
  }

  /** Calculated items that are left out, as was asked. A total may still follow their formulas. */
  const helpers = new Set<Entry>();
  function refuseCalculated(entry: Entry, reason: string): void {
    if (!settings.leaveOutCalculated) return refuse(entry.place, reason);
    if (!helpers.has(entry)) note(entry.place, `it is calculated and left out, as was asked: ${reason}`);
    helpers.add(entry);
  }

  const byLinkId = new Map<string, Entry>();
  const linkIds = new Set<string>();
  /** The items under an element, with their place in the file, less those that are left out on purpose. */
  const itemsOf = (holder: JsonObject, path: string): { raw: JsonObject; path: string }[] =>
    objectsOf(holder, 'item')
      .map((raw, at) => ({ raw, path: `${path}item[${String(at)}]` }))
      .filter(({ raw, path: place }) => {
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
    if (linkId !== null && linkId.length > longestLinkId)
      refuse(path, `its linkId has more than ${String(longestLinkId)} characters`);
    const type = textOf(raw, 'type') ?? '';
    const hasOptions =
      choiceTypes.has(type) ||
      (typesWithOptions.has(type) && (raw.answerOption !== undefined || raw.answerValueSet !== undefined));
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
    for (const { language } of calculated)
      if (language !== null && language !== 'text/fhirpath') refuseCalculated(entry, `it is calculated in ${language}`);
    if (calculated.length > 1) refuseCalculated(entry, 'it is calculated twice');
    byLinkId.set(entry.linkId, entry);
    return entry;
  }
  const roots = itemsOf(resource, '').map((root) => index(root.raw, root.path, new Map(variablesOf(resource)), false));

  /** Texts that are asked only with one option of the choice above: that option becomes one with words of one's own. */
  const ownWords = new Map<Entry, string>();
  for (const entry of byLinkId.values()) {
    if (!choiceTypes.has(entry.type)) continue;
    for (const child of entry.children) {
      const [condition, ...more] = objectsOf(child.raw, 'enableWhen');
      if (
        !condition ||
        more.length > 0 ||
        !['string', 'text'].includes(child.type) ||
        child.children.length > 0 ||
        child.raw.repeats === true
      )
        continue;
      const coding = objectOf(condition, 'answerCoding');
      const chosen = entry.options.options.find(({ value }) =>
        coding && isObject(value)
          ? value.code === coding.code && (coding.system === undefined || value.system === coding.system)
          : value === condition.answerString && value !== undefined,
      );
      if (
        condition.question === entry.linkId &&
        condition.operator === '=' &&
        chosen &&
        ![...ownWords].some(([other, key]) => key === chosen.key && entry.children.includes(other))
      )
        ownWords.set(child, chosen.key);
    }
  }

  return { settings, refuse, note, byLinkId, roots, languages, helpers, ownWords, refuseCalculated, checkExtensions };
}
