import { LanguageCode } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { backlog } from '../db/backlog.ts';
import { type Worker, startWorker } from '../process/worker.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import type { Mailer } from '../mail/mailer.ts';
import { enqueueMail } from '../mail/queue.ts';
import { lockedSeconds, nameHash } from './loginFailures.ts';
import { type Account, findAccountByName } from './passwords.ts';

const everyMs = 1000;

const addRequest = statement(
  'forgot.add',
  'insert into password_requests (user_name, language, origin) values ($userName, $language, $origin)',
);
const takeRequest = statement(
  'forgot.take',
  `delete from password_requests where id = (select id from password_requests order by id limit 1 for update skip locked)
   returning user_name as "userName", language, origin`,
  v.object({ userName: v.string(), language: LanguageCode, origin: v.string() }),
);
const addReset = statement(
  'forgot.addReset',
  "insert into password_resets (token_hash, user_id, expires_at) values ($tokenHash, $userId, now() + interval '60 minutes')",
);

/** Stores that somebody forgot a name's password. Whether the name exists is checked later: neither answer nor time reveals it. */
export async function requestPasswordReset(
  db: Db,
  userName: string,
  language: LanguageCode,
  origin: string,
): Promise<void> {
  await db.run(addRequest, { userName: userName.trim(), language, origin });
}

type Outcome = 'link' | 'locked' | 'unconfirmed' | 'no_email';

async function tell(tx: Db, account: Account, language: LanguageCode, origin: string): Promise<Outcome> {
  const { email, firstName, facilityId, userId } = account;
  if (email === null) return 'no_email';
  const to = { facilityId, to: email, language };
  if (!account.isEmailConfirmed) {
    await enqueueMail(tx, { ...to, kind: 'resetPasswordUnconfirmed', values: { firstName } });
    return 'unconfirmed';
  }
  const secret = newSecret();
  await tx.run(addReset, { tokenHash: hashOf(secret), userId });
  // The fragment of a URL is not sent to any server and is in no log.
  const link = `${origin}/reset-password#t=${secret}`;
  if (account.passwordOffAt !== null) {
    await enqueueMail(tx, { ...to, kind: 'resetPasswordOff', values: { firstName, link } });
    return 'link';
  }
  const seconds = await lockedSeconds(tx, nameHash(account.userName ?? ''));
  if (seconds === null) {
    await enqueueMail(tx, { ...to, kind: 'resetPassword', values: { firstName, link } });
    return 'link';
  }
  await enqueueMail(tx, {
    ...to,
    kind: 'resetPasswordLocked',
    values: { firstName, link, minutes: Math.max(1, Math.ceil(seconds / 60)) },
  });
  return 'locked';
}

backlog('password_request', {
  rows: 'password_requests',
  order: 'id',
  since: 'requested_at',
  due: 'requested_at',
});

/** Works through the requests one after another, in the background. Each gets one mail, whichever process takes it. */
export function startPasswordRequests(pool: Pool, log: Logger, mailer: Mailer, portalUrl: string | null): Worker {
  return startWorker({
    job: 'password_request',
    everyMs,
    log,
    what: 'forgotten passwords are not looked after',
    work: async () => {
      const found = await pool.tx(async (tx) => {
        const request = await tx.maybe(takeRequest);
        if (request === null) return false;
        const account = await tx.maybe(findAccountByName, { userName: request.userName });
        if (account === null) {
          await audit(tx, {
            type: 'password.reset_requested',
            actor: null,
            patientId: null,
            detail: { outcome: 'unknown', name: nameHash(request.userName).toString('hex').slice(0, 12) },
          });
          return true;
        }
        const origin = await portalOrigin(tx, account.facilityId, request.origin, portalUrl);
        const outcome = await tell(tx, account, account.chosenLanguage ?? request.language, origin);
        await audit(tx, {
          type: 'password.reset_requested',
          actor: null,
          patientId: account.patientId,
          facilityId: account.facilityId,
          detail: { outcome },
        });
        return true;
      });
      if (found) mailer.wake();
      return found;
    },
  });
}
