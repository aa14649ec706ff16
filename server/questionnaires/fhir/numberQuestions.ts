import { numberBound } from './bounds.ts';
import { largestInteger, shownUnit } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import type { EntryTexts } from './entryTexts.ts';
import { url } from './extensions.ts';
import { extension, extensionsOf, isObject, numberOf, objectOf, objectsOf, textOf } from './json.ts';
import type { Terminology } from './concepts.ts';
import { codingsOf } from './options.ts';
import type { Question, Repeating, Units } from './question.ts';

/** Numbers, quantities and sliders, with their bounds and units. */
export function numberQuestions(
  { refuse, note, carried }: Form,
  { displayText, noteEnds }: EntryTexts,
  terminology: Terminology,
  { takesSeveral, repeating }: Repeating,
) {
  function unitsOf(entry: Entry): Units {
    const { raw, place } = entry;
    const codings = extensionsOf(raw)
      .filter((one) => one.url === url.unit || one.url === url.unitOption)
      .map((one) => objectOf(one, 'valueCoding'))
      .filter(isObject);
    const set = extension(raw, url.unitValueSet);
    const reference = textOf(set, 'valueCanonical') ?? textOf(set, 'valueUri');
    if (reference !== null) {
      const listed = codingsOf(reference, terminology);
      if (typeof listed === 'string') {
        if (codings.length === 0) refuse(place, `its units: ${listed}`);
      } else codings.push(...listed);
    }
    if (extension(raw, url.unitOpen) || extension(raw, url.unitSupplementalSystem))
      note(place, "a unit of one's own cannot be given (unitOpen)");
    const units = codings.map((coding) => ({
      unit: textOf(coding, 'display') ?? textOf(coding, 'code'),
      system: textOf(coding, 'system'),
      code: textOf(coding, 'code'),
    }));
    const initial = objectsOf(raw, 'initial')
      .map((one) => objectOf(one, 'valueQuantity'))
      .filter(isObject)[0];
    const named = textOf(initial, 'unit') ?? textOf(initial, 'code');
    if (named !== null && units.length === 0)
      units.push({ unit: named, system: textOf(initial, 'system'), code: textOf(initial, 'code') });
    const shown = displayText(entry, 'unit');
    if (units.length === 0 && shown !== null) units.push({ unit: shown, system: null, code: null });
    const byKey = new Map(units.map((unit) => [unit.code ?? unit.unit ?? '', unit]));
    return [...byKey].map(([key, unit]) => ({ key: key.slice(0, 255), ...unit }));
  }

  function bound(entry: Entry, units: Units, ...addresses: string[]): number | null {
    const found = numberBound(entry.raw, addresses);
    if (found === undefined) return null;
    if (typeof found === 'string') {
      refuse(entry.place, found);
      return null;
    }
    if (
      found.unit !== null &&
      units.length > 0 &&
      !units.every(({ code, unit }) => code === found.unit || unit === found.unit)
    ) {
      note(entry.place, `its bound is in ${found.unit} and is not checked: the answer may be in another unit`);
      return null;
    }
    return found.value;
  }

  function numeric(entry: Entry): Question {
    const { raw, place, type } = entry;
    const units = unitsOf(entry);
    if (type !== 'quantity' && units.length > 1)
      refuse(
        place,
        `a number that is no quantity has one unit at most${type === 'decimal' ? '; --units-as-quantities asks it as a quantity' : ''}`,
      );
    if (type === 'quantity' && units.length === 0) note(place, 'it names no unit; its answer is a number without one');
    const minValue = bound(entry, units, url.minValue, url.minQuantity);
    const maxValue = bound(entry, units, url.maxValue, url.maxQuantity);
    const places = extension(raw, url.maxDecimalPlaces)?.valueInteger;
    const decimals = type === 'integer' ? 0 : typeof places === 'number' ? Math.min(Math.max(places, 0), 10) : 10;
    if (type === 'quantity' && units.length > 1) {
      noteEnds(entry);
      carried('quantities with several units', place);
      const labelled = units.map(({ key, unit }) => ({ key, label: shownUnit(unit) ?? key }));
      return {
        typed: { type: 'QuantityQuestion', minValue, maxValue, decimals, units: labelled, ...repeating(entry) },
        options: [],
        units,
      };
    }
    const step = extension(raw, url.sliderStepValue);
    const stepValue = numberOf(step, 'valueInteger') ?? numberOf(step, 'valueDecimal');
    const isSlider = entry.controls.includes('slider');
    const shown = shownUnit(units[0]?.unit ?? null);
    const stops = stepValue !== null && stepValue > 0 ? stepValue : 1;
    const digits = type === 'integer' && typeof raw.maxLength === 'number' ? raw.maxLength : null;
    const isFraction = ![stops, minValue ?? 0, maxValue ?? 0].every(Number.isInteger);
    if (type === 'integer' && isSlider && isFraction)
      refuse(place, 'its slider stops at fractions, which a whole number (integer) cannot be');
    if (isSlider && minValue !== null && maxValue !== null && minValue < maxValue && !takesSeveral(entry)) {
      if (digits !== null) note(place, 'maxLength says nothing about a slider');
      carried('sliders', place);
      const [minLabel, maxLabel] = [displayText(entry, 'lower'), displayText(entry, 'upper')];
      return {
        typed: { type: 'SliderQuestion', minValue, maxValue, step: stops, minLabel, maxLabel },
        options: [],
        units,
        ...(shown === null ? {} : { unitInText: shown }),
      };
    }
    if (isSlider) note(place, 'a slider needs both ends; it is asked as a number');
    noteEnds(entry);
    // The largest and smallest number with as many characters as maxLength allows; a minus takes one.
    const longest =
      digits !== null && digits >= 1 && digits <= 9
        ? { least: -(10 ** (digits - 1) - 1) || 0, most: 10 ** digits - 1 }
        : null;
    const most = type === 'integer' ? Math.min(maxValue ?? largestInteger, longest?.most ?? largestInteger) : maxValue;
    return {
      typed: {
        type: 'NumberQuestion',
        minValue: longest === null ? minValue : Math.max(minValue ?? longest.least, longest.least),
        maxValue: most,
        decimals,
        unit: shown,
        ...repeating(entry),
      },
      options: [],
      units,
    };
  }

  return { unitsOf, numeric };
}
