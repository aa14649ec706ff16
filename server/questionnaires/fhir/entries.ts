import { longestLinkId, choiceTypes, typesWithOptions, controlsOf, expressionsOf, variablesOf } from './elements.ts';
import type { ImportSettings, Remarks } from './reading.ts';
import { isKnown, refusedExtension, url } from './extensions.ts';
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
import type { Terminology } from './concepts.ts';
import { hasNoOptions, type OptionReading, readOptions } from './options.ts';

export interface Variable {
  readonly text: string;
  readonly language: string | null;
  /** The item on which it is declared; null: the questionnaire. */
  readonly owner: string | null;
}

export interface Entry {
  readonly raw: JsonObject;
  readonly place: string;
  readonly linkId: string;
  readonly type: string;
  readonly controls: readonly string[];
  readonly options: OptionReading;
  readonly children: readonly Entry[];
  /** The item that contains it in the file; null at the top. */
  readonly parent: Entry | null;
  /** The variables of this item and of those around it. */
  readonly variables: ReadonlyMap<string, Variable>;
  readonly calculated: string | null;
  /** The item or something around it is hidden. */
  readonly isHidden: boolean;
  /** The item or something around it is read-only. */
  readonly isReadOnly: boolean;
}

/** Whether the item is in a repeating group, so that it can be answered in several rows. */
export const isInRows = (entry: Entry | undefined): boolean =>
  entry?.parent !== null &&
  entry?.parent !== undefined &&
  (entry.parent.raw.repeats === true || isInRows(entry.parent));

/** The items of a file by their linkIds, and what applies to all of them. */
export interface Form extends Remarks {
  readonly settings: ImportSettings;
  readonly byLinkId: ReadonlyMap<string, Entry>;
  readonly roots: readonly Entry[];
  readonly helpers: ReadonlySet<Entry>;
  /** Leaves out an item that nothing needs. */
  readonly leaveOut: (entry: Entry) => void;
  readonly ownWords: ReadonlyMap<Entry, string>;
  readonly refuseCalculated: (entry: Entry, reason: string) => void;
  readonly checkExtensions: (value: unknown, place: string, isRoot?: boolean) => void;
}

/** The linkIds of all items in a file that are more than texts. */
function linkIdsIn(holder: JsonObject, found = new Set<string>()): ReadonlySet<string> {
  for (const item of objectsOf(holder, 'item')) {
    const linkId = item.type === 'display' ? null : textOf(item, 'linkId');
    if (linkId !== null) found.add(linkId);
    linkIdsIn(item, found);
  }
  return found;
}

/** Whether an item lists several units to choose from. */
export const namesUnits = (raw: JsonObject): boolean =>
  extensionsOf(raw).filter((one) => one.url === url.unitOption).length > 1;

