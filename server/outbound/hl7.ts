import { contentTypeOf } from '@portal/api';
import { nameOfSystem } from '../hl7/message/codeSystems.ts';
import { utcStamp } from '../hl7/message/times.ts';
import { type Field, messageBytes, segment } from '../hl7/message/write.ts';
import type { SentMessage } from '../secureMessages/delivery/communication.ts';
import { messageName, requestCode, threadName } from '../secureMessages/delivery/names.ts';
import type { Fact, Person, OutboundVisit } from './facts.ts';
import type { Coding, Observed, ObservedValue } from './observed.ts';
import { type ClaimedOutbound, type OutboundKind, eventName } from './queue.ts';

/** The message that each fact becomes, with its structure. */
const messageTypes: Readonly<Record<OutboundKind, readonly [string, string, string]>> = {
  response: ['ORU', 'R01', 'ORU_R01'],
  document: ['MDM', 'T02', 'MDM_T02'],
  alert: ['ORU', 'R01', 'ORU_R01'],
  confirmation: ['SIU', 'S14', 'SIU_S12'],
  arrival: ['ADT', 'A04', 'ADT_A01'],
  arrival_withdrawn: ['ADT', 'A11', 'ADT_A09'],
  contact_change: ['ADT', 'A08', 'ADT_A01'],
  message: ['MDM', 'T02', 'MDM_T02'],
};

const application = 'VESTIBULE';
const stamp = (instant: string): string => utcStamp(new Date(instant));
const digits = (date: string): string => date.replaceAll('-', '');

/** A CWE: a code, and a second one where there is one. */
const coded = ([first, second]: readonly Coding[], words: string | null = null): Field => {
  const parts = (one: Coding | undefined) =>
    one === undefined
      ? [null, null, null]
      : [one.code ?? null, one.display ?? words, one.system === undefined ? null : nameOfSystem(one.system)];
  return [...parts(first), ...parts(second)];
};

const dateTime = (written: string): string => (written.includes('T') ? stamp(written) : digits(written));

/** OBX-2, OBX-5 and OBX-6 of an answer. */
function valueOf(value: ObservedValue): { readonly type: string; readonly value: Field; readonly unit: Field } {
  switch (value.kind) {
    case 'coding':
      return { type: 'CWE', value: coded([value.coding]), unit: null };
    case 'quantity': {
      const { value: number, unit, code, system } = value.quantity;
      const isNamed = code !== undefined || unit !== undefined;
      return {
        type: 'NM',
        value: String(number),
        unit: isNamed ? [code ?? unit ?? null, unit ?? null, system === undefined ? null : nameOfSystem(system)] : null,
      };
    }
    case 'number':
      return { type: 'NM', value: String(value.number), unit: null };
    case 'boolean':
      return { type: 'CWE', value: [value.isTrue ? 'Y' : 'N', value.isTrue ? 'Yes' : 'No', 'HL70136'], unit: null };
    case 'text':
      return { type: 'TX', value: value.text, unit: null };
    case 'date':
      return { type: 'DT', value: digits(value.date), unit: null };
    case 'dateTime':
      return { type: 'TS', value: dateTime(value.dateTime), unit: null };
    case 'time':
      return { type: 'TM', value: value.time.replaceAll(':', ''), unit: null };
    case 'file': {
      const [type = null, subtype = null] = (value.file.contentType ?? '').split(/[/;]/);
      return { type: 'ED', value: [null, type, subtype, 'Base64', value.file.data ?? null], unit: null };
    }
  }
}

function resultLine(number: number, { codes, text, row, value }: Observed, at: string): string {
  const { type, value: said, unit } = valueOf(value);
  return segment('OBX', {
    1: String(number),
    2: type,
    3: coded(codes, text),
    4: row,
    5: said,
    6: unit,
    11: 'F',
    14: at,
  });
}

function orderLine(number: string, what: Field, at: string): string {
  return segment('OBR', { 1: '1', 3: [number, application], 4: what, 7: at, 22: at, 25: 'F' });
}

const ofForm = (title: string, questionnaire: string): Field => {
  const [url = ''] = questionnaire.split('|');
  return [url, title, 'L'];
};

const startOf = ({ startsAt, day }: OutboundVisit): string | null =>
  startsAt === null ? day && digits(day) : stamp(startsAt);

/** The booking, which stands before the patient. Nobody is named as who keeps it or who wrote this, which the standard demands. */
function bookingLine(visit: OutboundVisit): string {
  const [number] = visit.numbers;
  return segment('SCH', {
    1: [`appointment-${String(visit.appointmentId)}`, application],
    2: number === undefined ? null : [number.number, number.authority],
    6: ['CONFIRMED', 'The patient will come', 'L'],
    11: [null, null, null, startOf(visit)],
    16: application,
    20: application,
    25: ['Confirmed', 'Confirmed', 'L'],
  });
}

/** `at`: when the person said that they are here, or took it back; null: they did not. */
function visitLines(visit: OutboundVisit, at: string | null) {
  const { numbers, type, providerFirstName, providerLastName, place } = visit;
  const [number] = numbers;
  return [
    segment('PV1', {
      1: '1',
      2: 'O',
      3: place === null ? null : [null, null, null, null, null, null, null, null, place],
      7: providerLastName === null ? null : [null, providerLastName, providerFirstName],
      44: at,
      50: number === undefined ? null : [number.number, null, null, number.authority, 'VN'],
    }),
    segment('PV2', {
      3: type === '' ? null : [null, type],
      8: startOf(visit),
    }),
  ];
}

