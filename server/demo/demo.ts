import type pg from 'pg';
import { type Db, dbOn, statement } from '../db/pool.ts';
import { passwords } from '../http/secrets.ts';
import type { Config } from '../start/config.ts';
import { seedAccounts } from './account.ts';
import { seedCare } from './care.ts';
import { seedContacts } from './contacts.ts';
import { seedFacilities } from './facilities.ts';
import { seedMessages } from './messages.ts';
import { demoPassword, demoPin, seedPatients, seedUsers } from './people.ts';
import { seedQuestionnaires } from './questionnaires.ts';
import { seedRecord } from './record.ts';

const anyFacility = statement('seed.any', 'select 1 as one from facilities limit 1');

async function seed(db: Db, hash: (secret: string) => Promise<string>): Promise<void> {
  const [passwordHash, pinHash] = await Promise.all([hash(demoPassword), hash(demoPin)]);
  const places = { ...(await seedFacilities(db)), passwordHash, pinHash };
  const context = { ...places, patient: await seedPatients(db, places) };
  await seedContacts(db, context, await seedUsers(db, context));
  await seedQuestionnaires(db, context);
  await seedCare(db, context);
  await seedAccounts(db, context);
  await seedRecord(db, context);
  await seedMessages(db, context);
}

/**
 * Seeds the demo from the files in `data`, with dates relative to today, in one transaction. Does nothing on a database that has a
 * facility. Runs under the lock of the migrations, so that of two servers only one seeds.
 */
export async function seedDemo(client: pg.Client, config: Pick<Config, 'argon2'>): Promise<void> {
  const db = dbOn(client);
  if (await db.has(anyFacility)) return;
  await db.script('begin');
  try {
    await seed(db, passwords(config.argon2).hash);
    await db.script('commit');
  } catch (error) {
    await db.script('rollback').catch(() => undefined);
    throw error;
  }
}
