import { Contact, ContactId } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { xmlText } from '../html/xmlText.ts';
import { address, concept, patientReference, type Resource, some, telecom } from '../subject/fhirParts.ts';
import type { Subject } from '../subject/subject.ts';
import type { XmlValue } from '../subject/xmlElement.ts';
import { allContacts } from './contactRecords.ts';

const contactXml = (one: Contact): XmlValue => ({
  Name: `${one.contactFirstName} ${one.contactLastName}`,
  Relationship: one.relationship,
  Email: one.contactEmail,
  HomePhone: one.homePhone,
  MobilePhone: one.mobilePhone,
  WorkPhone: one.workPhone,
  Address1: one.address1,
  Address2: one.address2,
  City: one.city,
  State: one.state,
  ZipCode: one.zipCode,
  Country: one.country,
  IsPrimaryContact: one.isPrimaryContact,
  IsNextOfKin: one.isNextOfKin,
  MayActForPatient: one.isAuthorizedRepresentativeActive,
  MayActUntil: one.lastDay,
  MayActBecause: one.reason,
  MayActIn: one.sectionEnds.map(({ section, lastDay, reason }) => ({
    Section: section,
    Until: lastDay,
    Because: reason,
  })),
  MayActUntilAge: one.endsByAge.map(({ age, birthday, sections }) => ({
    Age: age,
    Birthday: birthday,
    Section: sections,
  })),
});

const contactId = (one: Contact): string => `contact-${String(one.contactId)}`;
const contactOf = (one: Contact): Resource => ({
  resourceType: 'RelatedPerson',
  id: contactId(one),
  active: one.isActive,
  patient: patientReference,
  relationship: some([concept(one.relationship)]),
  name: [{ text: `${one.contactFirstName} ${one.contactLastName}` }],
  telecom: some([
    telecom('phone', one.homePhone, 'home'),
    telecom('phone', one.mobilePhone, 'mobile'),
    telecom('phone', one.workPhone, 'work'),
    telecom('email', one.contactEmail),
  ]),
  address: address(one),
});

const terminology = 'http://terminology.hl7.org/CodeSystem';
const lasts = (lastDay: string | null) => (lastDay === null ? undefined : { end: lastDay });
const givenSections = statement(
  'contacts.givenSections',
  `select c.id as "contactId", array_agg(distinct r.section order by r.section) as sections
   from contacts c join representative_rights r on r.user_id = c.representative_user_id and r.patient_id = c.patient_id
   where c.patient_id = $patientId group by c.id`,
  v.object({ contactId: ContactId, sections: v.array(v.string()) }),
);
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
/** The last day in each section that has an end of its own: the one that was chosen, or the day before a birthday, whichever comes first; never later than the access itself. */
export function lastDays({
  lastDay: ofAll,
  sectionEnds,
  endsByAge,
}: Pick<Contact, 'lastDay' | 'sectionEnds' | 'endsByAge'>): ReadonlyMap<string, string | null> {
  const all = [
    ...sectionEnds.map(({ section, lastDay }) => ({ section, lastDay })),
    ...endsByAge.flatMap(({ birthday, sections }) =>
      sections.map((section) => ({ section, lastDay: dayBefore(birthday) })),
    ),
  ];
  const days = new Map<string, string | null>();
  for (const { section, lastDay } of all) {
    const known = [days.get(section), lastDay, lastDay === null ? null : ofAll];
    days.set(section, known.flatMap((day) => day ?? []).toSorted()[0] ?? null);
  }
  return days;
}
/** That somebody may act for the patient: in which sections, to which day, and why in words. */
function mandateOf(one: Contact, given: readonly string[]): Resource[] {
  const { isAuthorizedRepresentativeActive: isActive, lastDay, reason, sectionEnds } = one;
  if (!isActive && lastDay === null) return [];
  const reasons = [
    ...(reason === null ? [] : [reason]),
    ...sectionEnds.flatMap((end) => (end.reason === null ? [] : [`${end.section}: ${end.reason}`])),
  ];
  const paragraphs = reasons.map((words) => `<p>${xmlText(words)}</p>`).join('');
  const ends = lastDays(one);
  const actor = { reference: `RelatedPerson/${contactId(one)}` };
  return [
    {
      resourceType: 'Consent',
      id: `${contactId(one)}-access`,
      text:
        paragraphs === ''
          ? undefined
          : { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${paragraphs}</div>` },
      status: isActive ? 'active' : 'inactive',
      scope: { coding: [{ system: `${terminology}/consentscope`, code: 'patient-privacy' }] },
      category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' }] }],
      patient: patientReference,
      policyRule: { coding: [{ system: `${terminology}/v3-ActCode`, code: 'OPTIN' }] },
      provision: {
        period: lasts(lastDay),
        actor: [{ role: { coding: [{ system: `${terminology}/v3-RoleCode`, code: 'DELEGATEE' }] }, reference: actor }],
        provision: some(
          [...new Set([...given, ...ends.keys()])].map((section) => ({
            type: 'permit',
            period: lasts(ends.get(section) ?? null),
            code: [{ text: section }],
          })),
        ),
      },
    },
  ];
}

export const contactSubject: Subject = {
  exported: {
    order: 10,
    element: 'Contacts',
    async read({ db, patientId, readerId }) {
      const { json } = await db.one(allContacts, { patientId, readerId, isPatient: true });
      const contacts = v.parse(v.array(Contact), JSON.parse(json));
      const given = new Map(
        (await db.many(givenSections, { patientId })).map(({ contactId, sections }) => [contactId, sections]),
      );
      return {
        xml: { Contact: contacts.map(contactXml) },
        fhir: contacts.flatMap((one) => [contactOf(one), ...mandateOf(one, given.get(one.contactId) ?? [])]),
      };
    },
  },
};
