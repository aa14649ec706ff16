import type { Segment } from '../message/er7.ts';
import { decimalOf, measureOf } from './values.ts';

export interface NotedSegment {
  readonly segment: Segment;
  readonly notes: string[];
}
/** An order with its results and what is noted to each. */
export interface Order extends NotedSegment {
  /** The ORC before it. */
  readonly common: Segment | null;
  readonly results: NotedSegment[];
}

/** The orders of a message, and what is observed before the first of them: it is about the patient (PATIENT_OBSERVATION) and of no order. */
export function ordersIn(segments: readonly Segment[]): {
  readonly orders: readonly Order[];
  readonly ofPatient: readonly NotedSegment[];
} {
  const orders: Order[] = [];
  const ofPatient: NotedSegment[] = [];
  let noted: NotedSegment | null = null;
  let common: Segment | null = null;
  for (const segment of segments) {
    if (segment.name === 'OBR') {
      const order: Order = { segment, common, notes: [], results: [] };
      orders.push(order);
      [noted, common] = [order, null];
    } else if (segment.name === 'OBX') {
      noted = { segment, notes: [] };
      (orders.at(-1)?.results ?? ofPatient).push(noted);
    } else if (segment.name === 'NTE')
      noted?.notes.push(
        segment
          .all(3)
          .filter((one) => !one.isDeleted)
          .map((one) => one.whole())
          .join('\n'),
      );
    else {
      if (segment.name === 'ORC') common = segment;
      if (segment.name !== 'TQ1') noted = null;
    }
  }
  return { orders, ofPatient };
}

/** Whether it is a line of a text. */
export const isText = (obx: Segment): boolean => ['TX', 'FT'].includes(obx.text(2) ?? '');
/** Whether one OBX goes on with the text of the one before it. Of ST, which has values too, only words of one OBX-4 and one status do. */
function goesOn(one: Segment, before: Segment): boolean {
  const [types, numbers] = [
    [one, before].map((obx) => obx.text(2)),
    [one, before].map((obx) => (obx.text(6) === null ? decimalOf : measureOf)(obx.text(5))),
  ];
  if (one.field(3) === '' || one.field(3) !== before.field(3)) return false;
  if (types.every((type) => type === 'TX' || type === 'FT')) return true;
  const isSame = [4, 6, 11].every((field) => one.field(field) === before.field(field));
  return types.every((type) => type === 'ST') && numbers.every((number) => number === null) && isSame;
}
/** A result in lines: text of one code in one OBX after the other is one result. */
export interface Result extends NotedSegment {
  readonly more: readonly Segment[];
}
/** The results of an order, lines of one text as one result. */
export function linesTogether(results: readonly NotedSegment[]): Result[] {
  const together: Result[] = [];
  for (const one of results) {
    const last = together.at(-1);
    if (last !== undefined && goesOn(one.segment, last.segment))
      together[together.length - 1] = {
        ...last,
        notes: [...last.notes, ...one.notes],
        more: [...last.more, one.segment],
      };
    else together.push({ ...one, more: [] });
  }
  return together;
}
