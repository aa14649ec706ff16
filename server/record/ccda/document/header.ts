import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { type DocumentHeader, type Party, refuse, type XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { documentTypeName, loincOf } from './codes.ts';
import { addressOf, assignedParty, displayOf, nameOf, partyOf, plainTitle, telecomsOf } from './parties.ts';
import { calendarDateOf, dateOf, periodOf } from './timestamps.ts';

/** The most characters of an id, so that the database can index it. */
const longestId = 500;

/** An id as text: `root^extension`, or its root alone. Null if it has none. */
function idText(id: XmlElement | null): string | null {
  const [root, extension] = [attributeOf(id, 'root'), attributeOf(id, 'extension')];
  if (root === null && extension === null) return null;
  return extension === null ? root : `${root ?? ''}^${extension}`;
}
const languageOf = (code: XmlElement | null): string | null => {
  const language = v.safeParse(LanguageTag, attributeOf(code, 'code')?.replaceAll('_', '-'));
  return language.success ? language.output : null;
};

const genders: Readonly<Record<string, string>> = { F: 'Female', M: 'Male', UN: 'Undifferentiated' };

function patientOf(root: XmlElement): DocumentHeader['patient'] {
  const targets = childrenOf(root, 'recordTarget');
  const [, second] = targets;
  if (second) refuse('it is about several patients', second);
  const role = childOf(root, 'recordTarget', 'patientRole');
  const patient = childOf(role, 'patient');
  const gender = childOf(patient, 'administrativeGenderCode');
  const spoken = childrenOf(patient, 'languageCommunication');
  const preferred = spoken.find((each) => attributeOf(childOf(each, 'preferenceInd'), 'value') === 'true') ?? spoken[0];
  return {
    ids: childrenOf(role, 'id').flatMap((id) => {
      const [root, extension] = [attributeOf(id, 'root'), attributeOf(id, 'extension')];
      return root === null || root.length > longestId || (extension?.length ?? 0) > longestId
        ? []
        : [{ root, extension }];
    }),
    name: nameOf(patient),
    birthDate: calendarDateOf(attributeOf(childOf(patient, 'birthTime'), 'value')),
    gender: displayOf(gender) ?? genders[attributeOf(gender, 'code') ?? ''] ?? null,
    address: addressOf(role),
    telecoms: telecomsOf(role),
    language: languageOf(childOf(preferred ?? null, 'languageCode')),
  };
}

/** The roles of people in the header, for documents that have no words of their own for them. */
const partyRoles = {
  dataEnterer: 'Data enterer',
  informant: 'Informant',
  informationRecipient: 'Information recipient',
  legalAuthenticator: 'Legal authenticator',
  authenticator: 'Authenticator',
  NOK: 'Next of kin',
  ECON: 'Emergency contact',
  GUARD: 'Guardian',
  GUAR: 'Guarantor',
  CAREGIVER: 'Caregiver',
  AGNT: 'Agent',
  PRS: 'Personal relationship',
  POLHOLD: 'Policy holder',
  PAYOR: 'Payer',
  guardian: 'Guardian',
} as const;
const roleOf = (key: string): string | null => Object.entries(partyRoles).find(([known]) => known === key)?.[1] ?? null;

/** Removes repeats: documents often name the same person in several places. */
const distinct = (parties: readonly (Party | null)[]): Party[] => [
  ...new Map(parties.flatMap((party) => (party === null ? [] : [[JSON.stringify(party), party] as const]))).values(),
];

const associated = { person: ['associatedPerson'], organization: ['scopingOrganization'] } as const;
/** Whether a participant belongs to the care team, because they have a function in the patient's care. */
const isOfCareTeam = (participant: XmlElement): boolean =>
  attributeOf(childOf(participant, 'functionCode'), 'code') !== null ||
  attributeOf(childOf(participant, 'associatedEntity'), 'classCode') === 'PROV';

function participantOf(participant: XmlElement): Party | null {
  const entity = childOf(participant, 'associatedEntity');
  const says =
    displayOf(childOf(participant, 'functionCode')) ??
    displayOf(childOf(entity, 'code')) ??
    roleOf(attributeOf(entity, 'classCode') ?? '');
  return partyOf(entity, { ...associated, says });
}

function participantsOf(root: XmlElement): Party[] {
  const assigned = (name: string, role: string) =>
    childrenOf(root, name).map((each) => assignedParty(childOf(each, 'assignedEntity'), role));
  const informants = childrenOf(root, 'informant').map((each) => {
    const related = childOf(each, 'relatedEntity');
    return related === null
      ? assignedParty(childOf(each, 'assignedEntity'), partyRoles.informant)
      : assignedParty(related, displayOf(childOf(related, 'code')) ?? partyRoles.informant);
  });
  const guardians = childrenOf(childOf(root, 'recordTarget', 'patientRole', 'patient'), 'guardian').map((each) =>
    partyOf(each, {
      person: ['guardianPerson'],
      organization: ['guardianOrganization'],
      says: displayOf(childOf(each, 'code')) ?? partyRoles.guardian,
    }),
  );
  return distinct([
    ...guardians,
    ...assigned('dataEnterer', partyRoles.dataEnterer),
    ...informants,
    ...childrenOf(root, 'informationRecipient').map((each) =>
      assignedParty(childOf(each, 'intendedRecipient'), partyRoles.informationRecipient),
    ),
    ...assigned('legalAuthenticator', partyRoles.legalAuthenticator),
    ...assigned('authenticator', partyRoles.authenticator),
    ...childrenOf(root, 'participant').flatMap((each) => (isOfCareTeam(each) ? [] : [participantOf(each)])),
  ]);
}

function careTeamOf(root: XmlElement, events: readonly XmlElement[]): Party[] {
  const performers = events.flatMap((event) => childrenOf(event, 'performer'));
  return distinct([
    ...performers.map((each) => {
      const entity = childOf(each, 'assignedEntity');
      return assignedParty(entity, displayOf(childOf(each, 'functionCode')) ?? displayOf(childOf(entity, 'code')));
    }),
    ...childrenOf(root, 'participant').flatMap((each) => (isOfCareTeam(each) ? [participantOf(each)] : [])),
  ]);
}

function visitOf(root: XmlElement): DocumentHeader['visit'] {
  const encounter = childOf(root, 'componentOf', 'encompassingEncounter');
  if (encounter === null) return null;
  const { start, end } = periodOf(childOf(encounter, 'effectiveTime'));
  const people = [
    childOf(encounter, 'responsibleParty', 'assignedEntity'),
    ...childrenOf(encounter, 'encounterParticipant').map((each) => childOf(each, 'assignedEntity')),
  ];
  const facility = childOf(encounter, 'location', 'healthCareFacility');
  return {
    date: start,
    end,
    visitType: displayOf(childOf(encounter, 'code')),
    provider: people.map((each) => nameOf(childOf(each, 'assignedPerson'))).find((each) => each !== null) ?? null,
    place:
      nameOf(childOf(facility, 'location')) ??
      nameOf(childOf(facility, 'serviceProviderOrganization')) ??
      displayOf(childOf(facility, 'code')),
  };
}

/** The header of a document. What it does not say is null. A document without an id is refused, because it could not be stored. */
export function headerOf(root: XmlElement): DocumentHeader {
  const id = idText(childOf(root, 'id')) ?? refuse('it has no id', root);
  if (id.length > longestId) refuse('its id is too long', childOf(root, 'id') ?? root);
  const code = childOf(root, 'code');
  const typeCode = loincOf(code);
  const typeName = displayOf(code) ?? documentTypeName(typeCode);
  const events = childrenOf(root, 'documentationOf').flatMap((each) => childrenOf(each, 'serviceEvent'));
  const periods = events.map((event) => periodOf(childOf(event, 'effectiveTime')));
  const period = periods.find(({ start, end }) => start !== null || end !== null);
  const setId = idText(childOf(root, 'setId'));
  const version = attributeOf(childOf(root, 'versionNumber'), 'value') ?? '';
  const custodian = childOf(root, 'custodian', 'assignedCustodian', 'representedCustodianOrganization');
  return {
    id,
    setKey: setId === null || setId.length > longestId ? null : setId,
    versionNumber: /^\d{1,9}$/.test(version) ? Number(version) : null,
    replaces: childrenOf(root, 'relatedDocument')
      .filter((related) => attributeOf(related, 'typeCode') === 'RPLC')
      .flatMap((related) => childrenOf(childOf(related, 'parentDocument'), 'id'))
      .flatMap((parent) => idText(parent) ?? [])
      .filter((parent) => parent !== id && parent.length <= longestId),
    title: plainTitle(childOf(root, 'title')) ?? typeName ?? 'Clinical Document',
    typeCode,
    typeName,
    language: languageOf(childOf(root, 'languageCode')),
    date: dateOf(attributeOf(childOf(root, 'effectiveTime'), 'value')),
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    patient: patientOf(root),
    authors: distinct(childrenOf(root, 'author').map((each) => assignedParty(childOf(each, 'assignedAuthor')))),
    custodian:
      custodian === null
        ? null
        : {
            name: null,
            organization: nameOf(custodian),
            role: null,
            address: addressOf(custodian),
            telecoms: telecomsOf(custodian),
          },
    careTeam: careTeamOf(root, events),
    participants: participantsOf(root),
    visit: visitOf(root),
  };
}
