import { Contact } from '@portal/api';
import * as v from 'valibot';
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
});

const contactOf = (one: Contact): Resource => ({
  resourceType: 'RelatedPerson',
  id: `contact-${String(one.contactId)}`,
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

export const contactSubject: Subject = {
  exported: {
    order: 10,
    element: 'Contacts',
    async read({ db, patientId, readerId }) {
      const { json } = await db.one(allContacts, { patientId, readerId, isPatient: true });
      const contacts = v.parse(v.array(Contact), JSON.parse(json));
      return { xml: { Contact: contacts.map(contactXml) }, fhir: contacts.map(contactOf) };
    },
  },
};
