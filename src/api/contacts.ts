import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { FileAnswer, declareCall } from './call.ts';
import { Section, SectionRight } from './sections.ts';
import { IdempotencyKey, PatientId, UserId, brandedId } from './ids.ts';
import { changing, ofPatient } from './presets.ts';
import { Instant, LanguageCode, orNull, PersonName, SmallNumber } from './values.ts';

export const ContactId = brandedId('ContactId');
export type ContactId = v.InferOutput<typeof ContactId>;

export const InvitationId = brandedId('InvitationId');
export type InvitationId = v.InferOutput<typeof InvitationId>;

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const optionalText = (longest: number) => v.nullable(text(longest));
/** A normalized number: digits with an optional plus. */
export const PhoneNumber = v.pipe(v.string(), v.regex(/^\+?[0-9]{4,20}$/));
const phone = v.nullable(PhoneNumber);

/**
 * What is typed about a contact (specification 2, sections 3 and 5). Phone numbers are normalized: digits with an optional plus.
 * `country` is a `countryCode` of the lookup, `state` a `stateNameDisplay`, or whatever was typed where the lookup has none.
 * With `usePatientAddress` the address that is sent counts for nothing, and the one that is read is the patient's.
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

/** A contact as it stands, with its access to the record (specification 2, section 3). */
export const Contact = v.object({
  ...ContactDetails.entries,
  contactId: ContactId,
  patientId: PatientId,
  relationship: v.string(),
  isActive: v.boolean(),
  isAuthorizedRepresentativeActive: v.boolean(),
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

const ofContacts = {
  ...changing,
  params: { patientId: PatientId },
  // Only the patient decides who else sees the record.
  access: ['patient'],
  ownOnly: true,
  capability: 'Dashboard',
  answerType: 'json',
  invalidates: ['listContacts'],
} as const;
const ofOneContact = { ...ofContacts, params: { patientId: PatientId, contactId: ContactId } } as const;

/**
 * A representative with the right to read them sees names, addresses and who acts for the patient, but no account and no
 * invitation of anybody: `userInfo` and `invitationId` are null.
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

/**
 * Adds (without `contactId`) or changes a contact. A new primary contact takes the place of the old one, and stays so until
 * another takes its place. Another email address ends an invitation that is still open: it went to the old one.
 * Without `contactId`, the same key adds one contact however often it comes, and gets that one as it stands, whatever it carries.
 */
export const saveContact = declareCall({
  ...ofContacts,
  name: 'saveContact',
  capability: 'Dashboard.AddContact',
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
  needsProof: true,
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
  isOurs: true,
  method: 'GET',
  path: '/api/patients/{patientId}/contacts/{contactId}/rights',
  answer: Rights,
  invalidates: [],
});
/**
 * Gives or takes one right, and answers with all that hold then: a page that shows old ones changes nothing else. It works at once,
 * in running sessions as well; for a contact who is invited it is what they begin with. To answer needs to read, so giving it gives
 * both, and taking the right to read takes the rest of its section. A right that is not offered is a `bad_request`.
 */
export const setContactRight = declareCall({
  ...ofOneContact,
  name: 'setContactRight',
  isOurs: true,
  needsProof: true,
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts/{contactId}/rights',
  body: v.object({ ...SectionRight.entries, isGiven: v.boolean() }),
  bodyType: 'json',
  answer: Rights,
  invalidates: ['getContactRights', 'listContacts'],
});
/** Removes a contact: an open invitation ends, and so does their access, at once. */
export const removeContact = declareCall({
  ...ofOneContact,
  name: 'removeContact',
  isOurs: true,
  method: 'DELETE',
  path: '/api/patients/{patientId}/contacts/{contactId}',
  answer: null,
  answerType: 'none',
});

/** What a contact who acts for the patient looked at or did on one day, in one section; `at` is the latest time of it. */
export const ContactActivity = v.object({
  section: Section,
  what: v.picklist(['looked', 'answered', 'declined']),
  at: Instant,
});
/** The latest first, of the last 90 days, from the audit. */
export const listContactActivity = declareCall({
  ...ofOneContact,
  name: 'listContactActivity',
  isOurs: true,
  method: 'GET',
  path: '/api/patients/{patientId}/contacts/{contactId}/activity',
  answer: v.array(ContactActivity),
  invalidates: [],
});

const ofInvitation = { ...ofContacts, params: { contactId: ContactId } } as const;

export const checkInvitation = declareCall({
  ...ofInvitation,
  name: 'checkInvitation',
  capability: 'Dashboard.InviteContact',
  method: 'GET',
  path: '/api/invitations/contact/{contactId}/checkArInviteExists',
  answer: v.boolean(),
  invalidates: [],
});
/**
 * Makes (or makes anew, with a new PIN) the invitation of a contact and sends its mail; `given` is what they will see and do, and
 * `hasAgreed` that the patient agreed to the statement. A mail that is refused at once
 * (`failed_sending_email`) ends the invitation. 404 for a contact that has an account. The same key gets the invitation that was
 * made under it, with its PIN and without another mail, while it is open and its PIN can still be printed. The body is ours: a
 * facility's own back end gets none, and ours takes nothing without one.
 */
export const inviteContact = declareCall({
  ...ofInvitation,
  name: 'inviteContact',
  capability: 'Dashboard.InviteContact',
  needsProof: true,
  method: 'POST',
  path: '/api/invitations/contact/{contactId}/invite',
  headers: { 'idempotency-key': v.optional(IdempotencyKey) },
  body: v.optional(
    v.object({
      given: v.pipe(v.array(SectionRight), v.minLength(1), v.maxLength(100)),
      hasAgreed: v.literal(true),
    }),
  ),
  bodyType: 'json',
  answer: v.object({
    invitationId: InvitationId,
    pin: v.string(),
    /** Ours: what the mail says, in the contact's language and without its link. */
    mail: orNull(v.object({ language: LanguageCode, subject: v.string(), sentences: v.array(v.string()) })),
  }),
  errors: ['email_required', 'failed_sending_email'],
});
/** Ends the open invitation of a contact: its link and its PIN open nothing any more. 404 where there is none. */
export const withdrawInvitation = declareCall({
  ...ofInvitation,
  name: 'withdrawInvitation',
  isOurs: true,
  method: 'DELETE',
  path: '/api/invitations/contact/{contactId}',
  answer: null,
  answerType: 'none',
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
  invalidates: [],
  activity: 'pinPrinted',
});

export const getPatientAddress = declareCall({
  ...ofPatient,
  name: 'getPatientAddress',
  isBackground: true,
  ownOnly: true,
  path: '/api/patients/{patientId}/address',
  access: ['patient'],
  answer: v.object({
    address1: orNull(v.string()),
    address2: orNull(v.string()),
    city: orNull(v.string()),
    zipCode: orNull(v.string()),
    state: orNull(v.string()),
    country: orNull(v.string()),
  }),
  audited: true,
});
