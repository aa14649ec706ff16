import type { ContactDetails } from '@portal/api';

/** The least details of a contact, who lives with the patient; `more` adds to them. */
export const contactDetails = (more: Partial<ContactDetails> = {}): ContactDetails => ({
  contactFirstName: 'Wren',
  contactLastName: 'Thistledown',
  suffix: null,
  relationshipId: 9,
  isPrimaryContact: false,
  isNextOfKin: false,
  providesTransport: false,
  usePatientAddress: true,
  address1: null,
  address2: null,
  city: null,
  zipCode: null,
  state: null,
  country: null,
  homePhone: null,
  mobilePhone: null,
  workPhone: null,
  isOkToLeaveMsgHome: false,
  isOkToLeaveMsgMobile: false,
  isOkToLeaveMsgWork: false,
  contactEmail: null,
  preferredCommunicationId: null,
  communicationLanguageId: 1,
  ...more,
});
