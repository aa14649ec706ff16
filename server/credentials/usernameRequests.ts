import { CalendarDate, EmailAddress, LanguageCode } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { backlog } from '../db/backlog.ts';
import { type Worker, startWorker } from '../process/worker.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import type { Mailer } from '../mail/mailer.ts';
import { enqueueMail } from '../mail/queue.ts';
import { nameHash } from './loginFailures.ts';
import { Account, accountColumns, accountTables } from './passwords.ts';
import { foldName } from './personNames.ts';

const everyMs = 1000;

const UsernameRequest = v.object({
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  email: EmailAddress,
  language: LanguageCode,
  origin: v.string(),
});
type UsernameRequest = v.InferOutput<typeof UsernameRequest>;

const addRequest = statement(
  'username.add',
  `insert into username_requests (first_name, last_name, date_of_birth, email, language, origin)
   values ($firstName, $lastName, $dateOfBirth, $email, $language, $origin)`,
);
const takeRequest = statement(
  'username.take',
  `delete from username_requests where id = (select id from username_requests order by id limit 1 for update skip locked)
   returning first_name as "firstName", last_name as "lastName", date_of_birth::text as "dateOfBirth", email, language, origin`,
  UsernameRequest,
);
const accountsOfAddress = statement(
  'username.accounts',
  `select ${accountColumns}, u.last_name as "lastName", p.date_of_birth::text as "dateOfBirth",
     (select c.phone from facility_contacts c where c.facility_id = f.id and coalesce(c.phone, '') <> '' order by c.sort_order, c.id limit 1) as phone
   from ${accountTables}
   where lower(u.email) = lower($email) and u.is_email_confirmed and u.username is not null and u.disabled_at is null order by u.facility_id, u.id`,
  v.object({
    ...Account.entries,
    lastName: v.string(),
    dateOfBirth: v.nullable(CalendarDate),
    phone: v.nullable(v.string()),
  }),
);

/** Stores the request. Whether an account matches is checked later, so that neither the answer nor its time reveals it. */
export async function requestUsername(db: Db, request: UsernameRequest): Promise<void> {
  await db.run(addRequest, request);
}

async function answer(tx: Db, request: UsernameRequest, portalUrl: string | null): Promise<void> {
  const fitting = (await tx.many(accountsOfAddress, { email: request.email })).filter(
    (account) =>
      foldName(account.firstName) === foldName(request.firstName) &&
      foldName(account.lastName) === foldName(request.lastName) &&
      // Somebody who only acts for others has no birth date in the portal.
      (account.dateOfBirth === null || account.dateOfBirth === request.dateOfBirth),
  );
  if (fitting.length === 0) {
    const email = nameHash(request.email).toString('hex').slice(0, 12);
    await audit(tx, {
      type: 'username.requested',
      actor: null,
      patientId: null,
      detail: { outcome: 'unknown', email },
    });
  }
  for (const account of fitting) {
    const { facilityId, firstName, patientId, phone, userName } = account;
    await audit(tx, { type: 'username.requested', actor: null, patientId, facilityId, detail: { outcome: 'sent' } });
    if (userName === null || account.email === null) continue;
    const origin = await portalOrigin(tx, facilityId, request.origin, portalUrl);
    await enqueueMail(tx, {
      facilityId,
      to: account.email,
      language: account.chosenLanguage ?? request.language,
      kind: 'forgottenUsername',
      values: { firstName, userName, phone, link: `${origin}/login` },
    });
  }
}

backlog('username_request', {
  rows: 'username_requests',
  order: 'id',
  since: 'requested_at',
  due: 'requested_at',
});

/** Works through the requests one by one, in the background. Every matching account gets its own mail, from its own facility. */
export function startUsernameRequests(pool: Pool, log: Logger, mailer: Mailer, portalUrl: string | null): Worker {
  return startWorker({
    job: 'username_request',
    everyMs,
    log,
    what: 'forgotten usernames are not looked after',
    work: async () => {
      const found = await pool.tx(async (tx) => {
        const request = await tx.maybe(takeRequest);
        if (request !== null) await answer(tx, request, portalUrl);
        return request !== null;
      });
      if (found) mailer.wake();
      return found;
    },
  });
}
