import type { PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Handlers, type Refuse, type RequestFacts, notFound } from '../http/handler.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import { type Invitation, spendInvitation } from '../contacts/identityClaims.ts';
import { failureKeys } from '../credentials/knownBrowsers.ts';
import { checkAddress, passOrLocked, refuseFailure } from '../credentials/loginFailures.ts';
import { findAccountByName } from '../credentials/passwords.ts';
import { rightWord, startRepresenting } from '../contacts/representatives.ts';
import { invitationFor } from './handlers.ts';
import { tellInviter } from './tellInviter.ts';

/** Locks the user, so that two invitations by one patient are accepted one after the other. */
const holdUser = statement(
  'acceptance.holdUser',
  'select is_kiosk_manager as "isStaff" from users where id = $userId and disabled_at is null for no key update',
  v.object({ isStaff: v.boolean() }),
);
const represents = statement(
  'acceptance.represents',
  'select 1 as one from current_representatives where user_id = $userId and patient_id = $patientId',
);

type Refusing = Refuse<'already_represents' | 'own_record'>;

/** Uses an invitation up for an existing account and notifies the patient, all in one transaction. */
async function accept(tx: Db, invitation: Invitation, actor: AuditActor & { readonly userId: UserId }, origin: string) {
  const { invitationId, patientId, facilityId, contactId } = invitation;
  if (!(await spendInvitation(tx, invitationId))) throw notFound();
  const rights = await startRepresenting(tx, { userId: actor.userId, patientId, contactId });
  await tellInviter(tx, patientId, origin);
  await audit(tx, {
    type: 'representative.accepted',
    actor,
    patientId,
    facilityId,
    detail: { invitationId, userId: actor.userId, contactId, rights: rights.map(rightWord).join(' ') },
  });
}

/** Refuses an account for which the invitation would be useless, before it is used up. */
async function mustGain(tx: Db, userId: UserId, invitation: Invitation, refuse: Refusing): Promise<void> {
  const user = await tx.maybe(holdUser, { userId });
  if (user === null || user.isStaff) throw notFound();
  if (invitation.userId === userId) throw refuse('own_record');
  if (await tx.has(represents, { userId, patientId: invitation.patientId })) throw refuse('already_represents');
}

interface Accepting extends Pick<RequestFacts, 'origins'> {
  readonly db: Db;
  readonly tx: Pool['tx'];
  readonly refuse: Refusing;
}

async function acceptAs(
  { db, tx, origins, refuse }: Accepting,
  services: AccountServices,
  invitation: Invitation,
  actor: AuditActor & { readonly userId: UserId },
): Promise<{ patientId: PatientId }> {
  const origin = await portalOrigin(db, invitation.facilityId, origins.portal, services.portalUrl);
  await tx(async (within) => {
    await mustGain(within, actor.userId, invitation, refuse);
    await accept(within, invitation, actor, origin);
  });
  services.mailer.wake();
  return { patientId: invitation.patientId };
}

/** Accepting a representative's invitation with an existing account (rulings, section 9). */
export const acceptanceHandlers = (
  services: AccountServices,
): Pick<Handlers, 'acceptInvitation' | 'acceptInvitationSignedIn'> => ({
  async acceptInvitation(context) {
    const { body, db, refuse } = context;
    const { encryptedInvitationId: token, pin, username, password } = body;
    const invitation = await invitationFor(context, services, { kind: 'representative', token, pin });
    const keys = await failureKeys(context, username);
    const { name, source } = keys;
    await checkAddress(db, source, services.addressFailures);
    const account = await db.maybe(findAccountByName, { userName: username.trim() });
    const right = await services.passwords.matches(password, account?.passwordHash ?? null, source);
    if (!right || account === null) return refuseFailure(context, keys, refuse('invalid_grant'));
    await context.tx((within) => passOrLocked(within, name, refuse));
    const { userId, name: fullName, patientId } = account;
    return acceptAs(context, services, invitation, {
      userId,
      role: patientId === null ? 'representative' : 'patient',
      name: fullName,
      sessionId: null,
    });
  },

  async acceptInvitationSignedIn(context) {
    const { encryptedInvitationId: token, pin } = context.body;
    const invitation = await invitationFor(context, services, { kind: 'representative', token, pin });
    return acceptAs(context, services, invitation, context.actor);
  },
});
