import { isObject, type JsonObject, listOf, textOf } from '../../questionnaires/fhir/json.ts';
import { laboratoryServices } from '../../record/map/observed.ts';
import { systemOf } from '../message/codeSystems.ts';
import type { Segment } from '../message/er7.ts';
import { MessageWaits } from '../waits.ts';
import {
  type PatientMessage,
  codeableConceptOf,
  fhirDateIn,
  resourceIdFrom,
  patientReference,
  personName,
  withoutNulls,
} from './inboundMessage.ts';
import { type NotedSegment, type Order, type Result, isText, linesTogether, ordersIn } from './orders.ts';
import { attachmentOf, valueOf, wordsAmongWords, wordsOf } from './values.ts';

const withdrawn = 'entered-in-error';
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
  D: withdrawn,
  W: withdrawn,
  N: null,
  O: null,
};
/** Whether an OBX stands among words: no text that was withdrawn, and no value that is not there yet or any more. */
export function standsAmongWords(obx: Segment): boolean {
  const status = statuses[obx.text(11) ?? 'F'];
  return (
    status !== withdrawn && (isText(obx) || !(status === null || status === 'registered' || status === 'cancelled'))
  );
}
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

/** OBR-24: some senders write "Lab" for LAB. */
const serviceOf = (obr: Segment): string | null => obr.text(24)?.toUpperCase() ?? null;
const service = (obr: Segment): JsonObject[] => {
  const code = serviceOf(obr);
  return code === null ? [] : [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code }] }];
};
/** OBX-8: codes of HL7's table, first or beside a sender's own, perhaps without its name; of senders of newer versions perhaps words alone. */
const flags = (obx: Segment): JsonObject[] =>
  obx.all(8).flatMap((flag): JsonObject[] => {
    const codings = [1, 4].flatMap((at): JsonObject[] => {
      const [code, display, table] = [flag.text(at), flag.text(at + 1), flag.text(at + 2)];
      const system = table === 'HL70078' ? 'http://terminology.hl7.org/CodeSystem/v2-0078' : table && systemOf(table);
      return code === null && display === null ? [] : [withoutNulls({ system, code, display })];
    });
    const text = flag.text(9);
    return codings.length === 0 && text === null ? [] : [withoutNulls({ coding: codings, text })];
  });

/** What an observation has from the order, or the message, that it is in. */
interface ObservedIn {
  /** What tells it from the same observation elsewhere. */
  readonly key: readonly (string | null)[];
  readonly shared: JsonObject;
  readonly category: readonly JsonObject[] | null;
}

/**
 * When a value was taken: at its own time, as after a glucose drink, unless that says less than the time of its order. Midnight may be a day
 * that was padded with zeros. A value with another time still belongs to its order, whose time its number then has.
 */
function takenAt(own: string | undefined, shared: JsonObject): JsonObject {
  const ofOrder = textOf(shared, 'effectiveDateTime');
  if (own === undefined || ofOrder?.startsWith(own.replace(/T00:00:00.*$/, '')) === true) return {};
  const numbers = listOf(shared, 'identifier').flatMap((one) =>
    isObject(one) ? [{ ...one, period: { start: ofOrder } }] : [],
  );
  return { effectiveDateTime: own, ...(ofOrder === null || numbers.length === 0 ? {} : { identifier: numbers }) };
}

/** The Observation of one result; null where nothing was asked or observed. */
function observationOf(
  { segment: obx, notes: comments, more }: Result,
  { key, shared, category }: ObservedIn,
  zone: string,
): JsonObject | null {
  const status = statuses[obx.text(11) ?? 'F'];
  if (status === null) return null;
  if (status === undefined) throw new MessageWaits('OBX-11 is no status of a result');
  const code = codeableConceptOf(obx.first(3));
  if (code === null) throw new MessageWaits('OBX-3 does not say what was observed');
  const words = [obx, ...more].map((one) => wordsOf(one, zone));
  const value = more.length === 0 ? valueOf(obx, zone) : { valueString: words.join('\n').trim() };
  const range = obx.text(7);
  return withoutNulls({
    ...shared,
    ...takenAt(fhirDateIn(obx.at(14), zone), shared),
    resourceType: 'Observation',
    id: resourceIdFrom('result', ...key, obx.text(3), obx.text(3, 2), isText(obx) ? null : obx.text(4)),
    status,
    category,
    code,
    ...value,
    dataAbsentReason:
      status === 'cancelled' || Object.keys(value).length > 0 ? null : { text: lines(comments) ?? 'not reported' },
    interpretation: flags(obx),
    referenceRange: range === null ? null : [{ text: range }],
    note: lines(comments) === null ? null : [{ text: lines(comments) }],
  });
}

/** The number of an order with its assigning authority. */
function orderNumberOf({ segment: obr, common }: Order): readonly [string, string | null] {
  const number = obr.text(3) ?? obr.text(2) ?? common?.text(3) ?? common?.text(2) ?? null;
  if (number === null) throw new MessageWaits('OBR-3, OBR-2, ORC-3 and ORC-2 have no order number');
  return [number, obr.text(3, 2)];
}

