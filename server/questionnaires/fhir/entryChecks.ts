import type { SourceNode } from '../template.ts';
import { itemShape, itemElements, questionControls } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import type { EntryTexts } from './entryTexts.ts';
import { url } from './extensions.ts';
import {
  extension,
  extensionsOf,
  isObject,
  listOf,
  misshapen,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  valueOf,
} from './json.ts';

/** What is checked of an item: whatever it becomes, how often it is answered, its bounds and its unit. */
export function entryChecks({ refuse, note, ownWords, checkExtensions }: Form, { displayText }: EntryTexts) {
  function bound(entry: Entry, address: string): number | null {
    const found = extension(entry.raw, address);
    if (!found) return null;
    const value = valueOf(found);
    if (
      value &&
      (value.element === 'valueInteger' || value.element === 'valueDecimal') &&
      typeof value.value === 'number'
    )
      return value.value;
    if (value?.element === 'valueQuantity' && isObject(value.value)) return numberOf(value.value, 'value');
    refuse(entry.place, `its ${address.replace(/^.*[/-]/, '')} is not a plain number`);
    return null;
  }

  function unitOf(entry: Entry): SourceNode['unit'] {
    const coding = extensionsOf(entry.raw)
      .filter((one) => one.url === url.unit || one.url === url.unitOption)
      .map((one) => objectOf(one, 'valueCoding'))
      .filter(isObject);
    const initial = objectsOf(entry.raw, 'initial')
      .map((one) => objectOf(one, 'valueQuantity'))
      .filter(isObject)[0];
    if (coding.length > 1) refuse(entry.place, 'units to choose from cannot be carried');
    const [only] = coding;
    if (only)
      return {
        unit: textOf(only, 'display') ?? textOf(only, 'code'),
        system: textOf(only, 'system'),
        code: textOf(only, 'code'),
      };
    if (initial && numberOf(initial, 'value') === null)
      return {
        unit: textOf(initial, 'unit') ?? textOf(initial, 'code'),
        system: textOf(initial, 'system'),
        code: textOf(initial, 'code'),
      };
    const text = displayText(entry, 'unit');
    return text === null ? null : { unit: text, system: null, code: null };
  }

  function checkOccurs(entry: Entry, isMulti: boolean): boolean {
    const least = extension(entry.raw, url.minOccurs)?.valueInteger;
    const most = extension(entry.raw, url.maxOccurs)?.valueInteger;
    if (typeof least === 'number' && least > 1)
      refuse(entry.place, `at least ${String(least)} answers (minOccurs) cannot be required`);
    if (typeof most === 'number' && most !== 1 && !(isMulti && most >= entry.options.options.length))
      refuse(entry.place, `at most ${String(most)} answers (maxOccurs) cannot be required`);
    if (typeof most === 'number' && most === 1 && isMulti) refuse(entry.place, 'it repeats, and at most once');
    return entry.raw.required === true || (typeof least === 'number' && least >= 1);
  }

  // -- What every item is checked for, whatever it becomes.
  function checkItem(entry: Entry): void {
    const { raw, place, type } = entry;
    for (const key of Object.keys(raw))
      if (!itemElements.has(key) && !key.startsWith('_') && !(typeof raw[key] === 'string' && key === 'lindId'))
        refuse(place, `it has an element ${key} that R4 does not know`);
    for (const fault of misshapen(raw, itemShape)) refuse(place, fault);
    checkExtensions(raw, place);
    for (const one of extensionsOf(raw))
      if (one.url === url.supportLink)
        note(place, `its link to further information (${textOf(one, 'valueUri') ?? 'supportLink'}) is not shown`);
    if (extension(raw, url.entryFormat))
      note(place, 'its example of how to write an answer (entryFormat) is not shown');
    // What is never asked needs no condition.
    if (listOf(raw, 'enableWhen').length > 0 && !ownWords.has(entry) && !entry.isHidden)
      refuse(place, 'it is asked only on a condition (enableWhen), which cannot be carried');
    const preset = objectsOf(raw, 'initial').filter(
      (one) => !(type === 'quantity' && isObject(one.valueQuantity) && numberOf(one.valueQuantity, 'value') === null),
    );
    if (preset.length > 0 || entry.options.options.some((option) => option.isPreselected))
      refuse(place, 'it comes with an answer already given (initial), which cannot be carried');
    const usage = extension(raw, url.usageMode);
    if (
      usage &&
      !['capture', 'capture-display', 'display-non-empty', 'capture-display-non-empty'].includes(
        textOf(usage, 'valueCode') ?? '',
      )
    )
      refuse(place, 'it is for display only (usageMode)');
    for (const fault of entry.options.faults) refuse(place, fault);
    if (type !== 'group' && type !== 'display') {
      for (const code of entry.controls)
        if (!questionControls.has(code)) note(place, `the hint "${code}" is not known`);
      if (raw.maxLength !== undefined && !['string', 'text', 'choice', 'open-choice', 'integer'].includes(type))
        refuse(place, `maxLength cannot be checked for the type ${type}`);
    }
  }

  return { bound, unitOf, checkOccurs, checkItem };
}
export type EntryChecks = ReturnType<typeof entryChecks>;
