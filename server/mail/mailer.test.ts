import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { FacilityId } from '@portal/api';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { pino } from 'pino';
import { type Pool, openPool } from '../db/pool.ts';
import { type TestDatabase, testDatabase } from '../testing.ts';
import { type Mailer, startMailer } from './mailer.ts';
import { type Mail, type MailId, enqueueMail } from './queue.ts';

/** How a mail server of these tests takes the next messages. */
interface Behaviour {
  /** Called with the envelope's recipient and the message; throws what it answers. */
  onMessage: (to: string, raw: Buffer) => Promise<void> | void;
  onRecipient: (to: string) => void;
}

interface Received {
  readonly to: string;
  readonly mail: Email;
  readonly raw: Buffer;
}

const northlight = v.parse(FacilityId, 1);

let database: TestDatabase;
let pool: Pool;
let smtp: SMTPServer;
let smtpUrl: string;
let received: Received[];
const quiet: Behaviour = { onMessage: () => undefined, onRecipient: () => undefined };
let behaviour: Behaviour = quiet;
const mailers: Mailer[] = [];
const log = pino({ level: 'silent' });

const start = (settings: Partial<Parameters<typeof startMailer>[2]> = {}, on: Pool = pool): Mailer => {
  const mailer = startMailer(on.db, log, { smtpUrl, sender: null, dataDir: 'never-used', portalUrl: null, ...settings });
  mailers.push(mailer);
  return mailer;
};
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({ facilityId: northlight, to, language: 'en', kind: 'passwordChanged', values: { firstName: 'Juniper', link: 'https://portal.example.org/reset-password' }, ...more }) as Mail;
async function put(mail: Mail): Promise<MailId> {
  const id = await pool.tx((tx) => enqueueMail(tx, mail));
  if (id === null) throw new Error('not put into the queue');
  return id;
}
const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 20_000; !(await what()); await wait(10)) if (Date.now() > end) throw new Error('waited in vain');
};

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 10, () => undefined);
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      try {
        behaviour.onRecipient(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          const raw = Buffer.concat(chunks);
          const to = session.envelope.rcptTo[0]?.address ?? '';
          try {
            await behaviour.onMessage(to, raw);
            received.push({ to, raw, mail: await PostalMime.parse(raw) });
            done();
          } catch (error) {
            done(error as Error);
          }
        })();
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((settle) => {
    smtp.listen(0, '127.0.0.1', settle);
  });
  smtpUrl = `smtp://127.0.0.1:${String((smtp.server.address() as AddressInfo).port)}`;
});
beforeAll(() => {
  received = [];
});
afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.stop(5);
  behaviour = quiet;
  received = [];
  await pool.db.script('delete from mails');
});
afterAll(async () => {
  await new Promise<void>((settle) => {
    smtp.close(() => settle());
  });
  await pool.end();
  await database.drop();
});

describe('a mail', () => {
  test('arrives with both forms, in the name of the portal, and leaves nothing but kind, hash and time behind', async () => {
    await put(mailTo('juniper@example.org'));
    start().wake();
    await until(() => received.length === 1);
    const mail = received[0]?.mail;
    expect(mail).toMatchObject({
      from: { name: 'Northlight Patient Portal', address: 'no-reply@localhost' },
      to: [{ address: 'juniper@example.org' }],
      subject: 'Your password was changed',
    });
    expect(mail?.text).toContain('Hello Juniper,');
    expect(mail?.html).toContain('href="https://portal.example.org/reset-password"');
  });
});
