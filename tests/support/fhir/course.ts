import {
  type Answer,
  type AnswerAttachment,
  AnswerAttachmentId,
  CalendarDate,
  type Form,
  isForPerson,
  isRepeatingGroup,
  isRepeatingQuestion,
  LocalDateTime,
  type ItemPlace,
  placesOf,
  type QuestionnaireItem,
  type Slot,
  slotOf,
  takesSeveral,
  TimeOfDay,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { conceptOf } from './drawnFile.ts';
import { codes, type Kind, kindOf, picture, type Value, valuesOfKind } from './drawnValues.ts';
import { keyOf, type Typed } from './secondReading.ts';

/** An action of a person in a form, drawn before it is known what the form asks. */
export type Step =
  | { readonly kind: 'set' | 'clear' | 'addRow' | 'removeRow'; readonly at: number; readonly value: number }
  /** The person leaves and continues on another device. */
  | { readonly kind: 'away' };
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant<'set'>('set'), at: fc.nat({ max: 100 }), value: fc.nat({ max: 20 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom<'clear' | 'addRow' | 'removeRow'>('clear', 'addRow', 'removeRow'),
      at: fc.nat({ max: 100 }),
      value: fc.nat({ max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'away' }) },
);

/** Makes the attachment for a file that a person picks. In tests that use calls, the file has been sent to the server first. */
export type FileOf = (item: QuestionnaireItem, name: string) => AnswerAttachment;
/** A file that no server has. */
export const unsentFile: FileOf = (_, fileName) => ({
  attachmentId: v.parse(AnswerAttachmentId, 1 + valuesOfKind.attachment.indexOf(fileName)),
  fileName,
  contentType: 'image/png',
  size: picture.length,
});

/** The entry of an answer sheet that a field makes from a value. */
function entryOf(
  item: QuestionnaireItem,
  kind: Kind,
  value: Value | null,
  fileOf: FileOf,
): Omit<Answer, 'questionnaireItemId' | 'rowPath'> {
  if (value === null) return { textAnswer: '' };
  switch (kind) {
    case 'boolean':
      return { isChecked: value === true };
    case 'integer':
      return { numberAnswer: Number(value) };
    case 'quantity':
      return { numberAnswer: Number(value), ...('units' in item ? { unitKey: item.units[0]?.key } : {}) };
    case 'string':
      return { textAnswer: String(value) };
    case 'choice': {
      const options = 'listAnswers' in item ? item.listAnswers : [];
      const option = options[codes.findIndex((code) => code === value)];
      if (!option) throw new Error(`${String(value)} is no option`);
      const isBox = item.questionnaireItemType === 'MultiSelectionQuestion';
      return { listAnswerId: option.listAnswerId, ...(isBox ? { isChecked: true } : {}) };
    }
    case 'lookup':
      return { coding: conceptOf(String(value)) };
    case 'attachment':
      return { attachment: fileOf(item, String(value)) };
    case 'date':
      return { dateAnswer: v.parse(CalendarDate, value) };
    case 'time':
      return { timeAnswer: v.parse(TimeOfDay, value) };
    case 'dateTime':
      return { dateTimeAnswer: v.parse(LocalDateTime, value) };
  }
}

type Boxes = readonly (Value | null)[];
const mostBoxes = 4;
/**
 * The values in the boxes of a repeating question after a step: options are ticked and unticked, boxes are added, changed, emptied and
 * removed.
 */
function boxesAfter(boxes: Boxes, { kind, at: nth, value: drawn }: Exclude<Step, { kind: 'away' }>, of: Kind): Boxes {
  const all = valuesOfKind[of];
  const value = all[drawn % all.length] ?? null;
  const own = nth % Math.max(1, boxes.length);
  const isTicked = of === 'choice' || of === 'lookup';
  if (kind === 'clear')
    return isTicked || of === 'attachment' || drawn % 2 === 0
      ? boxes.filter((_, index) => index !== own)
      : boxes.map((box, index) => (index === own ? null : box));
  if (isTicked) return boxes.includes(value) ? boxes.filter((box) => box !== value) : [...boxes, value];
  return boxes.length === 0 || (nth % 2 === 0 && boxes.length < mostBoxes)
    ? [...boxes, value]
    : boxes.map((box, index) => (index === own ? value : box));
}

/** An answer sheet that is being filled in, with what the person typed by the linkIds of the file. */
export interface Sheet {
  readonly answers: readonly Answer[];
  readonly typed: Typed;
  /** The highest row number of each group so far, so that none is used twice. */
  readonly lastRow: ReadonlyMap<Slot, number>;
}
export const emptySheet: Sheet = { answers: [], typed: { values: new Map(), rows: new Map() }, lastRow: new Map() };

/** The linkId in the file for an item of the product. */
export type LinkIds = (item: QuestionnaireItem) => string;

const at = (place: ItemPlace) => ({
  questionnaireItemId: place.item.questionnaireItemId,
  ...(place.rowPath.length === 0 ? {} : { rowPath: [...place.rowPath] }),
});
const isIn = (answer: Answer, place: ItemPlace): boolean =>
  slotOf(answer.questionnaireItemId, answer.rowPath) === place.slot;
const changed = <K, T>(map: ReadonlyMap<K, T>, key: K, value: T | undefined): ReadonlyMap<K, T> => {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
};

/** True if the item takes several answers. */
const repeats = (item: QuestionnaireItem): boolean =>
  item.questionnaireItemType === 'MultiSelectionQuestion' ||
  (item.questionnaireItemType === 'LookupQuestion' ? takesSeveral(item) : isRepeatingQuestion(item));

/** The answer sheet after a step by a person who sees what `form` asks. */
export function after(
  sheet: Sheet,
  one: Exclude<Step, { kind: 'away' }>,
  form: Form,
  linkIdOf: LinkIds,
  fileOf: FileOf = unsentFile,
): Sheet {
  const asked = placesOf(form, sheet.answers).filter(({ isAsked }) => isAsked);
  const places = asked.filter(({ item }) =>
    one.kind === 'set' || one.kind === 'clear' ? isForPerson(item) : isRepeatingGroup(item),
  );
  const place = places[one.at % Math.max(1, places.length)];
  if (!place) return sheet;
  const { item, rowPath, slot } = place;
  const key = keyOf(linkIdOf(item), rowPath);
  const others = sheet.answers.filter((answer) => !isIn(answer, place));
  const { values, rows } = sheet.typed;
  if (one.kind === 'set' || one.kind === 'clear') {
    const kind = kindOf(linkIdOf(item));
    const all = valuesOfKind[kind];
    const single = one.kind === 'set' ? all[one.value % all.length] : undefined;
    const boxes = repeats(item) ? boxesAfter(values.get(key) ?? [], one, kind) : single === undefined ? [] : [single];
    return {
      ...sheet,
      answers: [...others, ...boxes.map((box) => ({ ...at(place), ...entryOf(item, kind, box, fileOf) }))],
      typed: { values: changed(values, key, boxes.length === 0 ? undefined : boxes), rows },
    };
  }
  const before = rows.get(key) ?? [1];
  const highest = sheet.lastRow.get(slot) ?? 1;
  if (one.kind === 'addRow' ? before.length >= 4 : before.length === 1) return sheet;
  const next =
    one.kind === 'addRow' ? [...before, highest + 1] : before.filter((_, index) => index !== one.value % before.length);
  const answers = [...others, { ...at(place), rows: next }];
  // Removing a row removes its answers.
  const there = new Set(placesOf(form, answers).map((other) => other.slot));
  return {
    answers: answers.filter((answer) => there.has(slotOf(answer.questionnaireItemId, answer.rowPath))),
    typed: { values, rows: changed(rows, key, next) },
    lastRow: one.kind === 'addRow' ? changed(sheet.lastRow, slot, highest + 1) : sheet.lastRow,
  };
}
