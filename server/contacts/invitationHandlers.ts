import { ContactId, InvitationId, LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { auditActor } from '../http/auditActor.ts';
import { type Actor, type Handlers, notFound, refusal } from '../http/handler.ts';
import { keyFor, seal, unseal } from '../http/serverKey.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { pinSheet } from './pinSheet.ts';
import { type Db, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import { enqueueMail, readMail } from '../mail/queue.ts';
import { lockPatient, holdContact, languageOf, mustOffer, ownContact } from './contactRecords.ts';
import { invitationDays, inviteRepresentative, representativePath, revokeInvitationOf } from './invitations.ts';
import { requirePossibleEnd } from './representationEnds.ts';
import { requestedRights } from './representatives.ts';

/** The longest that a patient waits to learn whether the invitation's mail was sent. */
const mailWaitMs = 4000;

const ofContact = statement(
  'contacts.invitation',
  'select 1 as one from invitations i join contacts c on c.id = i.contact_id where c.id = $contactId and c.patient_id = $patientId and i.used_at is null and i.revoked_at is null',
);
const isWithdrawn = statement(
  'contacts.isWithdrawn',
  `select 1 as one from (select used_at, revoked_at from invitations where contact_id = $contactId order by created_at desc, id desc limit 1) latest
   where latest.revoked_at is not null and latest.used_at is null`,
);
const contactExists = statement(
  'contacts.exists',
  'select 1 as one from contacts where id = $contactId and patient_id = $patientId',
);
const keepPin = statement(
  'contacts.keepPin',
  'update invitations set sealed_pin = $sealedPin, made_key = $madeKey where id = $invitationId',
);
const madeWith = statement(
  'contacts.madeWith',
  // Of the contact first (`offset 0`): the index of those with a PIN looks empty to the planner.
  `select id, sealed_pin as sealed from (select * from invitations where contact_id = $contactId offset 0) i
   where made_key = $madeKey and sealed_pin is not null and used_at is null and revoked_at is null and expires_at > now()`,
  v.object({ id: InvitationId, sealed: v.instance(Buffer) }),
);
const inviter = statement(
  'contacts.inviter',
  'select p.first_name as "firstName", p.home_facility_id as "facilityId" from patients p where p.id = $patientId',
  v.object({ firstName: v.string(), facilityId: v.number() }),
);
const sealedPin = statement(
  'contacts.sealedPin',
  `select i.sealed_pin as sealed, i.expires_at as "expiresAt", c.id as "contactId", c.language, f.portal_name as "portalName", f.time_zone as "timeZone"
   from invitations i join contacts c on c.id = i.contact_id join patients p on p.id = c.patient_id join facilities f on f.id = p.home_facility_id
   where i.id = $invitationId and c.patient_id = $patientId and i.sealed_pin is not null and i.created_at > now() - interval '12 hours' and i.expires_at > now()
     and i.used_at is null and i.revoked_at is null`,
  v.object({
    sealed: v.instance(Buffer),
    expiresAt: v.string(),
    contactId: ContactId,
    language: LanguageCode,
    portalName: v.string(),
    timeZone: v.string(),
  }),
);

const placeOfPin = (id: InvitationId): string => `invitation ${String(id)}`;

/** A contact's open invitation that was made with this key, with its PIN while the PIN is stored. */
async function invitedWith(
  tx: Db,
  pinKey: Buffer,
  contactId: ContactId,
  key: string,
): Promise<{ invitationId: InvitationId; pin: string } | null> {
  const found = await tx.maybe(madeWith, { contactId, madeKey: key });
  const pin = found === null ? null : unseal(pinKey, placeOfPin(found.id), found.sealed);
  return found === null || pin === null ? null : { invitationId: found.id, pin };
}

/** The patient of this session. The contract allows these calls only to patients. */
function ownPatient(actor: Actor): PatientId {
  if (actor.patientId === null) throw notFound();
  return actor.patientId;
}

/** Inviting a contact to act for the patient (specification 2, section 4). */
export const contactInvitationHandlers = (
  services: AccountServices,
): Pick<Handlers, 'checkInvitation' | 'inviteContact' | 'withdrawInvitation' | 'getPinPdf'> => ({
  async checkInvitation({ actor, db, params }) {
    const patientId = ownPatient(actor);
    if (!(await db.has(contactExists, { contactId: params.contactId, patientId }))) throw notFound();
    return db.has(ofContact, { contactId: params.contactId, patientId });
  },

  async inviteContact({ actor, body, db, headers, origins, params, refuse, tx }) {
    const patientId = ownPatient(actor);
    const { contactId } = params;
    const rights = requestedRights(body?.given ?? []);
    if (rights.length === 0) throw refusal('bad_request');
    const end = { lastDay: body?.lastDay ?? null, reason: body?.reason ?? null };
    const sectionEnds = body?.sectionEnds?.filter(({ section }) => rights.some((one) => one.section === section));
    for (const { lastDay } of [end, ...(sectionEnds ?? [])]) await requirePossibleEnd(db, patientId, lastDay, refuse);
    await mustOffer(db, actor, 'Dashboard.InviteContact');
    const contact = await ownContact(db, actor, patientId, contactId);
    if (contact.authorizedRepresentativeUserId !== null) throw notFound();
    if (contact.contactEmail === null) throw refuse('email_required');
    const key = await keyFor(db, services.serverKey, 'invitation');
    const pinKey = await keyFor(db, services.serverKey, 'invitation-pin');
    const requestKey = headers['idempotency-key'] ?? null;
    const made = await tx(async (within) => {
      await within.one(lockPatient, { patientId });
      if (!(await within.has(holdContact, { contactId, patientId }))) throw notFound();
      const contactNow = await ownContact(within, actor, patientId, contactId);
      const { contactEmail, contactFirstName, contactLastName, authorizedRepresentativeUserId } = contactNow;
      if (authorizedRepresentativeUserId !== null) throw notFound();
      if (contactEmail === null) throw refuse('email_required');
      const from = await within.one(inviter, { patientId });
      const origin = await portalOrigin(within, actor.facilityId, origins.portal, services.portalUrl);
      const mailWith = (link: string) => ({
        kind: 'representativeInvitation' as const,
        facilityId: actor.facilityId,
        to: contactEmail,
        language: languageOf(contactNow),
        values: { inviterFirstName: from.firstName, link, days: invitationDays },
      });
      const says = { language: languageOf(contactNow), ...(await readMail(within, mailWith(origin))) };
      const before = requestKey === null ? null : await invitedWith(within, pinKey, contactId, requestKey);
      if (before !== null) return { ...before, says, mail: 'sent before' as const };
      const { invitationId, token, pin } = await inviteRepresentative(within, key, actor, {
        patientId,
        contactId,
        days: invitationDays,
        email: contactEmail,
        firstName: contactFirstName,
        lastName: contactLastName,
        rights,
        end,
        sectionEnds,
      });
      await within.run(keepPin, {
        invitationId,
        sealedPin: seal(pinKey, placeOfPin(invitationId), pin),
        madeKey: requestKey,
      });
      const mail = await enqueueMail(within, mailWith(`${origin}${representativePath(token)}`));
      return { invitationId, pin, says, mail };
    });
    const { invitationId, pin, says, mail } = made;
    const answer = { invitationId, pin, mail: { ...says, sentences: [...says.sentences] } };
    if (mail === 'sent before') return answer;
    if (mail === null || (await services.mailer.sendNow(mail, { within: mailWaitMs })) === 'refused') {
      await tx(async (within) => {
        await revokeInvitationOf(within, contactId, invitationId);
        await auditActor(within, actor, 'invitation.revoked', {
          patientId,
          detail: { invitationId, contactId, because: 'mail_refused' },
        });
      });
      throw refuse('failed_sending_email');
    }
    return answer;
  },

  async withdrawInvitation({ actor, params, tx }) {
    const patientId = ownPatient(actor);
    const { contactId } = params;
    await tx(async (within) => {
      // Somebody who accepts the invitation at the same time locks the contact too, so one of the two is refused.
      if (!(await within.has(holdContact, { contactId, patientId }))) throw notFound();
      if (!(await revokeInvitationOf(within, contactId))) {
        // The answer to the first press may have been lost.
        if (await within.has(isWithdrawn, { contactId })) return;
        throw notFound();
      }
      await auditActor(within, actor, 'invitation.revoked', { patientId, detail: { contactId, because: 'withdrawn' } });
    });
    return null;
  },

  async getPinPdf({ actor, db, params, query: { print = 'normal' } }) {
    const patientId = ownPatient(actor);
    const { invitationId } = params;
    const found = await db.maybe(sealedPin, { invitationId, patientId });
    const pin =
      found === null
        ? null
        : unseal(await keyFor(db, services.serverKey, 'invitation-pin'), placeOfPin(invitationId), found.sealed);
    if (found === null || pin === null) throw notFound();
    const { language, portalName, expiresAt, timeZone, contactId } = found;
    const bytes = await pinSheet({ pin, language, portalName, lastDay: new Date(expiresAt), timeZone, print });
    await auditActor(db, actor, 'invitation.pin_printed', { patientId, detail: { invitationId, contactId } });
    return { bytes, fileType: 'pdf', fileName: 'invitation-pin', goesTo: 'window' };
  },
});
