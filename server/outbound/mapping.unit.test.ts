import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FacilityId, PatientId, RecordedContactDetails, CalendarDate, Instant } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { decodeMessage } from '../hl7/message/charset.ts';
import { parseMessage } from '../hl7/message/er7.ts';
import type { GivenResponse } from '../questionnaires/responses.ts';
import type { Fact, Person } from './facts.ts';
import { bundleOf } from './fhir.ts';
import { messageOf } from './hl7.ts';
import type { Observed, ObservedValue } from './observed.ts';
import type { ClaimedOutbound, OutboundKind } from './queue.ts';

const handbook = readFileSync(fileURLToPath(new URL('../docs/integrate-out.md', import.meta.url)), 'utf8');
const at = '2026-03-06T20:43:11.000Z';

const person: Person = {
  mrn: '7',
  firstName: 'Mara',
  lastName: 'Reed',
  dateOfBirth: v.parse(CalendarDate, '1961-04-05'),
  facilityId: v.parse(FacilityId, 1),
  facilityName: 'Northlight',
};
const given: GivenResponse = {
  patientId: v.parse(PatientId, 1),
  response: {
    resourceType: 'QuestionnaireResponse',
    id: 'assigned-5',
    identifier: { system: 'urn:vestibule:assigned-questionnaire', value: '5' },
    questionnaire: 'http://example.org/pain|1',
    status: 'completed',
    subject: { type: 'Patient', identifier: {} },
    authored: at,
  },
  completion: {
    assignedQuestionnaireId: 5,
    templateId: 1,
    revision: 1,
    content: {
      title: 'Pain',
      description: null,
      instructions: null,
      defaultMessage: null,
      items: [],
      scores: [],
      source: null,
    },
    answers: [],
    scores: [],
    completedAt: at,
    mrn: '7',
    facilityId: 1,
    facilityName: 'Northlight',
    timeZone: 'America/New_York',
    itemKeys: new Map(),
    optionKeys: new Map(),
  },
};
const values: readonly ObservedValue[] = [
  { kind: 'coding', coding: { system: 'http://loinc.org', code: 'LA1', display: 'Yes' } },
  { kind: 'quantity', quantity: { value: 5.5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } },
  { kind: 'number', number: 27, isInteger: true },
  { kind: 'boolean', isTrue: false },
  { kind: 'text', text: 'Words' },
  { kind: 'date', date: '2026-03-06' },
  { kind: 'dateTime', dateTime: '2026-03-06T15:43:00-05:00' },
  { kind: 'time', time: '15:43:00' },
  { kind: 'file', file: { contentType: 'application/pdf', data: 'AAAA', title: 'a.pdf' } },
];
const observed = values.map((value, place): Observed => ({
  key: String(place),
  codes: [{ system: 'http://loinc.org', code: '44261-6', display: 'Total' }],
  text: 'Total score',
  row: '2',
  isCoded: value.kind !== 'file',
  value,
}));
const visit = {
  appointmentId: 9,
  startsAt: v.parse(Instant, at),
  day: v.parse(CalendarDate, '2026-03-06'),
  type: 'Blood draw',
  providerFirstName: 'Ottoline',
  providerLastName: 'Fernbrook',
  place: 'Willow Wing',
  numbers: [{ number: 'V1', authority: 'NORTHSCH', source: 'Hospital' }],
};
const details = v.parse(RecordedContactDetails, {
  address1: '1 Reed Row',
  address2: null,
  city: 'Puddleford',
  zipCode: '10042',
  state: 'NY',
  country: 'US',
  homePhone: '(202) 555-0155',
  mobilePhone: null,
  emailAddress: 'mara@example.org',
});
const facts: { readonly [Kind in OutboundKind]: Fact } = {
  response: { kind: 'response', given, observed },
  document: { kind: 'document', given, lines: ['How often?: Often'] },
  alert: {
    kind: 'alert',
    alert: {
      id: 3,
      raisedAt: at,
      answered: 'How often?: Often',
      acknowledgedAt: null,
      acknowledgedBy: null,
      note: null,
    },
    title: 'Pain',
    assignedQuestionnaireId: 5,
  },
  confirmation: { kind: 'confirmation', visit },
  arrival: { kind: 'arrival', visit },
  arrival_withdrawn: { kind: 'arrival_withdrawn', visit },
  contact_change: { kind: 'contact_change', details, changed: ['city', 'homePhone'] },
  message: {
    kind: 'message',
    message: {
      messageId: 7,
      threadId: 6,
      subject: 'My tablets',
      requestKind: 'refill',
      content: 'I have two left.',
      language: 'en',
      sentAt: at,
      mrn: person.mrn,
      firstName: person.firstName,
      lastName: person.lastName,
      proxyFirstName: null,
      proxyLastName: null,
      providerFirstName: 'Ottoline',
      providerLastName: 'Fernbrook',
      careProviderId: null,
      answers: null,
      isHeld: false,
      files: [{ fileName: 'a.pdf', fileType: 'pdf', bytes: 3, content: Buffer.from('abc'), createdAt: at }],
    },
  },
};
const claimed = (kind: OutboundKind): ClaimedOutbound => ({
  id: 8,
  kind,
  thingId: 5,
  patientId: given.patientId,
  happenedAt: at,
  interfaceId: 1,
  name: 'Engine',
  facilityId: person.facilityId,
  url: null,
  host: 'localhost',
  port: 2575,
  isTls: false,
  tlsCa: null,
  tlsCertificate: null,
  sealedSecret: null,
  receivingApplication: 'EPIC',
  receivingFacility: 'NORTH',
  processing: 'P',
  recordNumbers: 'NORTHMRN',
  failure: null,
  tries: 1,
  lease: '',
});
const kinds: readonly OutboundKind[] = Object.values(facts).map(({ kind }) => kind);
const written = (kind: OutboundKind) =>
  parseMessage(decodeMessage(messageOf(claimed(kind), facts[kind], person), null));

