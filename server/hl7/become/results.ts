import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { laboratoryServices } from '../../record/map/observed.ts';
import type { Segment } from '../message/er7.ts';
import { MessageWaits } from '../waits.ts';
import { type Known, conceptOf, dateIn, idFrom, patientKey, personIn, withoutGaps } from './told.ts';
import { attachmentOf, decimalOf, valueOf, wordsOf } from './values.ts';

interface Noted {
  readonly segment: Segment;
  readonly notes: string[];
}
/** An order with its results and what is noted to each. */
interface Order extends Noted {
  /** The ORC before it. */
  readonly common: Segment | null;
  readonly results: Noted[];
}

function ordersIn(segments: readonly Segment[]): Order[] {
  const orders: Order[] = [];
  let noted: Noted | null = null;
  let common: Segment | null = null;
  for (const segment of segments) {
    if (segment.name === 'OBR') {
      const order: Order = { segment, common, notes: [], results: [] };
      orders.push(order);
      [noted, common] = [order, null];
    } else if (segment.name === 'OBX') {
      const order = orders.at(-1);
      if (order === undefined) throw new MessageWaits('an OBX stands before the first OBR');
      noted = { segment, notes: [] };
      order.results.push(noted);
    } else if (segment.name === 'NTE')
      noted?.notes.push(
        segment
          .all(3)
          .map((one) => one.whole())
          .join('\n'),
      );
    else {
      if (segment.name === 'ORC') common = segment;
      if (segment.name !== 'TQ1') noted = null;
    }
  }
  return orders;
}

