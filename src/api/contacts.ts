import * as v from 'valibot';
import { declareCall } from './call.ts';
import { Contact, ContactDetails, ContactId, InvitationId } from './contactDetails.ts';
import { IdempotencyKey, PatientId } from './ids.ts';
import { changing, givingFile, ofPatient, withTicket } from './presets.ts';
import { PostalAddress } from './patient.ts';
import { AccessReason } from './representations.ts';
import { Section, SectionRight } from './sections.ts';
import { CalendarDate, Instant, LanguageCode, orNull, PrintSize } from './values.ts';

const ofContacts = {
  ...changing,
  params: { patientId: PatientId },
  // Only the patient decides who else may see the record.
  access: ['patient'],
  ownOnly: true,
  capability: 'Dashboard',
  invalidates: ['listContacts'],
} as const;
const ofOneContact = { ...ofContacts, params: { patientId: PatientId, contactId: ContactId } } as const;

/**
 * Adds (without `contactId`) or changes a contact. A new primary contact replaces the old one, and stays primary until another replaces it.
 * A changed email address ends an open invitation, because that was sent to the old address. Without `contactId`, the same key adds one
 * contact however often it is sent, and returns that contact, whatever its body.
 */
export const saveContact = declareCall({
  ...ofContacts,
  name: 'saveContact',
  capability: 'Dashboard.AddContact',
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts',
  headers: { 'idempotency-key': v.optional(IdempotencyKey) },
  body: v.object({ ...ContactDetails.entries, contactId: v.optional(ContactId) }),
  answer: Contact,
  /** `relationship_unknown`, `language_unknown`: the lookup has no such value. */
  errors: ['relationship_unknown', 'language_unknown'],
});

/** Enables or disables the access of a contact who has an account. Disabling ends the contact's running sessions for this patient. */
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
});
/** Sends the contact the mail for a forgotten password. */
export const resetContactPassword = declareCall({
  ...ofOneContact,
  name: 'resetContactPassword',
  method: 'POST',
  path: '/api/patients/{patientId}/contacts/{contactId}/ResetPassword',
  answer: null,
  errors: ['email_not_confirmed'],
});

/** What a representative may do (beyond the specification). */
const Rights = v.object({
  /** Every section with the rights that exist in it; what is not in `given` is not allowed. */
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
 * Gives or removes one right, and answers with all rights after that; since only one changes, a page with old rights cannot change others.
 * It takes effect at once, also in running sessions; for an invited contact these are the rights at the start. Answering requires reading,
 * so giving it gives both, and removing the right to read removes all rights of its section. A right that is not offered is a
 * `bad_request`.
 */
export const setContactRight = declareCall({
  ...ofOneContact,
  name: 'setContactRight',
  isOurs: true,
  needsProof: true,
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts/{contactId}/rights',
  body: v.object({ ...SectionRight.entries, isGiven: v.boolean() }),
  answer: Rights,
  invalidates: ['getContactRights', 'listContacts'],
});
/** Until when a contact may act for the patient, and why. */
const AccessEnd = { lastDay: v.nullable(CalendarDate), reason: v.nullable(AccessReason) };
/**
 * Sets the last day on which a contact may act for the patient, and why, or takes both away. On the day after, the access has ended; a
 * later day, or none, gives it again. `last_day_over`, `last_day_too_late`: the day has passed, or is more than `mostYearsOfAccess` away.
 */
export const setContactEnd = declareCall({
  ...ofOneContact,
  name: 'setContactEnd',
  isOurs: true,
  needsProof: true,
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts/{contactId}/end',
  body: v.object(AccessEnd),
  answer: Contact,
  errors: ['last_day_over', 'last_day_too_late'],
});
/**
 * The same for the rights in one section. `last_day_after_access`: everything ends earlier. 404 where the contact has no right in the section;
 * one that has ended is given again by `setContactRight`, which begins without an end.
 */
export const setSectionEnd = declareCall({
  ...ofContacts,
  name: 'setSectionEnd',
  isOurs: true,
  needsProof: true,
  method: 'PUT',
  path: '/api/patients/{patientId}/contacts/{contactId}/rights/{section}/end',
  params: { patientId: PatientId, contactId: ContactId, section: Section },
  body: v.object(AccessEnd),
  answer: Contact,
  errors: ['last_day_over', 'last_day_too_late', 'last_day_after_access'],
});

/** Removes a contact. An open invitation and the contact's access end at once. */
export const removeContact = declareCall({
  ...ofOneContact,
  name: 'removeContact',
  isOurs: true,
  method: 'DELETE',
  path: '/api/patients/{patientId}/contacts/{contactId}',
  answer: null,
});

/** What a contact who acts for the patient looked at or did on one day, in one section; `at` is the latest time of day. */
export const ContactActivity = v.object({
  section: Section,
  what: v.picklist(['looked', 'answered', 'declined']),
  at: Instant,
});
/** The latest first, for the last 90 days, from the audit. */
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
 * Makes (or makes again, with a new PIN) the invitation of a contact and sends its mail; `given` are the contact's rights until `lastDay`,
 * and `hasAgreed` says that the patient agreed to the statement. A mail that is refused at once (`failed_sending_email`) ends the invitation. 404 for a
 * contact that has an account. The same key returns the invitation that it made, with its PIN and without another mail, while it is open
 * and its PIN can still be printed. The body is not in the specification: a facility's own back end gets none, and our server requires one.
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
      ...v.partial(v.object(AccessEnd)).entries,
      /** Of sections that are given; others are left out. */
      sectionEnds: v.optional(v.pipe(v.array(v.object({ section: Section, ...AccessEnd })), v.maxLength(100))),
    }),
  ),
  answer: v.object({
    invitationId: InvitationId,
    pin: v.string(),
    /** Not in the specification: the text of the mail, in the contact's language and without its link. */
    mail: orNull(v.object({ language: LanguageCode, subject: v.string(), sentences: v.array(v.string()) })),
  }),
  errors: ['email_required', 'failed_sending_email', 'last_day_over', 'last_day_too_late'],
});
/** Ends the open invitation of a contact, so that its link and PIN no longer work; one that was ended stays so. 404: there is none, or it was accepted. */
export const withdrawInvitation = declareCall({
  ...ofInvitation,
  name: 'withdrawInvitation',
  isOurs: true,
  method: 'DELETE',
  path: '/api/invitations/contact/{contactId}',
  answer: null,
});
/** The PIN as a PDF to print, in the contact's language, with a one-time download ticket; for 12 hours after it was made. */
export const getPinPdf = declareCall({
  ...ofContacts,
  ...givingFile,
  name: 'getPinPdf',
  method: 'GET',
  path: '/api/invitations/{invitationId}/pinpdf',
  params: { invitationId: InvitationId },
  query: { print: v.optional(PrintSize), ...withTicket },
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
  answer: PostalAddress,
  audited: true,
});
