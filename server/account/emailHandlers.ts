import type { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { auditActor } from '../http/auditActor.ts';
import { saveAccountEmail } from '../credentials/accountEmail.ts';
import { type Account, findAccount, holdAccount } from '../credentials/passwords.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import { requireActsFor } from '../http/actsFor.ts';
import {
  type Actor,
  type Handlers,
  type Refuse,
  type RequestFacts,
  accessDenied,
  notFound,
  orNotFound,
} from '../http/handler.ts';
import { hashOf } from '../http/secrets.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { type MailId, enqueueMail } from '../mail/queue.ts';
import { undoDays, undoLink } from './emailUndo.ts';

/** The longest that a request waits to learn whether its mail was sent. */
const mailWaitMs = 3000;

const showConfirmation = statement(
  'account.showConfirmation',
  `update email_confirmations c set session_id = $sessionId from users u
   where c.token_hash = $tokenHash and u.id = $userId and c.user_id = u.id and lower(u.username) = lower($username) and lower(c.email) = lower(u.email)
     and c.expires_at > now() and (c.used_at is null or c.session_id = $sessionId or u.is_email_confirmed)`,
);
const useConfirmation = statement(
  'account.useConfirmation',
  `with shown as (
     update email_confirmations c set used_at = coalesce(c.used_at, now()) from users u
     where c.session_id = $sessionId and c.user_id = $userId and u.id = c.user_id and lower(c.email) = lower(u.email) and c.expires_at > now() returning c.user_id),
   changed as (update users set is_email_confirmed = true where id in (select user_id from shown) and not is_email_confirmed returning id)
   select (select count(*) from shown)::int as shown, (select count(*) from changed)::int as changed`,
  v.object({ shown: v.number(), changed: v.number() }),
);
const isSame = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase();

type Asked = {
  readonly actor: Actor;
  readonly tx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  readonly db: Db;
  readonly refuse: Refuse<'email_not_different'>;
} & Pick<RequestFacts, 'origins'>;

async function askToConfirm(
  tx: Db,
  services: AccountServices,
  origins: RequestFacts['origins'],
  account: Account,
  email: string,
  language: LanguageCode,
): Promise<MailId | null> {
  const origin = await portalOrigin(tx, account.facilityId, origins.portal, services.portalUrl);
  const link = await confirmationLink(tx, account.userId, email, origin);
  return enqueueMail(tx, {
    kind: 'confirmEmail',
    facilityId: account.facilityId,
    to: email,
    language,
    values: { firstName: account.firstName, link },
  });
}

/** Changes an account's address: the new one must be confirmed, the old one is notified, and links that were sent to it stop working. */
async function setEmail(
  context: Asked,
  services: AccountServices,
  email: string,
  language: LanguageCode | null,
): Promise<void> {
  const { actor, tx, origins, refuse } = context;
  await tx(async (within) => {
    const account = orNotFound(await within.maybe(holdAccount, { userId: actor.userId }));
    if (isSame(account.email, email)) throw refuse('email_not_different');
    const inLanguage = language ?? account.chosenLanguage ?? account.defaultLanguage;
    await saveAccountEmail(within, account.userId, email);
    // Nobody has confirmed the record's address: it stands for the account's own only where the record's is all that there is.
    const before = account.email ?? (account.userName === null ? account.mailAddress : null);
    if (before !== null && !isSame(before, email)) {
      const origin = await portalOrigin(within, account.facilityId, origins.portal, services.portalUrl);
      await enqueueMail(within, {
        kind: 'emailChanged',
        facilityId: account.facilityId,
        to: before,
        language: inLanguage,
        values: {
          firstName: account.firstName,
          link: await undoLink(within, account, before, origin),
          days: undoDays,
        },
      });
    }
    // The link counts for who logs in here with a username.
    if (account.userName !== null) await askToConfirm(within, services, origins, account, email, inLanguage);
    await audit(within, {
      type: 'email.changed',
      actor,
      patientId: account.patientId,
      facilityId: account.facilityId,
      detail: { hadOne: account.email !== null },
    });
  });
  services.mailer.wake();
}

/** The address of an account: changed, and confirmed by a link (specification 1, section 7). */
export const emailHandlers = (
  services: AccountServices,
): Pick<Handlers, 'sendConfirmEmail' | 'validateUser' | 'confirmEmail' | 'changeEmail' | 'replaceEmail'> => ({
  async sendConfirmEmail({ actor, db, tx, query, origins, refuse }) {
    const account = orNotFound(await db.maybe(findAccount, { userId: actor.userId }));
    const { email } = account;
    if (email === null) throw refuse('no_email');
    if (account.isEmailConfirmed || account.userName === null) return null;
    const mail = await tx(async (within) => {
      const id = await askToConfirm(within, services, origins, account, email, query.language);
      await audit(within, {
        type: 'email.confirmation_sent',
        actor,
        patientId: account.patientId,
        facilityId: account.facilityId,
      });
      return id;
    });
    if (mail === null || (await services.mailer.sendNow(mail, { within: mailWaitMs })) === 'refused')
      throw refuse('mail_refused');
    return null;
  },

  async validateUser({ actor, db, params }) {
    const shown = await db.run(showConfirmation, {
      tokenHash: hashOf(params.encryptedUserId),
      userId: actor.userId,
      sessionId: actor.sessionId,
      username: params.username.trim(),
    });
    return { userValidation: shown > 0 };
  },

  async confirmEmail({ actor, tx }) {
    await tx(async (within) => {
      const { shown, changed } = await within.one(useConfirmation, {
        userId: actor.userId,
        sessionId: actor.sessionId,
      });
      if (shown === 0) throw notFound();
      if (changed > 0) await auditActor(within, actor, 'email.confirmed');
    });
    return null;
  },

  async changeEmail(context) {
    const { actor, body, db, query } = context;
    if (body.userId !== actor.userId) throw accessDenied({ actor, patientId: null, why: 'user' });
    if (body.patientId !== null) await requireActsFor(db, actor, body.patientId);
    await setEmail(context, services, body.email, query.language);
    return null;
  },

  async replaceEmail(context) {
    const [{ value }] = context.body;
    await setEmail(context, services, value, null);
    return { userId: context.actor.userId, email: value };
  },
});
