import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { FileAnswer, declareCall } from './call.ts';
import { SectionRight } from './dailyCare.ts';
import { ContactId, IdempotencyKey, InvitationId, PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const optionalText = (longest: number) => v.nullable(text(longest));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const phone = v.nullable(v.pipe(v.string(), v.regex(/^\+?[0-9]{4,20}$/)));

/**
 * What is typed about a contact (specification 2, sections 3 and 5). Phone numbers are normalized: digits with an optional plus.
 * `country` is a `countryCode` of the lookup, `state` a `stateNameDisplay`, or whatever was typed where the lookup has none.
 * With `usePatientAddress` the address that is sent counts for nothing, and the one that is read is the patient's.
 */
export const ContactDetails = v.object({
  contactFirstName: name,
  contactLastName: name,
  suffix: optionalText(20),
  relationshipId: v.number(),
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
  preferredCommunicationId: v.nullable(v.number()),
  communicationLanguageId: v.number(),
});
export type ContactDetails = v.InferOutput<typeof ContactDetails>;

/** A contact as it stands, with its access to the record (specification 2, section 3). */
export const Contact = v.object({
  ...ContactDetails.entries,
  contactId: ContactId,
  patientId: PatientId,
  relationship: v.string(),
  isActive: v.boolean(),
  isAuthorizedRepresentativeActive: v.boolean(),
  authorizedRepresentativeUserId: v.nullable(UserId),
  invitationId: v.nullable(InvitationId),
  isInvitationLocked: v.boolean(),
  isInvitationExpired: v.boolean(),
  userInfo: v.nullable(v.object({ userName: v.string(), isEmailConfirmed: v.boolean(), isLockedOut: v.boolean(), minutesLeftBeforeLockoutExpires: v.number() })),
});
export type Contact = v.InferOutput<typeof Contact>;

const ofContacts = {
  ...changing,
  params: { patientId: PatientId },
  // Only the patient decides who else sees the record.
  access: ['patient'],
  ownOnly: true,
  capability: 'Dashboard',
  answerType: 'json',
  makesStale: ['listContacts'],
} as const;
const ofOneContact = { ...ofContacts, params: { patientId: PatientId, contactId: ContactId } } as const;

/**
 * A representative with the right to read them sees names, addresses and who acts for the patient, but no account and no
 * invitation of anybody: `userInfo` and `invitationId` are null.
 */
export const listContacts = declareCall({
  ...reading,
  name: 'listContacts',
  capability: 'Dashboard',
  section: 'PersonalContacts',
  path: '/api/patients/{patientId}/contacts',
  params: { patientId: PatientId },
  access: ['patient', 'representative'],
  answer: v.array(Contact),
  freshFor: 60_000,
  offline: 'keep',
  audited: true,
});

/**
 * Adds (without `contactId`) or changes a contact. A new primary contact takes the place of the old one, and stays so until
 * another takes its place. Another email address ends an invitation that is still open: it went to the old one.
 * Without `contactId`, the same key adds one contact however often it comes, and gets that one as it stands, whatever it carries.
 */
export const saveContact = declareCall({
  ...ofContacts,
  name: 'saveContact',
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts',
  headers: { 'idempotency-key': v.optional(IdempotencyKey) },
  body: v.object({ ...ContactDetails.entries, contactId: v.optional(ContactId) }),
  bodyType: 'json',
  answer: Contact,
  /** `relationship_unknown`, `language_unknown`: a lookup value that does not exist. */
  errors: ['relationship_unknown', 'language_unknown'],
});

/** Enables or disables the access of a contact who has an account. Disabling ends its running sessions for this patient. */
export const setContactAccess = declareCall({
  ...ofOneContact,
  name: 'setContactAccess',
  method: 'POST',
  path: '/api/patients/{patientId}/contacts/{contactId}',
  query: { authorized: v.picklist(['true', 'false']) },
  answer: Contact,
});
export const unlockContact = declareCall({
  ...ofOneContact,
  name: 'unlockContact',
  method: 'POST',
  path: '/api/patients/{patientId}/contacts/{contactId}/UnlockAccount',
  answer: null,
  answerType: 'none',
});
/** Sends the contact the mail of a forgotten password. */
export const resetContactPassword = declareCall({
  ...ofOneContact,
  name: 'resetContactPassword',
  method: 'POST',
  path: '/api/patients/{patientId}/contacts/{contactId}/ResetPassword',
  answer: null,
  answerType: 'none',
  errors: ['email_not_confirmed'],
});

/** What a representative may do (beyond the document). */
const Rights = v.object({
  /** Every section with the rights that it knows; what is not in `given` is not allowed. */
  offered: v.array(SectionRight),
  given: v.array(SectionRight),
});
export const getContactRights = declareCall({
  ...ofOneContact,
  name: 'getContactRights',
  method: 'GET',
  path: '/api/patients/{patientId}/contacts/{contactId}/rights',
  answer: Rights,
  makesStale: [],
});
/**
 * Works at once, in running sessions as well; for a contact without an account it is what the account will begin with. A right
 * to answer or write without the one to read is left out; one that is not offered is a `bad_request`.
 */
export const setContactRights = declareCall({
  ...ofOneContact,
  name: 'setContactRights',
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts/{contactId}/rights',
  body: v.object({ given: v.array(SectionRight) }),
  bodyType: 'json',
  answer: Rights,
  makesStale: ['getContactRights', 'listContacts'],
});

const ofInvitation = { ...ofContacts, params: { contactId: ContactId } } as const;

export const checkInvitation = declareCall({
  ...ofInvitation,
  name: 'checkInvitation',
  method: 'GET',
  path: '/api/invitations/contact/{contactId}/checkArInviteExists',
  answer: v.boolean(),
  makesStale: [],
});
/**
 * Makes (or makes anew, with a new PIN) the invitation of a contact and sends its mail. A mail that is refused at once
 * (`failed_sending_email`) ends the invitation. 404 for a contact that has an account. The same key gets the invitation that was
 * made under it, with its PIN and without another mail, while it is open and its PIN can still be printed.
 */
export const inviteContact = declareCall({
  ...ofInvitation,
  name: 'inviteContact',
  method: 'POST',
  path: '/api/invitations/contact/{contactId}/invite',
  headers: { 'idempotency-key': v.optional(IdempotencyKey) },
  answer: v.object({ invitationId: InvitationId, pin: v.string() }),
  errors: ['email_required', 'failed_sending_email'],
});
/** The PIN as a PDF to print, in the contact's language, by a one-time download ticket; for 12 hours after it was made. */
export const getPinPdf = declareCall({
  ...ofContacts,
  name: 'getPinPdf',
  method: 'GET',
  path: '/api/invitations/{invitationId}/pinpdf',
  params: { invitationId: InvitationId },
  query: { token: v.optional(v.pipe(v.string(), v.maxLength(100))) },
  answer: FileAnswer,
  answerType: 'file',
  makesStale: [],
});

const lookup = { ...reading, access: ['patient', 'representative'], freshFor: 3_600_000, offline: 'keep', audited: false } as const;
export const getRelationships = declareCall({
  ...lookup,
  name: 'getRelationships',
  path: '/api/lookups/relationships',
  answer: v.array(v.object({ relationshipId: v.number(), relationshipDisplay: v.string() })),
});
export const getCountries = declareCall({
  ...lookup,
  name: 'getCountries',
  path: '/api/lookups/countries',
  answer: v.array(v.object({ countryId: v.number(), countryNameDisplay: v.string(), countryCode: v.string(), sortOrder: v.number() })),
});
export const getStates = declareCall({
  ...lookup,
  name: 'getStates',
  path: '/api/lookups/states',
  answer: v.array(v.object({ stateId: v.number(), countryId: v.number(), stateNameDisplay: v.string() })),
});
export const getPreferredCommunications = declareCall({
  ...lookup,
  name: 'getPreferredCommunications',
  path: '/api/lookups/preferredCommunications',
  answer: v.array(v.object({ preferredCommunicationId: v.number(), preferredCommunicationCode: v.string(), preferredCommunicationDisplay: v.string() })),
});
export const getPatientAddress = declareCall({
  ...lookup,
  name: 'getPatientAddress',
  path: '/api/patients/{patientId}/address',
  params: { patientId: PatientId },
  answer: v.object({ address1: v.nullable(v.string()), address2: v.nullable(v.string()), city: v.nullable(v.string()), zipCode: v.nullable(v.string()), state: v.nullable(v.string()), country: v.nullable(v.string()) }),
  freshFor: 60_000,
});
