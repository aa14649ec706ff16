import { otherFigure } from './elements.ts';
import { type Entry, type Form, isInRows, namesUnits } from './entries.ts';
import type { EntryTexts } from './entryTexts.ts';
import { url } from './extensions.ts';
import { NotRead } from './fhirPath.ts';
import { extension, extensionsOf, isObject, objectOf, textOf } from './json.ts';
import { readTotal } from './totals.ts';
import type { Scope, Total } from './totalValues.ts';

/** The totals of a file, by linkId. */
export interface Totals {
  readonly totals: ReadonlyMap<string, Total>;
  /** Items with options whose plain number a total uses. */
  readonly numberedOptions: ReadonlySet<string>;
}

const isNumber = ({ type }: Entry): boolean => ['integer', 'decimal', 'quantity'].includes(type);

/** Reads the totals before the items, because a total may need the plain numbers of options. */
export function entryTotals({ byLinkId, roots, helpers, note }: Form, { textAndCode }: EntryTexts): Totals {
  const numberedOptions = new Set<string>();
  const totals = new Map<string, Total>();
  for (const entry of byLinkId.values()) {
    if (entry.calculated === null || helpers.has(entry)) continue;
    if (!isNumber(entry)) continue;
    const scope: Scope = {
      roots: roots.map((root) => root.linkId),
      question: (linkId) => {
        const found = byLinkId.get(linkId);
        return (
          found && {
            linkId,
            type: found.type,
            repeats: found.raw.repeats === true,
            hasScores: found.options.options.some((option) => option.score !== null),
            children: found.children.map((child) => child.linkId),
          }
        );
      },
      variable: (name) => entry.variables.get(name)?.text,
      calculated: (linkId) => byLinkId.get(linkId)?.calculated ?? undefined,
    };
    try {
      const total = readTotal(entry.calculated, scope);
      // A score adds every row, but repeat() drops rows with equal answers, so the two would differ.
      const texts = [entry.calculated, ...[...entry.variables.values()].map(({ text }) => text)];
      if (
        texts.some((text) => /\brepeat\s*\(/.test(text)) &&
        [...total.weights.keys()].some((id) => isInRows(byLinkId.get(id)))
      )
        throw new NotRead('it adds rows by repeat()');
      for (const linkId of total.byValue) {
        const found = byLinkId.get(linkId);
        if (!found) continue;
        if (found.options.options.length > 0) {
          if (
            found.options.options.some(
              (option) => typeof option.value !== 'number' || (option.score !== null && option.score !== option.value),
            )
          )
            throw new NotRead(`the options of "${linkId}" are not numbers`);
          numberedOptions.add(linkId);
        } else if (!isNumber(found)) throw new NotRead(`"${linkId}" is not a number`);
        else if (found.type === 'quantity' && (namesUnits(found.raw) || extension(found.raw, url.unitValueSet)))
          throw new NotRead(`the answers to "${linkId}" come in several units`);
      }
      const parts = [
        total.constant,
        ...total.weights.values(),
        ...[...total.weights.keys()].flatMap(
          (linkId) => byLinkId.get(linkId)?.options.options.flatMap((option) => option.score ?? []) ?? [],
        ),
      ];
      if (entry.type === 'integer' && !parts.every(Number.isInteger))
        throw new NotRead('it may be a fraction, which a whole number (integer) cannot be');
      totals.set(entry.linkId, total);
    } catch (error) {
      // An item that is not a total may still be carried as a calculated answer (logic.ts).
      if (!(error instanceof NotRead) && !(error instanceof RangeError)) throw error;
    }
  }

  // LOINC panels often omit the formula of a total, but nobody is meant to add it up by hand. It is the sum of the ordinal values next to
  // it and below it, or of all if there are none there.
  const unitCode = (entry: Entry) =>
    extensionsOf(entry.raw)
      .filter((one) => one.url === url.unit)
      .map((one) => objectOf(one, 'valueCoding'))
      .filter(isObject)
      .map((coding) => textOf(coding, 'code') ?? textOf(coding, 'display'))[0];
  const isUnwritten = (entry: Entry): boolean => {
    if (entry.calculated !== null || entry.isHidden || !isNumber(entry) || entry.options.options.length > 0)
      return false;
    if (entry.controls.includes('slider') || extension(entry.raw, url.minValue) || extension(entry.raw, url.maxValue))
      return false;
    const text = textAndCode(entry) ?? '';
    if (otherFigure.test(text)) return false;
    return entry.raw.readOnly === true
      ? /\b(score|total|sum)\b/i.test(text)
      : unitCode(entry) === '{score}' && /\b(total|sum|calculated)\b/i.test(text) && entry.raw.required !== true;
  };
  const weighedUnder = (entries: readonly Entry[]): string[] =>
    entries.flatMap((entry) => [
      ...(!entry.isHidden && entry.options.options.some((option) => option.score !== null) ? [entry.linkId] : []),
      ...weighedUnder(entry.children),
    ]);
  function findUnwritten(entries: readonly Entry[]): void {
    const found = entries.filter(isUnwritten);
    const [total] = found;
    const beside = weighedUnder(entries);
    const ids = beside.length > 0 ? beside : weighedUnder(roots);
    if (total && found.length === 1 && ids.length > 0) {
      totals.set(total.linkId, {
        constant: 0,
        weights: new Map(ids.map((id) => [id, 1])),
        needs: [{ atLeast: 1, of: ids, by: 'score' }],
        byValue: new Set(),
      });
      note(total.place, `it has no formula; it becomes the sum of the ordinal values of ${ids.join(', ')}`);
    }
    for (const entry of entries) findUnwritten(entry.children);
  }
  findUnwritten(roots);

  return { totals, numberedOptions };
}