/** Reads every item of a questionnaire before any is carried, because totals can name items that come later. */
export function readEntries(
  resource: JsonObject,
  terminology: Terminology,
  settings: ImportSettings,
  { refuse, note, carried }: Remarks,
): Form {
  const unknown = new Set<string>();
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
      if (typeof address !== 'string') note(place, 'an extension has no url, and is not read');
      else if (address.includes(':')) {
        const fault = refusedExtension(address, settings.acceptedExtensions);
        if (fault !== null) refuse(place, fault);
        else if (!isKnown(address, settings.acceptedExtensions) && !unknown.has(address)) {
          unknown.add(address);
          note(place, `the extension ${address} is not known and not read`);
        }
      }
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'item' || (isRoot && (key === 'contained' || key === 'meta' || key === 'text'))) continue;
      // The nested extensions of an extension have short names without a colon and are skipped, unless they would compute its value.
      checkExtensions(inner, place);
    }
  }

  /** Calculated items that are left out because the settings say so. A total may still use their formulas. */
  const helpers = new Set<Entry>();
  function refuseCalculated(entry: Entry, reason: string): void {
    if (!settings.leaveOutCalculated) return refuse(entry.place, reason);
    if (!helpers.has(entry)) note(entry.place, `it is calculated and left out, as was asked: ${reason}`);
    helpers.add(entry);
  }

  const byLinkId = new Map<string, Entry>();
  const linkIds = new Set<string>();
  /** The linkIds of all items that are more than texts. A text with such a linkId gets another one. */
  const ownIds = linkIdsIn(resource);
  /** The items under an element with their place in the file, without those that the settings leave out. */
  const itemsOf = (holder: JsonObject, path: string): { raw: JsonObject; path: string }[] =>
    objectsOf(holder, 'item')
      .map((raw, at) => ({ raw, path: `${path}item[${String(at)}]` }))
      .filter(({ raw, path: place }) => {
        const linkId = textOf(raw, 'linkId');
        const isLeftOut = linkId !== null && settings.leaveOut.has(linkId);
        if (isLeftOut) note(`${place} (linkId "${linkId}")`, 'it is left out, as was asked');
        return !isLeftOut;
      });
  function index(raw: JsonObject, path: string, parent: Entry | null, around: ReadonlyMap<string, Variable>): Entry {
    const linkId = textOf(raw, 'linkId');
    const place = `${path}${linkId === null ? '' : ` (linkId "${linkId}")`}`;
    // A text has no answer, so a duplicate linkId cannot put an answer in the wrong place.
    const isText = raw.type === 'display';
    const givesWay = linkId === null || linkIds.has(linkId) || (isText && ownIds.has(linkId));
    if (linkId === null) refuse(place, 'it has no linkId');
    else if (givesWay && isText) note(place, 'it is a text, and another item has the same linkId');
    else if (givesWay) refuse(place, 'another item has the same linkId');
    else linkIds.add(linkId);
    if (linkId !== null && linkId.length > longestLinkId)
      refuse(path, `its linkId has more than ${String(longestLinkId)} characters`);
    const written = textOf(raw, 'type') ?? '';
    const isQuantity = settings.unitsAsQuantities === true && written === 'decimal' && namesUnits(raw);
    const type = isQuantity ? 'quantity' : written;
    if (isQuantity)
      note(
        place,
        'it is asked as a quantity, as was asked: its answer goes out as valueQuantity and not as valueDecimal',
      );
    const hasOptions =
      choiceTypes.has(type) ||
      (typesWithOptions.has(type) && (raw.answerOption !== undefined || raw.answerValueSet !== undefined));
    const calculated = expressionsOf(raw, url.calculated);
    const children: Entry[] = [];
    const isHidden = parent?.isHidden === true || extension(raw, url.hidden)?.valueBoolean === true;
    const read = hasOptions ? readOptions(raw, terminology) : { options: [], faults: [] };
    // A hidden item with one fixed answer needs no other option than that answer.
    const [fixed, another] = objectsOf(raw, 'initial');
    const coding =
      fixed && !another && isHidden && hasNoOptions({ raw, options: read }) && objectOf(fixed, 'valueCoding');
    const entry: Entry = {
      raw,
      place,
      linkId: givesWay ? path : linkId,
      type,
      controls: controlsOf(raw),
      options: coding ? readOptions({ answerOption: [{ valueCoding: coding }] }, terminology) : read,
      children,
      parent,
      variables: new Map([...around, ...variablesOf(raw, linkId)]),
      calculated: calculated[0]?.text ?? null,
      isHidden,
      isReadOnly: parent?.isReadOnly === true || raw.readOnly === true,
    };
    for (const child of itemsOf(raw, `${path}.`)) children.push(index(child.raw, child.path, entry, entry.variables));
    for (const { language } of calculated)
      if (language !== null && language !== 'text/fhirpath') refuseCalculated(entry, `it is calculated in ${language}`);
    if (calculated.length > 1) refuseCalculated(entry, 'it is calculated twice');
    byLinkId.set(entry.linkId, entry);
    return entry;
  }
  const roots = itemsOf(resource, '').map((root) =>
    index(root.raw, root.path, null, new Map(variablesOf(resource, null))),
  );

  /** Texts that are asked only with one option of the choice above. That option becomes one with free text. */
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

  return {
    settings,
    refuse,
    note,
    carried,
    byLinkId,
    roots,
    helpers,
    leaveOut: (entry) => helpers.add(entry),
    ownWords,
    refuseCalculated,
    checkExtensions,
  };
}