const isText = ({ segment }: Noted): boolean => ['TX', 'FT'].includes(segment.text(2) ?? '');
/** Whether one OBX goes on with the text of the one before it. Of ST, which has values too, only words of one OBX-4 and one status do. */
function goesOn(one: Segment, before: Segment): boolean {
  const [types, numbers] = [
    [one, before].map((obx) => obx.text(2)),
    [one, before].map((obx) => decimalOf(obx.text(5))),
  ];
  if (one.field(3) === '' || one.field(3) !== before.field(3)) return false;
  if (types.every((type) => type === 'TX' || type === 'FT')) return true;
  const isSame = [4, 6, 11].every((field) => one.field(field) === before.field(field));
  return types.every((type) => type === 'ST') && numbers.every((number) => number === null) && isSame;
}
/** A result in lines: text of one code in one OBX after the other is one result. */
interface Result extends Noted {
  readonly more: readonly Segment[];
}
function linesTogether(results: readonly Noted[]): Result[] {
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

/** OBX-11 as the status of an Observation. Null: nothing was asked or observed, so there is nothing to store. */
const statuses: Readonly<Record<string, string | null>> = {
  F: 'final',
  U: 'final',
  C: 'corrected',
  P: 'preliminary',
  R: 'preliminary',
  S: 'preliminary',
  B: 'preliminary',
  V: 'preliminary',
  A: 'amended',
  I: 'registered',
  X: 'cancelled',
  D: 'entered-in-error',
  W: 'entered-in-error',
  N: null,
  O: null,
};
/** OBR-25 as the status of a DiagnosticReport. */
const reportStatuses: Readonly<Record<string, string>> = {
  F: 'final',
  C: 'corrected',
  M: 'amended',
  A: 'partial',
  R: 'preliminary',
  P: 'preliminary',
  S: 'registered',
  I: 'registered',
  O: 'registered',
  X: 'cancelled',
  Y: 'registered',
  Z: 'registered',
};

const lines = (notes: readonly string[]): string | null =>
  notes
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join('\n') || null;

const service = (obr: Segment): JsonObject[] => {
  const code = obr.text(24);
  return code === null ? [] : [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code }] }];
};
const flags = (obx: Segment): JsonObject[] =>
  obx.all(8).flatMap((flag) => {
    const code = flag.text(1);
    return code === null ? [] : [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0078', code }] }];
  });

/** The resources of one order: itself, its report, and an observation for each result. */
function resourcesOf({ segment: obr, common, notes, results }: Order, known: Known): JsonObject[] {
  const { zone, version: meta, source } = known;
  const number = obr.text(3) ?? obr.text(2) ?? common?.text(3) ?? common?.text(2) ?? null;
  if (number === null) throw new MessageWaits('OBR-3, OBR-2, ORC-3 and ORC-2 have no order number');
  const asked = conceptOf(obr.first(4));
  if (asked === null) throw new MessageWaits('OBR-4 does not say what was asked');
  const order = [number, obr.text(3, 2)];
  const orderId = idFrom('order', ...order);
  const subject = { reference: patientKey(known.patientId) };
  const category = service(obr);
  const isLaboratory = category.length === 0 || laboratoryServices.has(obr.text(24) ?? '');
  const when = dateIn(obr.at(7), zone) ?? dateIn(results[0]?.segment.at(14), zone);
  const laboratory = results
    .map(({ segment }) => segment.text(23) ?? segment.text(15, 2) ?? segment.text(15))
    .find((name) => name !== null);
  const both = withoutGaps({
    meta,
    subject,
    category: category.length === 0 ? null : category,
    effectiveDateTime: when,
    issued: dateIn(obr.at(22), zone),
    basedOn: [{ reference: `ServiceRequest/${orderId}` }],
    // Results and report of one order belong together, with a time or without.
    identifier: [{ type: { coding: [{ code: 'ACSN' }] }, system: source, value: orderId }],
    performer: laboratory ? [{ reference: `Organization/${idFrom(laboratory)}`, display: laboratory }] : null,
  });
  const observationOf = ({ segment: obx, notes: comments, more }: Result): JsonObject | null => {
    const status = statuses[obx.text(11) ?? 'F'];
    if (status === null) return null;
    if (status === undefined) throw new MessageWaits('OBX-11 is no status of a result');
    const code = conceptOf(obx.first(3));
    if (code === null) throw new MessageWaits('OBX-3 does not say what was observed');
    const value =
      more.length === 0
        ? valueOf(obx, zone)
        : {
            valueString: [obx, ...more]
              .map((one) => wordsOf(one, zone))
              .join('\n')
              .trim(),
          };
    const range = obx.text(7);
    return withoutGaps({
      ...both,
      resourceType: 'Observation',
      id: idFrom(
        'result',
        ...order,
        obx.text(3),
        obx.text(3, 2),
        isText({ segment: obx, notes: [] }) ? null : obx.text(4),
      ),
      status,
      category: category.length === 0 ? [{ coding: [{ code: 'laboratory' }] }] : category,
      code,
      ...value,
      dataAbsentReason:
        status === 'cancelled' || Object.keys(value).length > 0 ? null : { text: lines(comments) ?? 'not reported' },
      interpretation: flags(obx),
      referenceRange: range === null ? null : [{ text: range }],
      note: lines(comments) === null ? null : [{ text: lines(comments) }],
    });
  };
  const attachments = results.flatMap(({ segment }) => attachmentOf(segment) ?? []);
  const measured = linesTogether(results.filter(({ segment }) => attachmentOf(segment) === null));
  // Words of radiology and the like are one report to read; only laboratories have values.
  const isWords = !isLaboratory && measured.every((one) => isText(one) || one.segment.text(2) === 'ST');
  const observations = isWords ? [] : measured.map(observationOf).filter((one) => one !== null);
  const words = isWords
    ? measured.flatMap(({ segment, more }) => [segment, ...more].map((obx) => wordsOf(obx, zone)))
    : [];
  const status = reportStatuses[obr.text(25) ?? 'F'];
  if (status === undefined) throw new MessageWaits('OBR-25 is no status of a report');
  const requester = personIn(obr.all(16)[0]);
  const conclusion = lines([...words, ...notes]);
  // Only ordered so far, or a heading of the orders below it.
  if (observations.length === 0 && attachments.length === 0 && conclusion === null) return [];
  return [
    withoutGaps({
      resourceType: 'ServiceRequest',
      id: orderId,
      requester: requester === null ? null : { display: requester },
    }),
    ...observations,
    withoutGaps({
      ...both,
      resourceType: 'DiagnosticReport',
      id: idFrom('report', ...order, obr.text(4), obr.text(4, 2)),
      status,
      code: asked,
      result: observations.map(({ id }) => ({ reference: `Observation/${String(id)}` })),
      conclusion,
      presentedForm: attachments,
      resultsInterpreter: obr.text(32, 1) === null ? null : [{ display: interpreter(obr) }],
    }),
  ];
}

/** OBR-32 is an NDL: its person is one component, with the parts of a name in subcomponents. */
function interpreter(obr: Segment): string | null {
  const parts = [obr.text(32, 1, 6), obr.text(32, 1, 3), obr.text(32, 1, 2)].filter((part) => part !== null);
  return parts.length === 0 ? obr.text(32, 1) : parts.join(' ');
}

/** The resources of a message with results (ORU). */
export function resultResources(known: Known): JsonObject[] {
  const orders = ordersIn(known.message.segments);
  if (orders.length === 0) throw new MessageWaits('it has no OBR');
  const resources = orders.flatMap((order) => resourcesOf(order, known));
  // The later one would replace the other, and a result would be lost unseen. Orders of the same number are the same order.
  const ids = resources.flatMap(({ resourceType, id }) => (resourceType === 'ServiceRequest' ? [] : [id]));
  if (new Set(ids).size < ids.length)
    throw new MessageWaits('two OBX of an order have the same OBX-3 and OBX-4, or two OBR the same OBR-3 and OBR-4');
  return resources;
}
