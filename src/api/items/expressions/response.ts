import type { FormPatient, ResponseNode } from '../../formLogic.ts';
import type { QuestionnaireItemId } from '../../ids.ts';
import type { Answer } from '../../questionnaireItems.ts';
import { isRepeatingGroup, type Slot, slotOf } from '../form.ts';
import { type Budget, spend } from './budget.ts';
import type { OpenPlace } from '../structure.ts';

/** An item of a QuestionnaireResponse. */
export type ResponseItem = {
  readonly linkId: string;
  readonly answer?: readonly Readonly<Record<string, unknown>>[];
  readonly item?: readonly ResponseItem[];
};

/** The part of a set of answers that expressions read. */
export interface SheetView {
  readonly today: string | null;
  /** `%patient`. It belongs to the answers, because a form is prepared once for all patients who are asked. */
  readonly patient: FormPatient | undefined;
  /** The budget that all expressions of the form share. */
  readonly budget: Budget;
  /** Increases whenever a place becomes asked or not, or a computed value changes. */
  readonly version: number;
  placeAt(slot: Slot): OpenPlace | undefined;
  /** The answer of a place; none when it is not asked. */
  said(place: OpenPlace): readonly Answer[];
  rowsOf(place: OpenPlace): readonly number[];
  /** True when a person has answered something in the row; the slot is the group's with the row's number. */
  isRowInUse(row: Slot): boolean;
}

type Json = Readonly<Record<string, unknown>>;

const compact = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null && value !== undefined));

/** The value element of an entry; for a choice, as its source writes the option. */
function valueOf(node: ResponseNode, entry: Answer): Json | null {
  if (entry.listAnswerId !== undefined) {
    const option = node.options.find(({ listAnswerId }) => listAnswerId === entry.listAnswerId);
    if (option) return { [option.element]: option.value };
    return entry.otherOptionText === undefined ? null : { valueString: entry.otherOptionText };
  }
  if (entry.numberAnswer !== undefined) {
    if (node.type === 'integer') return { valueInteger: entry.numberAnswer };
    if (node.type !== 'quantity') return { valueDecimal: entry.numberAnswer };
    const { unit, system, code } = node.units.find(({ key }) => key === entry.unitKey) ?? node.units[0] ?? {};
    return { valueQuantity: compact({ value: entry.numberAnswer, unit, system, code }) };
  }
  if (entry.dateAnswer !== undefined) return { valueDate: entry.dateAnswer };
  if (entry.dateTimeAnswer !== undefined) return { valueDateTime: `${entry.dateTimeAnswer}:00` };
  if (entry.timeAnswer !== undefined)
    return { valueTime: entry.timeAnswer.length === 5 ? `${entry.timeAnswer}:00` : entry.timeAnswer };
  if (entry.coding !== undefined) return { valueCoding: compact({ ...entry.coding }) };
  if (entry.attachment !== undefined) {
    const { contentType, fileName: title, size } = entry.attachment;
    return { valueAttachment: { contentType, title, size } };
  }
  // A choice without options is answered with a text.
  if (entry.textAnswer !== undefined && node.type === 'choice') return { valueCoding: { display: entry.textAnswer } };
  if (entry.textAnswer !== undefined) return { [node.type === 'url' ? 'valueUri' : 'valueString']: entry.textAnswer };
  return entry.isChecked === undefined ? null : { valueBoolean: entry.isChecked };
}

/** A response, with its items by slot. */
export interface ResponseTree {
  readonly root: Json;
  readonly itemBySlot: ReadonlyMap<Slot, ResponseItem>;
}

/**
 * The answers as the QuestionnaireResponse of their questionnaire, without what is not asked or not answered. `isWanted` selects nodes;
 * other nodes are included only if a wanted one is below them. `without`: a place that is left out.
 */