test('the table of fields has those that are written, and no others', () => {
  const used = new Set(
    kinds.flatMap((kind) =>
      written(kind).segments.flatMap((line) =>
        Array.from({ length: 60 }, (_, place) => place + 1)
          .filter((number) => line.field(number) !== '' && !(line.name === 'MSH' && number < 3))
          .map((number) => `${line.name}-${String(number)}`),
      ),
    ),
  );
  const table = handbook.slice(handbook.indexOf('| field | has |'));
  const told = new Set(
    [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.match(/\b[A-Z][A-Z0-9]{2}-\d+\b/g) ?? []),
  );
  expect([...told].toSorted()).toEqual([...used].toSorted());
});

const Bundle = v.object({
  entry: v.array(
    v.object({
      resource: v.looseObject({
        resourceType: v.string(),
        eventCoding: v.optional(v.object({ code: v.string() })),
      }),
    }),
  ),
});
test('the table of facts has their messages, events and resources', () => {
  const lines = handbook.split('\n').filter((line) => /^\| `[a-z]+` \|/.test(line));
  const told = lines.map((line) => {
    const [, , , event = '', resources = '', message = ''] = line.split('|').map((cell) => cell.trim());
    return [event.replaceAll('`', ''), resources, message];
  });
  expect(told).toEqual(
    kinds.map((kind) => {
      const { header } = written(kind);
      const { entry } = v.parse(Bundle, JSON.parse(bundleOf(8, at, facts[kind], person)));
      const [first, ...others] = entry.map(({ resource }) => resource);
      return [
        first?.eventCoding?.code,
        [...new Set(others.map(({ resourceType }) => resourceType))].join(', '),
        [header.text(9), header.text(9, 2)].join('^'),
      ];
    }),
  );
});

test('values keep their codes, units and words', () => {
  const lines = written('response').segments.filter(({ name }) => name === 'OBX');
  expect(lines.map((line) => [line.text(2), line.field(5), line.field(6)])).toEqual([
    ['CWE', 'LA1^Yes^LN', ''],
    ['NM', '5.5', 'kg^kg^UCUM'],
    ['NM', '27', ''],
    ['CWE', 'N^No^HL70136', ''],
    ['TX', 'Words', ''],
    ['DT', '20260306', ''],
    ['TS', '20260306204300+0000', ''],
    ['TM', '154300', ''],
    ['ED', '^application^pdf^Base64^AAAA', ''],
  ]);
  expect(lines[0]?.field(3)).toBe('44261-6^Total^LN');
});

test('contact details that did not change are left out, and a last one that was deleted is deleted', () => {
  const pidOf = (fact: Fact) =>
    parseMessage(decodeMessage(messageOf(claimed('contact_change'), fact, person), null)).segments.find(
      ({ name }) => name === 'PID',
    );
  const phone = pidOf({
    kind: 'contact_change',
    details: { ...details, homePhone: null, emailAddress: null },
    changed: ['homePhone'],
  });
  expect([phone?.field(11), phone?.field(13)]).toEqual(['', '""']);
  const moved = pidOf({ kind: 'contact_change', details, changed: ['city'] });
  expect([moved?.field(11), moved?.field(13)]).toEqual(['1 Reed Row^^Puddleford^NY^10042^US^H', '']);
});

test('a request is named by its kind, with its words, its files and its conversation', () => {
  const { segments } = written('message');
  const [pv1, txa, words, file] = ['PV1', 'TXA', 'OBX', 'OBX'].map((name, place) =>
    segments.filter((line) => line.name === name).at(place === 3 ? 1 : 0),
  );
  expect([pv1?.text(7, 2), txa?.field(2), txa?.text(12), txa?.text(13)]).toEqual([
    'Fernbrook',
    'REQUEST-REFILL^My tablets',
    'message-7',
    'thread-6',
  ]);
  expect([words?.text(5), file?.text(3, 2), file?.text(5, 5)]).toEqual(['I have two left.', 'a.pdf', 'YWJj']);
});
