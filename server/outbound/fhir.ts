import { mrnIdentifier, uuidOf } from '../questionnaires/fhir/export.ts';
import type { Element } from '../questionnaires/fhir/responseValues.ts';
import { alertOf } from '../questionnaires/exportedAlerts.ts';
import { communicationIn } from '../secureMessages/delivery/communication.ts';
import { address, filled, some, telecom } from '../subject/fhirParts.ts';
import type { Fact, Person, OutboundVisit } from './facts.ts';
import type { Observed, ObservedValue } from './observed.ts';
import { type OutboundKind, eventName } from './queue.ts';

const ours = 'urn:vestibule';
const identifier = (value: string) => [{ system: ours, value }];

function valueOf(value: ObservedValue): Element {
  switch (value.kind) {
    case 'coding':
      return { valueCodeableConcept: { coding: [value.coding] } };
    case 'quantity':
      return { valueQuantity: value.quantity };
    case 'number':
      return value.isInteger ? { valueInteger: value.number } : { valueQuantity: { value: value.number } };
    case 'boolean':
      return { valueBoolean: value.isTrue };
    case 'text':
      return { valueString: value.text };
    case 'date':
      return { valueDateTime: value.date };
    case 'dateTime':
      return { valueDateTime: value.dateTime };
    case 'time':
      return { valueTime: value.time };
    case 'file':
      return {};
  }
}

const referenceTo = (resource: Element): string => `urn:uuid:${uuidOf(JSON.stringify(resource['identifier']))}`;

function observationOf({ key, codes, text, value }: Observed, response: Element, about: Element): Element {
  return {
    resourceType: 'Observation',
    identifier: identifier(`${String(response['id'])}/${key}`),
    derivedFrom: [{ reference: referenceTo(response) }],
    status: 'final',
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'survey' }] }],
    code: { coding: codes, ...(text !== null && { text }) },
    subject: about,
    effectiveDateTime: response['authored'],
    ...valueOf(value),
  };
}

function appointmentOf(visit: OutboundVisit, status: 'booked' | 'arrived', about: Element): Element {
  const { appointmentId, numbers, startsAt, type, place, providerFirstName, providerLastName } = visit;
  const others = [[providerFirstName, providerLastName].filter((part) => part !== null).join(' '), place ?? ''];
  return {
    resourceType: 'Appointment',
    identifier: [
      ...identifier(`appointment-${String(appointmentId)}`),
      ...numbers.map(({ number, source }) => ({ value: number, assigner: { display: source } })),
    ],
    status,
    ...(filled(type) !== undefined && { appointmentType: { text: type } }),
    ...(startsAt !== null && { start: startsAt }),
    participant: [
      { actor: about, status: 'accepted' },
      ...others.filter((display) => display !== '').map((display) => ({ actor: { display }, status: 'accepted' })),
    ],
  };
}

/** What a fact is in FHIR R4; the first is what the message is about. */
function resourcesOf(fact: Fact, person: Person, about: Element): readonly [Element, ...Element[]] {
  switch (fact.kind) {
    case 'response': {
      const response = { ...fact.given.response };
      return [
        response,
        ...fact.observed.filter(({ isCoded }) => isCoded).map((one) => observationOf(one, response, about)),
      ];
    }
    case 'document': {
      const { response, completion } = fact.given;
      return [
        {
          resourceType: 'DocumentReference',
          identifier: identifier(`document-${String(completion.assignedQuestionnaireId)}`),
          status: 'current',
          type: { text: completion.content.title },
          subject: about,
          date: response.authored,
          content: [
            {
              attachment: {
                contentType: 'text/plain; charset=utf-8',
                data: Buffer.from(fact.lines.join('\n'), 'utf8').toString('base64'),
                title: completion.content.title,
              },
            },
          ],
        },
      ];
    }
    case 'alert': {
      const { alert, title, assignedQuestionnaireId } = fact;
      const value = String(assignedQuestionnaireId);
      const response = { system: 'urn:vestibule:assigned-questionnaire', value };
      return [
        {
          ...alertOf(alert),
          identifier: identifier(`alert-${String(alert.id)}`),
          code: { text: title },
          focus: { type: 'QuestionnaireResponse', identifier: response },
          for: about,
        },
      ];
    }
    case 'confirmation': {
      const { appointmentId, startsAt } = fact.visit;
      const appointment = appointmentOf(fact.visit, 'booked', about);
      return [
        {
          resourceType: 'AppointmentResponse',
          identifier: identifier(`attendance-${String(appointmentId)}`),
          appointment: { reference: referenceTo(appointment) },
          ...(startsAt !== null && { start: startsAt }),
          actor: about,
          participantStatus: 'accepted',
        },
        appointment,
      ];
    }
    case 'arrival':
      return [appointmentOf(fact.visit, 'arrived', about)];
    case 'arrival_withdrawn':
      return [appointmentOf(fact.visit, 'booked', about)];
    case 'contact_change': {
      const { details } = fact;
      return [
        {
          resourceType: 'Patient',
          identifier: [mrnIdentifier(person)],
          name: [{ family: person.lastName, given: [person.firstName] }],
          birthDate: person.dateOfBirth,
          telecom: some([
            telecom('phone', details.homePhone, 'home'),
            telecom('phone', details.mobilePhone, 'mobile'),
            telecom('email', details.emailAddress),
          ]),
          address: address(details),
        },
      ];
    }
    case 'message':
      return [communicationIn(fact.message)];
  }
}

/** What happened, as the message's event names it. */
const events: Readonly<Record<OutboundKind, string>> = {
  response: 'questionnaire-completed',
  document: 'questionnaire-document',
  alert: 'alert-raised',
  confirmation: 'visit-confirmed',
  arrival: 'arrived',
  arrival_withdrawn: 'arrival-withdrawn',
  contact_change: 'contact-details-changed',
  message: 'message-sent',
};

/** A fact as a FHIR R4 Bundle of type message. The same for each try, but for what has changed in the record since. */
export function bundleOf(id: number, happenedAt: string, fact: Fact, person: Person): string {
  const about = {
    type: 'Patient',
    identifier: mrnIdentifier(person),
    display: `${person.firstName} ${person.lastName}`,
  };
  const resources = resourcesOf(fact, person, about);
  const key = eventName(id);
  const header = {
    resourceType: 'MessageHeader',
    id: uuidOf(key),
    eventCoding: { system: 'urn:vestibule:event', code: events[fact.kind] },
    source: { name: 'Vestibule', endpoint: ours },
    focus: [{ reference: referenceTo(resources[0]) }],
  };
  return JSON.stringify({
    resourceType: 'Bundle',
    identifier: { system: ours, value: key },
    type: 'message',
    timestamp: happenedAt,
    entry: [
      { fullUrl: `urn:uuid:${header.id}`, resource: header },
      ...resources.map((resource) => ({ fullUrl: referenceTo(resource), resource })),
    ],
  });
}