export function responseTree(
  nodes: readonly ResponseNode[],
  view: SheetView,
  worth: WeakMap<object, number>,
  isWanted: (node: ResponseNode) => boolean,
  without: Slot | null,
): ResponseTree {
  const itemBySlot = new Map<Slot, ResponseItem>();

  function answersAt(node: ResponseNode, place: OpenPlace | undefined): Json[] {
    if (!place || place.slot === without || !isWanted(node)) return [];
    return view.said(place).flatMap((entry) => {
      const value = valueOf(node, entry);
      if (!value) return [];
      const words = node.item.find(({ otherOf }) => otherOf !== null && otherOf === entry.listAnswerId);
      const answer: Json =
        words && entry.otherOptionText !== undefined
          ? { ...value, item: [{ linkId: words.linkId, answer: [{ valueString: entry.otherOptionText }] }] }
          : value;
      const weight = node.options.find(({ listAnswerId }) => listAnswerId === entry.listAnswerId)?.weight;
      if (weight !== undefined && weight !== null) worth.set(answer, weight);
      return [answer];
    });
  }

  function write(node: ResponseNode, rowPath: readonly number[]): ResponseItem[] {
    spend(2);
    if (node.otherOf !== null) return [];
    const { linkId, questionnaireItemId: id, rowsItemId } = node;
    if (id !== null && rowsItemId !== undefined) return writeRows(node, id, rowsItemId, rowPath);
    const below = (path: readonly number[]) => node.item.flatMap((child) => write(child, path));
    const place = id === null ? undefined : view.placeAt(slotOf(id, rowPath));
    if (id !== null && place && isRepeatingGroup(place.item))
      return view.rowsOf(place).flatMap((row) => {
        const path = [...rowPath, row];
        if (!view.isRowInUse(slotOf(id, path))) return [];
        const item = below(path);
        if (item.length === 0) return [];
        const own = { linkId, item };
        itemBySlot.set(slotOf(id, path), own);
        return [own];
      });
    const answer = answersAt(node, isShownIn(view, place) ? place : undefined);
    const item = below(rowPath);
    if (answer.length === 0 && item.length === 0) return [];
    // Items below a text (`display`) were imported as its children, so they stay there.
    const own: ResponseItem =
      node.type === 'group' || node.type === 'display' ? { linkId, item } : { linkId, answer: withItems(answer, item) };
    if (place) itemBySlot.set(place.slot, own);
    return [own];
  }

  /** A repeating question with questions below it: each row of its group is an answer, which contains the other answers of the row. */
  function writeRows(
    node: ResponseNode,
    id: QuestionnaireItemId,
    rowsItemId: QuestionnaireItemId,
    rowPath: readonly number[],
  ): ResponseItem[] {
    const { linkId } = node;
    const group = view.placeAt(slotOf(rowsItemId, rowPath));
    if (!group) return [];
    const answer = view.rowsOf(group).flatMap((row) => {
      const path = [...rowPath, row];
      const slot = slotOf(rowsItemId, path);
      if (!view.isRowInUse(slot)) return [];
      const inRow = withItems(
        answersAt(node, view.placeAt(slotOf(id, path))),
        node.item.flatMap((child) => write(child, path)),
      );
      if (inRow.length > 0) {
        itemBySlot.set(slot, { linkId, answer: inRow });
        itemBySlot.set(slotOf(id, path), { linkId, answer: inRow });
      }
      return inRow;
    });
    if (answer.length === 0) return [];
    itemBySlot.set(group.slot, { linkId, answer });
    return [{ linkId, answer }];
  }

  /** Items below a question are placed in its first answer. */
  function withItems(answers: readonly Json[], item: readonly ResponseItem[]): Json[] {
    if (item.length === 0) return [...answers];
    const [first = {}, ...others] = answers;
    const within = Array.isArray(first['item']) ? first['item'] : [];
    const whole = { ...first, item: [...within, ...item] };
    const weight = worth.get(first);
    if (weight !== undefined) worth.set(whole, weight);
    return [whole, ...others];
  }
  return {
    root: { resourceType: 'QuestionnaireResponse', item: nodes.flatMap((node) => write(node, [])) },
    itemBySlot,
  };
}

/** False for a fixed value in a row that nobody has answered, because such a row does not exist. */
const isShownIn = (view: SheetView, place: OpenPlace | undefined): boolean => {
  const group: QuestionnaireItemId | undefined = place?.node.groups.at(-1);
  return place !== undefined && (group === undefined || view.isRowInUse(slotOf(group, place.rowPath)));
};