/** The resources of one order: itself, its report, and an observation for each result. */
function resourcesOf(one: Order, known: PatientMessage): JsonObject[] {
  const { segment: obr, notes, results } = one;
  const { zone, version: meta, source } = known;
  const order = orderNumberOf(one);
  const asked = codeableConceptOf(obr.first(4));
  if (asked === null) throw new MessageWaits('OBR-4 does not say what was asked');
  const orderId = resourceIdFrom('order', ...order);
  const subject = { reference: patientReference(known.patientId) };
  const category = service(obr);
  const isLaboratory = category.length === 0 || laboratoryServices.has(serviceOf(obr) ?? '');
  const when = fhirDateIn(obr.at(7), zone) ?? fhirDateIn(results[0]?.segment.at(14), zone);
  const laboratory = results
    .map(({ segment }) => segment.text(23) ?? segment.text(15, 2) ?? segment.text(15))
    .find((name) => name !== null);
  const both = withoutNulls({
    meta,
    subject,
    category: category.length === 0 ? null : category,
    effectiveDateTime: when,
    issued: fhirDateIn(obr.at(22), zone),
    basedOn: [{ reference: `ServiceRequest/${orderId}` }],
    // Results and report of one order belong together, with a time or without.
    identifier: [{ type: { coding: [{ code: 'ACSN' }] }, system: source, value: orderId }],
    performer: laboratory ? [{ reference: `Organization/${resourceIdFrom(laboratory)}`, display: laboratory }] : null,
  });
  const observedIn = {
    key: order,
    shared: both,
    category: category.length === 0 ? [{ coding: [{ code: 'laboratory' }] }] : category,
  };
  const attachments = results.flatMap(({ segment }) => attachmentOf(segment) ?? []);
  const measured = linesTogether(results.filter(({ segment }) => attachmentOf(segment) === null));
  // Words of radiology and the like are one report to read; only laboratories have values.
  const isWords = !isLaboratory && measured.every(({ segment }) => isText(segment) || segment.text(2) === 'ST');
  const observations = isWords
    ? []
    : measured.map((each) => observationOf(each, observedIn, zone)).filter((one) => one !== null);
  const texts = isWords ? measured.flatMap(({ segment, more }) => [segment, ...more]) : [];
  const words = texts.filter(standsAmongWords).map((obx) => wordsAmongWords(obx, zone));
  const isWithdrawn = texts.some((obx) => statuses[obx.text(11) ?? 'F'] === withdrawn);
  const status = reportStatuses[obr.text(25) ?? 'F'];
  if (status === undefined) throw new MessageWaits('OBR-25 is no status of a report');
  const requester = personName(obr.all(16)[0]);
  const conclusion = lines([...words, ...notes]);
  // Only ordered so far, or a heading of the orders below it.
  if (observations.length === 0 && attachments.length === 0 && conclusion === null && !isWithdrawn) return [];
  // What no laboratory reports is a note. Values alone are none, and the one of before has nothing to read any more.
  const isReport = isLaboratory || attachments.length > 0 || conclusion !== null;
  return [
    withoutNulls({
      resourceType: 'ServiceRequest',
      id: orderId,
      requester: requester === null ? null : { display: requester },
    }),
    ...observations,
    withoutNulls({
      ...both,
      resourceType: 'DiagnosticReport',
      id: resourceIdFrom('report', ...order, obr.text(4), obr.text(4, 2)),
      status: isReport ? status : withdrawn,
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

/** What was observed of the patient beside the orders, such as a weight: a correction of it comes with the same first order. */
function aboutPatient(observed: readonly NotedSegment[], first: Order, known: PatientMessage): JsonObject[] {
  const { zone, version: meta, patientId } = known;
  return linesTogether(observed).flatMap((one) => {
    if (attachmentOf(one.segment) !== null) throw new MessageWaits('a file stands before the first OBR');
    const effectiveDateTime = fhirDateIn(one.segment.at(14), zone);
    const shared = withoutNulls({ meta, subject: { reference: patientReference(patientId) }, effectiveDateTime });
    const observation = observationOf(one, { key: ['patient', ...orderNumberOf(first)], shared, category: null }, zone);
    return observation === null ? [] : [observation];
  });
}

/** The resources of a message with results (ORU). */
export function resultResources(known: PatientMessage): JsonObject[] {
  const { orders, ofPatient } = ordersIn(known.message.segments);
  const [first] = orders;
  if (first === undefined) throw new MessageWaits('it has no OBR');
  const resources = [...aboutPatient(ofPatient, first, known), ...orders.flatMap((order) => resourcesOf(order, known))];
  // The later one would replace the other, and a result would be lost unseen. Orders of the same number are the same order.
  const ids = resources.flatMap(({ resourceType, id }) => (resourceType === 'ServiceRequest' ? [] : [id]));
  if (new Set(ids).size < ids.length)
    throw new MessageWaits('two OBX of an order have the same OBX-3 and OBX-4, or two OBR the same OBR-3 and OBR-4');
  return resources;
}
