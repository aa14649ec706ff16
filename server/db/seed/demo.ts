import { FacilityId, PatientId, UserId } from '@portal/api';
import type pg from 'pg';
import * as v from 'valibot';
import type { Config } from '../../app/config.ts';
import { passwords } from '../../app/secrets.ts';
import { type Db, dbOn, statement } from '../pool.ts';
import { seedContacts } from './contacts.ts';
import type { SeedContext, SeededPatient } from './context.ts';
import { seedDailyCare } from './dailyCare.ts';
import { type DemoFacility, demoFacilities } from './facilities.ts';
import { seedFacilityPages } from './facilityPages.ts';
import { demoPassword, demoPatients, demoPin } from './people.ts';
import { seedQuestionnaires } from './questionnaires.ts';
import { facilityTexts } from './texts.ts';

const anyFacility = statement('seed.any', 'select 1 as one from facilities limit 1', v.object({ one: v.number() }));
const addFacility = statement(
  'seed.facility',
  `insert into facilities (name, portal_name, short_name, is_default, time_zone, default_language, languages, theme, logo_svg, logo_on_dark_svg, capabilities,
     has_faqs, has_useful_links, has_downloadable_forms, kiosk_enabled, verification_fields, is_demo)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11::jsonb, false, false, false, true, $12, true) returning id`,
  v.object({ id: FacilityId }),
);
const addAlias = statement('seed.alias', 'insert into facility_aliases (alias, facility_id) values ($1, $2)');
const addText = statement('seed.text', 'insert into facility_texts (facility_id, content_key, language, content) values ($1, $2, $3, $4)');
const addUser = statement(
  'seed.user',
  `insert into users (username, password_hash, first_name, last_name, email, is_email_confirmed, is_eula_accepted, is_password_update_required, is_kiosk_manager,
     pin_hash, facility_id, language, sso_subject)
   values ($1, $2, $3, $4, $5, $5::text is not null, $6, $7, $8, $9, $10, $11, case when $8 then null else $1 end) returning id`,
  v.object({ id: UserId }),
);
const addPatient = statement(
  'seed.patient',
  `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, language, email_address, address1, city, zip_code, state, country)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'US') returning id`,
  v.object({ id: PatientId }),
);
const addManaged = statement('seed.managed', 'insert into kiosk_manager_facilities (user_id, facility_id) values ($1, $2)');

async function seedFacility(db: Db, demo: DemoFacility): Promise<FacilityId> {
  const { id } = await db.one(addFacility, [
    demo.name,
    demo.portalName,
    demo.shortName,
    demo.isDefault,
    demo.timeZone,
    demo.defaultLanguage,
    demo.languages,
    JSON.stringify(demo.theme),
    demo.logo,
    demo.logoOnDark,
    JSON.stringify(demo.capabilities),
    demo.verificationFields,
  ]);
  for (const alias of demo.aliases) await db.run(addAlias, [alias, id]);
  for (const { key, language, content } of facilityTexts(demo)) await db.run(addText, [id, key, language, content]);
  return id;
}

/**
 * Makes the demo facilities, their people and what these have to do, relative to today, in one transaction; nothing on a
 * database that has a facility already. Runs under the lock of the migrations, so that two servers make it once.
 */
export async function seedDemo(client: pg.Client, config: Pick<Config, 'argon2'>): Promise<void> {
  const db = dbOn(client);
  if ((await db.maybe(anyFacility)) !== null) return;
  const { hash } = passwords(config.argon2);
  await db.script('begin');
  try {
    const facilities = {
      northlight: { facilityId: await seedFacility(db, demoFacilities.northlight), timeZone: demoFacilities.northlight.timeZone },
      harbour: { facilityId: await seedFacility(db, demoFacilities.harbour), timeZone: demoFacilities.harbour.timeZone },
    };
    const patients: SeededPatient[] = [];
    for (const [index, person] of demoPatients.entries()) {
      const { facilityId } = facilities[person.facility];
      const passwordHash = person.username === null ? null : await hash(demoPassword);
      const { id: userId } = await db.one(addUser, [
        person.username,
        passwordHash,
        person.first,
        person.last,
        person.email,
        person.eula,
        person.mustChange,
        false,
        null,
        facilityId,
        person.username === null ? null : person.language,
      ]);
      const demo = demoFacilities[person.facility];
      const { id: patientId } = await db.one(addPatient, [
        userId,
        `${demo.mrnPrefix}${String(40_127 + index * 373)}`,
        person.first,
        person.last,
        person.born,
        facilityId,
        person.language,
        person.email,
        `${12 + index * 7} ${demo.street}`,
        demo.city,
        demo.zipCode,
        demo.state,
      ]);
      const { username, first: firstName, last: lastName, facility, dueToday, notStartable } = person;
      patients.push({ patientId, facility, username, firstName, lastName, dueToday, notStartable });
    }
    const manager = await db.one(addUser, ['kiosk', await hash(demoPassword), 'Marlow', 'Pennywhistle', 'kiosk@example.org', true, false, true, await hash(demoPin), facilities.northlight.facilityId, null]);
    for (const { facilityId } of Object.values(facilities)) await db.run(addManaged, [manager.id, facilityId]);
    const representative = await db.one(addUser, [
      'representative',
      await hash(demoPassword),
      'Linnea',
      'Applewhistle',
      'representative@example.org',
      true,
      false,
      false,
      null,
      facilities.northlight.facilityId,
      null,
    ]);
    const context: SeedContext = { facilities, patients };
    await seedContacts(db, context, representative.id, () => hash(demoPassword));
    await seedFacilityPages(db, context);
    await seedQuestionnaires(db, context);
    await seedDailyCare(db, context);
    await db.script('commit');
  } catch (error) {
    await db.script('rollback').catch(() => undefined);
    throw error;
  }
}