const address = ({ details, changed }: Extract<Fact, { kind: 'contact_change' }>): Field => {
  const { address1, address2, city, state, zipCode, country } = details;
  const parts = [address1, address2, city, state, zipCode, country];
  const isChanged = changed.some((name) => !['homePhone', 'mobilePhone', 'emailAddress'].includes(name));
  if (!isChanged) return null;
  return { all: parts.every((part) => part === null) ? [] : [[...parts, 'H']] };
};
const telecoms = ({ details, changed }: Extract<Fact, { kind: 'contact_change' }>): Field => {
  if (!changed.some((name) => ['homePhone', 'mobilePhone', 'emailAddress'].includes(name))) return null;
  const { homePhone, mobilePhone, emailAddress } = details;
  const phone = (number: string | null, use: string, kind: string) =>
    number === null ? [] : [[number, use, kind, null, null, null, null, null, null, null, null, number]];
  return {
    all: [
      ...phone(homePhone, 'PRN', 'PH'),
      ...phone(mobilePhone, 'PRN', 'CP'),
      ...(emailAddress === null ? [] : [[null, 'NET', 'Internet', emailAddress]]),
    ],
  };
};

/** A message, or a request: to whom, from whom, in which conversation, its words and its files. */
function messageLines(message: SentMessage, at: string): readonly string[] {
  const { requestKind, subject, content, files, firstName, lastName, proxyFirstName, proxyLastName } = message;
  const what: Field = [requestKind === null ? 'MESSAGE' : requestCode(requestKind).toUpperCase(), subject];
  const line = (place: number, type: string, named: Field, value: Field) =>
    segment('OBX', { 1: String(place), 2: type, 3: named, 5: value, 11: 'F' });
  return [
    segment('PV1', { 1: '1', 2: 'N', 7: [null, message.providerLastName, message.providerFirstName] }),
    segment('TXA', {
      1: '1',
      2: what,
      3: 'TX',
      4: at,
      5: [null, proxyLastName ?? lastName, proxyFirstName ?? firstName],
      12: [messageName(message.messageId), application],
      13: [threadName(message.threadId), application],
      17: 'DO',
    }),
    line(1, 'TX', ['message', subject, 'L'], content),
    ...files.map(({ fileName, fileType, content: bytes }, place) => {
      const [type = null, subtype = null] = contentTypeOf(fileType).split('/');
      return line(place + 2, 'ED', ['file', fileName, 'L'], [null, type, subtype, 'Base64', bytes.toString('base64')]);
    }),
  ];
}

/** What follows PID in the message of a fact. */
function linesOf(fact: Fact, at: string): readonly string[] {
  switch (fact.kind) {
    case 'response': {
      const { response, completion } = fact.given;
      return [
        orderLine(response.id, ofForm(completion.content.title, response.questionnaire), at),
        ...fact.observed.map((one, place) => resultLine(place + 1, one, at)),
      ];
    }
    case 'document': {
      const { response, completion } = fact.given;
      const { title } = completion.content;
      return [
        segment('PV1', { 1: '1', 2: 'N' }),
        segment('TXA', {
          1: '1',
          2: ['QUESTIONNAIRE', title],
          3: 'TX',
          4: at,
          12: [response.id, application],
          17: 'DO',
        }),
        ...fact.lines.map((line, place) =>
          segment('OBX', { 1: String(place + 1), 2: 'TX', 3: ofForm(title, response.questionnaire), 5: line, 11: 'F' }),
        ),
      ];
    }
    case 'alert': {
      const { alert, title, assignedQuestionnaireId } = fact;
      const key = `alert-${String(alert.id)}`;
      const what = ['alert', 'Answer that needs attention', 'L'];
      return [
        orderLine(key, [`assigned-${String(assignedQuestionnaireId)}`, title, 'L'], at),
        segment('OBX', { 1: '1', 2: 'TX', 3: what, 5: alert.answered, 8: 'A', 11: 'F', 14: at }),
      ];
    }
    case 'confirmation':
      return [
        ...visitLines(fact.visit, null),
        segment('RGS', { 1: '1' }),
        segment('AIS', { 1: '1', 3: [null, fact.visit.type], 4: startOf(fact.visit) }),
      ];
    case 'arrival':
    case 'arrival_withdrawn':
      return visitLines(fact.visit, at);
    case 'contact_change':
      return [segment('PV1', { 1: '1', 2: 'N' })];
    case 'message':
      return messageLines(fact.message, at);
  }
}

/** A fact as a message of HL7 v2.5.1, in UTF-8. The same for each try, but for what has changed in the record since. */
export function messageOf(one: ClaimedOutbound, fact: Fact, person: Person): Buffer {
  const at = stamp(one.happenedAt);
  const type = messageTypes[fact.kind];
  const contacts: Readonly<Record<number, Field>> =
    fact.kind === 'contact_change' ? { 11: address(fact), 13: telecoms(fact) } : {};
  return messageBytes([
    segment('MSH', {
      3: application,
      4: person.facilityName,
      5: one.receivingApplication,
      6: one.receivingFacility,
      7: at,
      9: type,
      10: eventName(one.id),
      11: one.processing,
      12: '2.5.1',
      18: 'UNICODE UTF-8',
    }),
    ...(type[0] === 'ADT' || type[0] === 'MDM' ? [segment('EVN', { 1: type[1], 2: at, 6: at })] : []),
    ...(fact.kind === 'confirmation' ? [bookingLine(fact.visit)] : []),
    segment('PID', {
      1: '1',
      3: [person.mrn, null, null, one.recordNumbers, 'MR'],
      5: [person.lastName, person.firstName],
      7: digits(person.dateOfBirth),
      ...contacts,
    }),
    ...linesOf(fact, at),
  ]);
}
