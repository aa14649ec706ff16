import { Contact, type ContactDetails, ContactId, InvitationId, LanguageCode, PatientId, type SectionRight, offeredRights, usualRights } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { WrittenAnswer } from '../app/answerText.ts';
import { type Actor, type Handlers, Refusal, notFound } from '../app/handler.ts';
import { keyFor, seal, unseal } from '../app/serverKey.ts';
import type { Services } from '../app/services.ts';
import { pinSheet } from '../contacts/pinSheet.ts';
import { type Db, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import { enqueueMail } from '../mail/queue.ts';
import { languageIdIn, languageOfId } from './facility.ts';
import { invitationDays, inviteRepresentative, representativePath, revokeInvitationOf, triesToEnd } from './invitations.ts';
import { withinLimit } from './limits.ts';
import { forgetFailures, nameHash } from './loginFailures.ts';
import { inLanguageOf } from './lookups.ts';
import { requestPasswordReset } from './passwordRequests.ts';
import { askedRights, capabilitiesOf, replaceRights, representationsOf, rightOfWord, rightWord, rightsOf, setAccess } from './representatives.ts';

type ContactCalls =
  | 'listContacts'
  | 'saveContact'
  | 'setContactAccess'
  | 'unlockContact'
  | 'resetContactPassword'
  | 'getContactRights'
  | 'setContactRights'
  | 'checkInvitation'
  | 'inviteContact'
  | 'getPinPdf'
  | 'getPatientAddress'
  | 'listRepresentations';

const anHour = 3600;
const invitationsPerHour = 20;
const resetsPerHour = 5;
const contactsPerPatient = 1000;
/** How long a patient is kept waiting to hear whether the invitation's mail was taken. */
const mailWaitMs = 4000;

const address = ['address1', 'address2', 'city', 'zip_code', 'state', 'country'] as const;
/** The name of a state that an address holds by its code, as those of a facility's own records often are. */
const stateOfPatient = `coalesce((select s.name from states s join countries n on n.id = s.country_id where n.code = p.country and s.code = p.state), p.state)`;

const ContactRow = v.object({
  ...Contact.entries,
  // Rows may be older than a rule of what can be typed.
  contactFirstName: v.string(),
  contactLastName: v.string(),
  contactEmail: v.nullable(v.string()),
  homePhone: v.nullable(v.string()),
  mobilePhone: v.nullable(v.string()),
  workPhone: v.nullable(v.string()),
});
type ContactRow = v.InferOutput<typeof ContactRow>;

/**
 * Contacts as they leave: `$1` the patient, `$2` who reads, `$3` whether that is the patient. Of accounts and invitations a
 * representative learns nothing but that somebody acts for the patient.
 */
const contactsAre = (which: string): string =>
  `select c.id as "contactId", c.patient_id as "patientId", c.first_name as "contactFirstName", c.last_name as "contactLastName", c.suffix,
     c.relationship_id as "relationshipId", ${inLanguageOf('r.names', 'reader.language')} as relationship, c.is_primary as "isPrimaryContact",
     c.is_next_of_kin as "isNextOfKin", c.provides_transport as "providesTransport", c.uses_patient_address as "usePatientAddress",
     ${address.map((column) => `case when c.uses_patient_address then p.${column} else c.${column} end as "${column === 'zip_code' ? 'zipCode' : column}"`).join(', ')},
     c.home_phone as "homePhone", c.mobile_phone as "mobilePhone", c.work_phone as "workPhone", c.is_ok_to_leave_message_home as "isOkToLeaveMsgHome",
     c.is_ok_to_leave_message_mobile as "isOkToLeaveMsgMobile", c.is_ok_to_leave_message_work as "isOkToLeaveMsgWork", c.email as "contactEmail",
     c.preferred_communication_id as "preferredCommunicationId", ${languageIdIn('c.language')} as "communicationLanguageId", c.is_active as "isActive",
     l.user_id is not null and l.revoked_at is null as "isAuthorizedRepresentativeActive", c.representative_user_id as "authorizedRepresentativeUserId",
     case when $3::boolean then i.id end as "invitationId", $3 and coalesce(t.failures, 0) >= ${triesToEnd} as "isInvitationLocked",
     $3 and coalesce(i.expires_at <= now(), false) as "isInvitationExpired",
     case when $3 and u.username is not null then json_build_object('userName', u.username, 'isEmailConfirmed', u.is_email_confirmed, 'isLockedOut', f.locked_until is not null,
       'minutesLeftBeforeLockoutExpires', greatest(0, ceil(coalesce(extract(epoch from f.locked_until - now()), 0) / 60))::int) end as "userInfo"
   from (select language_of($2) as language) reader
     cross join (select p.id, p.address1, p.address2, p.city, p.zip_code, p.country, ${stateOfPatient} as state from patients p where p.id = $1 offset 0) p
     join contacts c on c.patient_id = p.id join relationships r on r.id = c.relationship_id
     left join users u on u.id = c.representative_user_id
     left join representative_links l on l.user_id = u.id and l.patient_id = c.patient_id
     left join login_failures f on f.name_hash = sha256(convert_to('name:' || lower(u.username), 'UTF8')) and f.locked_until > now()
     left join lateral (
       select i.id, i.expires_at, i.subject_hash from invitations i
       where i.contact_id = c.id and i.used_at is null and i.revoked_at is null order by i.id desc limit 1) i on true
     left join invitation_failures t on t.subject_hash = i.subject_hash
   where true ${which} order by c.is_primary desc, lower(c.last_name), lower(c.first_name), c.id`;
const oneContact = statement('contacts.one', contactsAre('and c.id = $4'), ContactRow);
/** All of them as the answer's JSON. */
const allContacts = statement('contacts.all', `select coalesce(json_agg(one), '[]')::text as json from (${contactsAre('')}) one`, v.object({ json: v.string() }));

/** One contact of the actor's own. */
async function ownContact(db: Db, actor: Actor, patientId: PatientId, contactId: ContactId): Promise<ContactRow> {
  const found = await db.maybe(oneContact, [patientId, actor.userId, true, contactId]);
  if (found === null) throw notFound();
  return found;
}

/** The language that a contact is written to in. */
const languageOf = ({ communicationLanguageId }: ContactRow): LanguageCode => languageOfId(communicationLanguageId) ?? 'en';

/** One whose account may act for the patient just now; what can be done for an account is done for such alone. */
async function contactWithAccount(db: Db, actor: Actor, patientId: PatientId, contactId: ContactId) {
  const contact = await ownContact(db, actor, patientId, contactId);
  const { userInfo, authorizedRepresentativeUserId: userId } = contact;
  if (userInfo === null || userId === null || !contact.isAuthorizedRepresentativeActive) throw notFound();
  return { ...userInfo, userId, language: languageOf(contact) };
}

/** Refuses as if the call did not exist where the facility has not switched a detail of the dashboard on. */
async function mustOffer(db: Db, actor: Actor, detail: 'AddContact' | 'InviteContact'): Promise<void> {
  const modules = await capabilitiesOf(db, actor, actor.patientId);
  const details = Object.entries(modules).find(([name]) => name.toLowerCase() === 'dashboard')?.[1] ?? [];
  if (!details.some((one) => one.toLowerCase() === detail.toLowerCase())) throw notFound();
}

/** The patient's contacts and their invitations are changed by one at a time. */
const hold = statement('contacts.hold', 'select id from patients where id = $1 for no key update', v.object({ id: PatientId }));
const knows = statement(
  'contacts.knows',
  `select exists (select from relationships where id = $1) as relationship, $2::int is null or exists (select from preferred_communications where id = $2) as communication,
     (select count(*) from contacts where patient_id = $3)::int as contacts`,
  v.object({ relationship: v.boolean(), communication: v.boolean(), contacts: v.number() }),
);
const dropPrimary = statement('contacts.dropPrimary', 'update contacts set is_primary = false where patient_id = $1 and is_primary and id is distinct from $2');
const addedWith = statement('contacts.addedWith', 'select id from contacts where patient_id = $1 and added_key = $2', v.object({ id: ContactId }));
const rememberKey = statement('contacts.rememberKey', 'update contacts set added_key = $2 where id = $1');
const columns = [
  'first_name',
  'last_name',
  'suffix',
  'relationship_id',
  'is_next_of_kin',
  'provides_transport',
  'uses_patient_address',
  'address1',
  'address2',
  'city',
  'zip_code',
  'state',
  'country',
  'home_phone',
  'mobile_phone',
  'work_phone',
  'is_ok_to_leave_message_home',
  'is_ok_to_leave_message_mobile',
  'is_ok_to_leave_message_work',
  'email',
  'preferred_communication_id',
  'language',
] as const;
const placeOf = (index: number): string => `$${index + 4}`;
const add = statement(
  'contacts.add',
  `insert into contacts (patient_id, is_primary, ${columns.join(', ')}) select $1, $2, ${columns.map((_column, index) => placeOf(index)).join(', ')} where $3::bigint is null returning id`,
  v.object({ id: ContactId }),
);
/** A primary contact stays so until another takes its place. */
const change = statement(
  'contacts.change',
  `update contacts set is_primary = is_primary or $2, ${columns.map((column, index) => `${column} = ${placeOf(index)}`).join(', ')}
   where patient_id = $1 and id = $3 returning id`,
  v.object({ id: ContactId }),
);

/** What is typed, trimmed; nothing and blanks alike are null. */
const clean = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/** Adds or changes a contact in the caller's transaction and says so in the audit; gives its id. Refuses as the call does. */
export async function writeContact(tx: Db, actor: AuditActor, patientId: PatientId, contactId: ContactId | null, details: ContactDetails): Promise<ContactId> {
  const language = languageOfId(details.communicationLanguageId);
  if (language === null) throw new Refusal(400, 'language_unknown');
  await tx.one(hold, [patientId]);
  const known = await tx.one(knows, [details.relationshipId, details.preferredCommunicationId, patientId]);
  if (!known.relationship) throw new Refusal(400, 'relationship_unknown');
  if (!known.communication || (contactId === null && known.contacts >= contactsPerPatient)) throw new Refusal(400, 'bad_request');
  if (details.isPrimaryContact) await tx.run(dropPrimary, [patientId, contactId]);
  const own = (text: string | null): string | null => (details.usePatientAddress ? null : clean(text));
  const saved = await tx.maybe(contactId === null ? add : change, [
    patientId,
    details.isPrimaryContact,
    contactId,
    details.contactFirstName.trim(),
    details.contactLastName.trim(),
    clean(details.suffix),
    details.relationshipId,
    details.isNextOfKin,
    details.providesTransport,
    details.usePatientAddress,
    own(details.address1),
    own(details.address2),
    own(details.city),
    own(details.zipCode),
    own(details.state),
    own(details.country),
    details.homePhone,
    details.mobilePhone,
    details.workPhone,
    details.isOkToLeaveMsgHome,
    details.isOkToLeaveMsgMobile,
    details.isOkToLeaveMsgWork,
    clean(details.contactEmail),
    details.preferredCommunicationId,
    language,
  ]);
  if (saved === null) throw notFound();
  return saved.id;
}

const isSameAddress = (one: string | null, other: string | null): boolean => (one ?? '').toLowerCase() === (other ?? '').toLowerCase();

const chosenOf = statement('contacts.chosen', 'select chosen_rights as words from contacts where id = $1', v.object({ words: v.nullable(v.array(v.string())) }));
const choose = statement('contacts.choose', 'update contacts set chosen_rights = $2 where id = $1');

async function givenRights(db: Db, contact: ContactRow): Promise<SectionRight[]> {
  if (contact.authorizedRepresentativeUserId !== null) return (await rightsOf(db, contact.authorizedRepresentativeUserId, contact.patientId)) ?? [];
  const { words } = await db.one(chosenOf, [contact.contactId]);
  return words === null ? [...usualRights] : words.flatMap((word) => rightOfWord(word) ?? []);
}

const ofContact = statement(
  'contacts.invitation',
  'select 1 as one from invitations i join contacts c on c.id = i.contact_id where c.id = $1 and c.patient_id = $2 and i.used_at is null and i.revoked_at is null',
  v.object({ one: v.number() }),
);
const contactExists = statement('contacts.exists', 'select 1 as one from contacts where id = $1 and patient_id = $2', v.object({ one: v.number() }));
/** Against signing up as well, which takes the contact before the invitation. */
const holdContact = statement('contacts.holdOne', 'select id from contacts where id = $1 and patient_id = $2 for no key update', v.object({ id: ContactId }));
const keepPin = statement('contacts.keepPin', 'update invitations set sealed_pin = $2, made_key = $3 where id = $1');
const madeWith = statement(
  'contacts.madeWith',
  'select id, sealed_pin as sealed from invitations where contact_id = $1 and made_key = $2 and sealed_pin is not null and used_at is null and revoked_at is null and expires_at > now()',
  v.object({ id: InvitationId, sealed: v.instance(Buffer) }),
);
const inviter = statement(
  'contacts.inviter',
  'select p.first_name as "firstName", p.home_facility_id as "facilityId" from patients p where p.id = $1',
  v.object({ firstName: v.string(), facilityId: v.number() }),
);
const sealedPin = statement(
  'contacts.sealedPin',
  `select i.sealed_pin as sealed, i.expires_at as "expiresAt", c.id as "contactId", c.language, f.portal_name as "portalName", f.time_zone as "timeZone"
   from invitations i join contacts c on c.id = i.contact_id join patients p on p.id = c.patient_id join facilities f on f.id = p.home_facility_id
   where i.id = $1 and c.patient_id = $2 and i.sealed_pin is not null and i.created_at > now() - interval '12 hours' and i.expires_at > now()
     and i.used_at is null and i.revoked_at is null`,
  v.object({ sealed: v.instance(Buffer), expiresAt: v.string(), contactId: ContactId, language: LanguageCode, portalName: v.string(), timeZone: v.string() }),
);
const placeOfPin = (id: InvitationId): string => `invitation ${String(id)}`;

const patientAddress = statement(
  'contacts.patientAddress',
  `select p.address1, p.address2, p.city, p.zip_code as "zipCode", ${stateOfPatient} as state, p.country from patients p where p.id = $1`,
  v.object({
    address1: v.nullable(v.string()),
    address2: v.nullable(v.string()),
    city: v.nullable(v.string()),
    zipCode: v.nullable(v.string()),
    state: v.nullable(v.string()),
    country: v.nullable(v.string()),
  }),
);

/** The open invitation that a contact got under a key, with its PIN, while that is kept. */
async function invitedWith(tx: Db, pinKey: Buffer, contactId: ContactId, key: string): Promise<{ invitationId: InvitationId; pin: string } | null> {
  const found = await tx.maybe(madeWith, [contactId, key]);
  const pin = found === null ? null : unseal(pinKey, placeOfPin(found.id), found.sealed);
  return found === null || pin === null ? null : { invitationId: found.id, pin };
}

/** The patient whose own session this is; the contract lets no other role make these calls. */
function ownPatient(actor: Actor): PatientId {
  if (actor.patientId === null) throw notFound();
  return actor.patientId;
}

/** The personal contacts of a patient, and who of them may act for the patient (specification 2, sections 2 to 5). */
export const contactHandlers = (services: Services): Pick<Handlers, ContactCalls> => ({
  async listContacts({ db, actor, params }) {
    return new WrittenAnswer((await db.one(allContacts, [params.patientId, actor.userId, params.patientId === actor.patientId])).json);
  },

  async saveContact({ actor, body, db, headers, params, tx }) {
    await mustOffer(db, actor, 'AddContact');
    const { patientId } = params;
    const { contactId, ...details } = body;
    const key = contactId === undefined ? (headers['idempotency-key'] ?? null) : null;
    return tx(async (within) => {
      // Held before anything is looked at: what another tab or a repetition of this very request does is then there or has not begun.
      await within.one(hold, [patientId]);
      const added = key === null ? null : await within.maybe(addedWith, [patientId, key]);
      if (added !== null) return ownContact(within, actor, patientId, added.id);
      const before = contactId === undefined ? null : await ownContact(within, actor, patientId, contactId);
      const id = await writeContact(within, actor, patientId, contactId ?? null, details);
      if (key !== null) await within.run(rememberKey, [id, key]);
      const after = await ownContact(within, actor, patientId, id);
      const invitationEnded = before !== null && !isSameAddress(before.contactEmail, after.contactEmail) && (await revokeInvitationOf(within, id));
      await audit(within, { type: before === null ? 'contact.added' : 'contact.changed', actor, patientId, facilityId: actor.facilityId, detail: { contactId: id, isPrimary: after.isPrimaryContact, invitationEnded } });
      return invitationEnded ? { ...after, invitationId: null, isInvitationLocked: false, isInvitationExpired: false } : after;
    });
  },

  async setContactAccess({ actor, params, query, tx }) {
    const { patientId, contactId } = params;
    return tx(async (within) => {
      const { authorizedRepresentativeUserId: userId } = await ownContact(within, actor, patientId, contactId);
      if (userId === null) throw notFound();
      await setAccess(within, actor, { userId, patientId, contactId }, query.authorized === 'true');
      return ownContact(within, actor, patientId, contactId);
    });
  },

  async unlockContact({ actor, params, tx }) {
    const { patientId, contactId } = params;
    await tx(async (within) => {
      const { userName, userId } = await contactWithAccount(within, actor, patientId, contactId);
      if (await forgetFailures(within, nameHash(userName))) await audit(within, { type: 'contact.unlocked', actor, patientId, facilityId: actor.facilityId, detail: { contactId, userId } });
    });
    return null;
  },

  async resetContactPassword({ actor, db, origins, params, tx }) {
    const { patientId, contactId } = params;
    const { userName, userId, isEmailConfirmed, language } = await contactWithAccount(db, actor, patientId, contactId);
    if (!isEmailConfirmed) throw new Refusal(400, 'email_not_confirmed');
    // The same count as when they ask themselves: whoever asks, it is their mailbox that fills.
    if (!(await withinLimit(db, 'forgot-password-name', nameHash(userName).toString('base64url'), resetsPerHour, anHour))) throw new Refusal(429, 'too_many_requests');
    await tx(async (within) => {
      await requestPasswordReset(within, userName, language, origins.portal);
      await audit(within, { type: 'contact.password_reset', actor, patientId, facilityId: actor.facilityId, detail: { contactId, userId } });
    });
    return null;
  },

  async getContactRights({ actor, db, params }) {
    const contact = await ownContact(db, actor, params.patientId, params.contactId);
    return { offered: [...offeredRights], given: await givenRights(db, contact) };
  },

  async setContactRights({ actor, body, params, tx }) {
    const { patientId, contactId } = params;
    const rights = askedRights(body.given);
    await tx(async (within) => {
      // What is chosen now must reach the account that is just being made.
      if ((await within.maybe(holdContact, [contactId, patientId])) === null) throw notFound();
      const contact = await ownContact(within, actor, patientId, contactId);
      const userId = contact.authorizedRepresentativeUserId;
      const chosen = rights.map(rightWord).join(' ');
      const isNew = (await givenRights(within, contact)).map(rightWord).join(' ') !== chosen;
      await within.run(choose, [contactId, rights.map(rightWord)]);
      if (userId !== null) await replaceRights(within, actor, { userId, patientId, contactId }, rights);
      else if (isNew) await audit(within, { type: 'contact.rights_chosen', actor, patientId, facilityId: actor.facilityId, detail: { contactId, chosen } });
    });
    return { offered: [...offeredRights], given: rights };
  },

  async checkInvitation({ actor, db, params }) {
    const patientId = ownPatient(actor);
    if ((await db.maybe(contactExists, [params.contactId, patientId])) === null) throw notFound();
    return (await db.maybe(ofContact, [params.contactId, patientId])) !== null;
  },

  async inviteContact({ actor, db, headers, origins, params, tx }) {
    const patientId = ownPatient(actor);
    const { contactId } = params;
    await mustOffer(db, actor, 'InviteContact');
    const contact = await ownContact(db, actor, patientId, contactId);
    if (contact.authorizedRepresentativeUserId !== null) throw notFound();
    if (contact.contactEmail === null) throw new Refusal(400, 'email_required');
    if (!(await withinLimit(db, 'invite-contact', String(patientId), invitationsPerHour, anHour))) throw new Refusal(429, 'too_many_requests');
    const key = await keyFor(db, services.serverKey, 'invitation');
    const pinKey = await keyFor(db, services.serverKey, 'invitation-pin');
    const requestKey = headers['idempotency-key'] ?? null;
    const made = await tx(async (within) => {
      await within.one(hold, [patientId]);
      if ((await within.maybe(holdContact, [contactId, patientId])) === null) throw notFound();
      const before = requestKey === null ? null : await invitedWith(within, pinKey, contactId, requestKey);
      if (before !== null) return { ...before, mail: 'sent before' as const };
      const contactNow = await ownContact(within, actor, patientId, contactId);
      const { contactEmail, contactFirstName, contactLastName, authorizedRepresentativeUserId } = contactNow;
      if (authorizedRepresentativeUserId !== null) throw notFound();
      if (contactEmail === null) throw new Refusal(400, 'email_required');
      const from = await within.one(inviter, [patientId]);
      const origin = await portalOrigin(within, actor.facilityId, origins.portal, services.portalUrl);
      const { invitationId, token, pin } = await inviteRepresentative(within, key, actor, { patientId, contactId, days: invitationDays, email: contactEmail, firstName: contactFirstName, lastName: contactLastName });
      await within.run(keepPin, [invitationId, seal(pinKey, placeOfPin(invitationId), pin), requestKey]);
      const values = { inviterFirstName: from.firstName, link: `${origin}${representativePath(token)}`, days: invitationDays };
      const mail = await enqueueMail(within, { kind: 'representativeInvitation', facilityId: actor.facilityId, to: contactEmail, language: languageOf(contactNow), values });
      return { invitationId, pin, mail };
    });
    const { invitationId, pin, mail } = made;
    if (mail === 'sent before') return { invitationId, pin };
    if (mail === null || (await services.mailer.sendNow(mail, { within: mailWaitMs })) === 'refused') {
      await tx(async (within) => {
        await revokeInvitationOf(within, contactId, invitationId);
        await audit(within, { type: 'invitation.revoked', actor, patientId, facilityId: actor.facilityId, detail: { invitationId, contactId, because: 'mail_refused' } });
      });
      throw new Refusal(400, 'failed_sending_email');
    }
    return { invitationId, pin };
  },

  async getPinPdf({ actor, db, params }) {
    const patientId = ownPatient(actor);
    const { invitationId } = params;
    const found = await db.maybe(sealedPin, [invitationId, patientId]);
    const pin = found === null ? null : unseal(await keyFor(db, services.serverKey, 'invitation-pin'), placeOfPin(invitationId), found.sealed);
    if (found === null || pin === null) throw notFound();
    const { language, portalName, expiresAt, timeZone, contactId } = found;
    const bytes = await pinSheet({ pin, language, portalName, lastDay: new Date(expiresAt), timeZone });
    await audit(db, { type: 'invitation.pin_printed', actor, patientId, facilityId: actor.facilityId, detail: { invitationId, contactId } });
    return { bytes, fileType: 'pdf', fileName: 'invitation-pin', goesTo: 'window' };
  },

  async getPatientAddress({ db, params }) {
    return db.one(patientAddress, [params.patientId]);
  },

  async listRepresentations({ db, actor }) {
    return representationsOf(db, actor.userId);
  },
});

