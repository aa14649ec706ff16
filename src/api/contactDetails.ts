import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { PatientId, UserId, brandedId } from './ids.ts';
import { ofPatient } from './presets.ts';
import { AgeEnd, RepresentationEnd, SectionEnd } from './representations.ts';
import { orNull, PersonName, SmallNumber } from './values.ts';

export const ContactId = brandedId('ContactId');
export type ContactId = v.InferOutput<typeof ContactId>;

export const InvitationId = brandedId('InvitationId');
export type InvitationId = v.InferOutput<typeof InvitationId>;

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const optionalText = (longest: number) => v.nullable(text(longest));
/** A normalised number: digits with an optional plus. */
export const PhoneNumber = v.pipe(v.string(), v.regex(/^\+?[0-9]{4,20}$/));
const phone = v.nullable(PhoneNumber);

/**
 * What is typed about a contact (specification 2, sections 3 and 5). Phone numbers are normalised: digits with an optional plus. `country`
 * is a `countryCode` of the lookup; `state` a `stateNameDisplay`, or the typed text when the lookup has none. With `usePatientAddress` a
 * sent address is ignored, and the address that is read is the patient's.
 */
export const ContactDetails = v.object({
  contactFirstName: PersonName,
  contactLastName: PersonName,
  suffix: optionalText(20),
  relationshipId: SmallNumber,
  isPrimaryContact: v.boolean(),
  isNextOfKin: v.boolean(),
  providesTransport: v.boolean(),
  usePatientAddress: v.boolean(),
  address1: optionalText(200),
  address2: optionalText(200),
  city: optionalText(100),
  zipCode: optionalText(20),
  state: optionalText(100),
  country: optionalText(100),
  homePhone: phone,
  mobilePhone: phone,
  workPhone: phone,
  isOkToLeaveMsgHome: v.boolean(),
  isOkToLeaveMsgMobile: v.boolean(),
  isOkToLeaveMsgWork: v.boolean(),
  contactEmail: v.nullable(EmailAddress),
  preferredCommunicationId: v.nullable(SmallNumber),
  communicationLanguageId: SmallNumber,
});
export type ContactDetails = v.InferOutput<typeof ContactDetails>;

/** A stored contact with its access to the record (specification 2, section 3). */
export const Contact = v.object({
  ...ContactDetails.entries,
  contactId: ContactId,
  patientId: PatientId,
  relationship: v.string(),
  isActive: v.boolean(),
  isAuthorizedRepresentativeActive: v.boolean(),
  /** Until when the contact may act for the patient, and why (beyond the specification); null for a representative. */
  ...RepresentationEnd.entries,
  /** What ends, or has ended, on a birthday of the patient (beyond the specification); empty for a representative. */
  endsByAge: v.optional(v.array(AgeEnd), []),
  /** Sections with an end of their own (beyond the specification); empty for a representative. */
  sectionEnds: v.optional(v.array(SectionEnd), []),
  authorizedRepresentativeUserId: orNull(UserId),
  invitationId: orNull(InvitationId),
  isInvitationLocked: v.boolean(),
  isInvitationExpired: v.boolean(),
  userInfo: orNull(
    v.object({
      userName: v.string(),
      isEmailConfirmed: v.boolean(),
      isLockedOut: v.boolean(),
      minutesLeftBeforeLockoutExpires: v.number(),
    }),
  ),
});
export type Contact = v.InferOutput<typeof Contact>;

/**
 * A representative with the right to read contacts sees names, addresses and who acts for the patient, but nobody's account or invitation:
 * `userInfo` and `invitationId` are null.
 */
export const listContacts = declareCall({
  ...ofPatient,
  name: 'listContacts',
  capability: 'Dashboard.PersonalContacts',
  section: 'PersonalContacts',
  path: '/api/patients/{patientId}/contacts',
  access: ['patient', 'representative'],
  answer: v.array(Contact),
  audited: true,
});
