import { type ContactId, Instant, type PatientId, PostalAddress, Section } from '@portal/api';
import * as v from 'valibot';
import { auditActor } from '../http/auditActor.ts';
import { RawJson } from '../http/answerText.ts';
import { type Actor, type Handlers, notFound } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import {
  addedWith,
  allContacts,
  lockPatient,
  holdContact,
  languageOf,
  mustOffer,
  ownContact,
  rememberKey,
  stateOfPatient,
  writeContact,
} from './contactRecords.ts';
import { revokeInvitationOf } from './invitations.ts';
import { requireWithinLimit } from '../http/limits.ts';
import { forgetFailures, nameHash } from '../credentials/loginFailures.ts';
import { requestPasswordReset } from '../credentials/passwordRequests.ts';
import { setAccess } from './representatives.ts';

const anHour = 3600;
const resetsPerHour = 5;
const activityDays = 90;
const mostActivities = 50;

/** A contact whose account may currently act for the patient. What concerns the account is possible for such contacts only. */
async function contactWithAccount(db: Db, actor: Actor, patientId: PatientId, contactId: ContactId) {
  const contact = await ownContact(db, actor, patientId, contactId);
  const { userInfo, authorizedRepresentativeUserId: userId } = contact;
  if (userInfo === null || userId === null || !contact.isAuthorizedRepresentativeActive) throw notFound();
  return { ...userInfo, userId, language: languageOf(contact) };
}

const isSameAddress = (one: string | null, other: string | null): boolean =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase();

const remove = statement('contacts.remove', 'delete from contacts where id = $contactId');

/** One row for each day in the facility's time zone, section and kind of activity. */
const activity = statement(
  'contacts.activity',
  `select one.section, one.what, max(one.at) as at from (
     select coalesce(e.detail ->> 'section', 'Questionnaires') as section,
       case e.type when 'questionnaire.submitted' then 'answered' when 'questionnaire.declined' then 'declined' else 'looked' end as what,
       e.happened_at as at, (e.happened_at at time zone f.time_zone)::date as day
     from audit_events e join patients p on p.id = e.patient_id join facilities f on f.id = p.home_facility_id
     where e.patient_id = $patientId and e.actor_user_id = $userId and e.happened_at > now() - make_interval(days => $activityDays)
       and (e.type in ('questionnaire.submitted', 'questionnaire.declined') or (e.type like 'read.%' and e.detail ? 'section'))) one
   group by one.day, one.section, one.what order by at desc limit $mostActivities`,
  v.object({ section: Section, what: v.picklist(['looked', 'answered', 'declined']), at: Instant }),
);
const patientAddress = statement(
  'contacts.patientAddress',
  `select p.address1, p.address2, p.city, p.zip_code as "zipCode", ${stateOfPatient} as state, p.country from patients p where p.id = $patientId`,
  PostalAddress,
);

/** A patient's personal contacts, and which of them may act for the patient (specification 2, sections 2 to 5). */
export const contactHandlers = {
  async listContacts({ db, actor, params }) {
    return new RawJson(
      (
        await db.one(allContacts, {
          patientId: params.patientId,
          readerId: actor.userId,
          isPatient: params.patientId === actor.patientId,
        })
      ).json,
    );
  },

  async saveContact({ actor, body, db, headers, params, refuse, tx }) {
    await mustOffer(db, actor, 'Dashboard.AddContact');
    const { patientId } = params;
    const { contactId, ...details } = body;
    const key = contactId === undefined ? (headers['idempotency-key'] ?? null) : null;
    return tx(async (within) => {
      // Locked before anything is read: another tab or a repetition of this request has then either finished or not begun.
      await within.one(lockPatient, { patientId });
      const added = key === null ? null : await within.maybe(addedWith, { patientId, addedKey: key });
      if (added !== null) return ownContact(within, actor, patientId, added.id);
      const before = contactId === undefined ? null : await ownContact(within, actor, patientId, contactId);
      const id = await writeContact(within, patientId, contactId ?? null, details, refuse);
      if (key !== null) await within.run(rememberKey, { contactId: id, addedKey: key });
      const after = await ownContact(within, actor, patientId, id);
      const invitationEnded =
        before !== null &&
        !isSameAddress(before.contactEmail, after.contactEmail) &&
        (await revokeInvitationOf(within, id));
      await auditActor(within, actor, before === null ? 'contact.added' : 'contact.changed', {
        patientId,
        detail: { contactId: id, isPrimary: after.isPrimaryContact, invitationEnded },
      });
      return invitationEnded
        ? { ...after, invitationId: null, isInvitationLocked: false, isInvitationExpired: false }
        : after;
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
      if ((await forgetFailures(within, nameHash(userName), userId)).were)
        await auditActor(within, actor, 'contact.unlocked', { patientId, detail: { contactId, userId } });
    });
    return null;
  },

  async resetContactPassword({ actor, db, origins, params, refuse, tx }) {
    const { patientId, contactId } = params;
    const { userName, userId, isEmailConfirmed, language } = await contactWithAccount(db, actor, patientId, contactId);
    if (!isEmailConfirmed) throw refuse('email_not_confirmed');
    // Counted together with the requests that they make themselves, because it is their mailbox that fills.
    await requireWithinLimit(db, 'forgot-password-name', nameHash(userName).toString('base64url'), {
      most: resetsPerHour,
      seconds: anHour,
    });
    await tx(async (within) => {
      await requestPasswordReset(within, userName, language, origins.portal);
      await auditActor(within, actor, 'contact.password_reset', { patientId, detail: { contactId, userId } });
    });
    return null;
  },

  async removeContact({ actor, db, params, tx }) {
    await mustOffer(db, actor, 'Dashboard.AddContact');
    const { patientId, contactId } = params;
    await tx(async (within) => {
      await within.one(lockPatient, { patientId });
      if (!(await within.has(holdContact, { contactId, patientId }))) throw notFound();
      const { authorizedRepresentativeUserId: userId } = await ownContact(within, actor, patientId, contactId);
      if (userId !== null) await setAccess(within, actor, { userId, patientId, contactId }, false);
      const invitationEnded = await revokeInvitationOf(within, contactId);
      await within.run(remove, { contactId });
      await auditActor(within, actor, 'contact.removed', { patientId, detail: { contactId, userId, invitationEnded } });
    });
    return null;
  },

  async listContactActivity({ actor, db, params }) {
    const { patientId, contactId } = params;
    const { authorizedRepresentativeUserId: userId } = await ownContact(db, actor, patientId, contactId);
    return userId === null ? [] : db.many(activity, { patientId, userId, activityDays, mostActivities });
  },

  async getPatientAddress({ db, params }) {
    return db.one(patientAddress, { patientId: params.patientId });
  },
} satisfies Partial<Handlers>;
