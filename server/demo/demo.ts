import { FacilityId, PatientId, UserId } from '@portal/api';
import type pg from 'pg';
import * as v from 'valibot';
import type { Config } from '../start/config.ts';
import { passwords } from '../http/secrets.ts';
import { type Db, dbOn, statement } from '../db/pool.ts';
import { seedAccount } from './account.ts';
import { seedContacts } from './contacts.ts';
import type { SeedContext, SeededPatient } from './context.ts';
import { seedDailyCare } from './dailyCare.ts';
import { type DemoFacility, demoFacilities } from './facilities.ts';
import { seedFacilityPages } from './facilityPages.ts';
import { seedHealthLists } from './healthLists.ts';
import { seedMedicalNotes } from './medicalNotes.ts';
import { seedMessages } from './messages.ts';
import { seedHealthSummaries } from './healthSummaries.ts';
import { seedLabResults } from './labResults.ts';
import { demoPassword, demoPatients, demoPin } from './people.ts';
import { seedQuestionnaires } from './questionnaires.ts';
import { facilityTexts } from './texts.ts';
import { seedTreatmentSummary } from './treatmentSummary.ts';

const anyFacility = statement('seed.any', 'select 1 as one from facilities limit 1', v.object({ one: v.number() }));
const addFacility = statement(
  'seed.facility',
  `insert into facilities (name, portal_name, short_name, is_default, time_zone, default_language, languages, theme, logo_svg, logo_on_dark_svg, capabilities,
     has_faqs, has_useful_links, has_downloadable_forms, kiosk_enabled, kiosk_arrival, kiosk_contact_check, front_desk_email, verification_fields, is_demo)
   values ($name, $portalName, $shortName, $isDefault, $timeZone, $defaultLanguage, $languages, $theme::jsonb, $logoSvg, $logoOnDarkSvg, $capabilities::jsonb,
     false, false, false, true, $kioskArrival, $kioskContactCheck, $frontDeskEmail, $verificationFields, true) returning id`,
  v.object({ id: FacilityId }),
);
const addAlias = statement(
  'seed.alias',
  'insert into facility_aliases (alias, facility_id) values ($alias, $facilityId)',
);
const addText = statement(
  'seed.text',
  'insert into facility_texts (facility_id, content_key, language, content) values ($facilityId, $contentKey, $language, $content)',
);
const addUser = statement(
  'seed.user',
  `insert into users (username, password_hash, first_name, last_name, email, is_email_confirmed, is_eula_accepted, is_password_update_required, is_kiosk_manager,
     pin_hash, facility_id, language, sso_subject)
   values ($username, $passwordHash, $firstName, $lastName, $email, $email::text is not null, $isEulaAccepted, $isPasswordUpdateRequired, $isKioskManager,
     $pinHash, $facilityId, $language, case when $isKioskManager then null else $username end) returning id`,
  v.object({ id: UserId }),
);
const addPatient = statement(
  'seed.patient',
  `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, language, email_address, address1, city, zip_code, state, country)
   values ($userId, $mrn, $firstName, $lastName, $dateOfBirth, $homeFacilityId, $language, $emailAddress, $address1, $city, $zipCode, $state, 'US') returning id`,
  v.object({ id: PatientId }),
);
const addManaged = statement(
  'seed.managed',
  'insert into kiosk_manager_facilities (user_id, facility_id) values ($userId, $facilityId)',
);

async function seedFacility(db: Db, demo: DemoFacility): Promise<FacilityId> {
  const { id } = await db.one(addFacility, {
    name: demo.name,
    portalName: demo.portalName,
    shortName: demo.shortName,
    isDefault: demo.isDefault,
    timeZone: demo.timeZone,
    defaultLanguage: demo.defaultLanguage,
    languages: demo.languages,
    theme: JSON.stringify(demo.theme),
    logoSvg: demo.logo,
    logoOnDarkSvg: demo.logoOnDark,
    capabilities: JSON.stringify(demo.capabilities),
    kioskArrival: demo.frontDeskEmail !== null,
    kioskContactCheck: demo.frontDeskEmail !== null,
    frontDeskEmail: demo.frontDeskEmail,
    verificationFields: demo.verificationFields,
  });
  for (const alias of demo.aliases) await db.run(addAlias, { alias, facilityId: id });
  for (const { key, language, content } of facilityTexts(demo))
    await db.run(addText, { facilityId: id, contentKey: key, language, content });
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
      northlight: {
        facilityId: await seedFacility(db, demoFacilities.northlight),
        timeZone: demoFacilities.northlight.timeZone,
      },
      harbour: {
        facilityId: await seedFacility(db, demoFacilities.harbour),
        timeZone: demoFacilities.harbour.timeZone,
      },
    };
    const patients: SeededPatient[] = [];
    for (const [index, person] of demoPatients.entries()) {
      const { facilityId } = facilities[person.facility];
      const passwordHash = person.username === null ? null : await hash(demoPassword);
      const { id: userId } = await db.one(addUser, {
        username: person.username,
        passwordHash,
        firstName: person.first,
        lastName: person.last,
        email: person.email,
        isEulaAccepted: person.eula,
        isPasswordUpdateRequired: person.mustChange,
        isKioskManager: false,
        pinHash: null,
        facilityId,
        language: person.username === null ? null : person.language,
      });
      const demo = demoFacilities[person.facility];
      const { id: patientId } = await db.one(addPatient, {
        userId,
        mrn: `${demo.mrnPrefix}${String(40_127 + index * 373)}`,
        firstName: person.first,
        lastName: person.last,
        dateOfBirth: person.born,
        homeFacilityId: facilityId,
        language: person.language,
        emailAddress: person.email,
        address1: `${12 + index * 7} ${demo.street}`,
        city: demo.city,
        zipCode: demo.zipCode,
        state: demo.state,
      });
      const { username, first: firstName, last: lastName, facility, dueToday, notStartable } = person;
      patients.push({ patientId, facility, username, firstName, lastName, dueToday, notStartable });
    }
    const manager = await db.one(addUser, {
      username: 'kiosk',
      passwordHash: await hash(demoPassword),
      firstName: 'Marlow',
      lastName: 'Pennywhistle',
      email: 'kiosk@example.org',
      isEulaAccepted: true,
      isPasswordUpdateRequired: false,
      isKioskManager: true,
      pinHash: await hash(demoPin),
      facilityId: facilities.northlight.facilityId,
      language: null,
    });
    for (const { facilityId } of Object.values(facilities))
      await db.run(addManaged, { userId: manager.id, facilityId });
    const representative = await db.one(addUser, {
      username: 'representative',
      passwordHash: await hash(demoPassword),
      firstName: 'Linnea',
      lastName: 'Applewhistle',
      email: 'representative@example.org',
      isEulaAccepted: true,
      isPasswordUpdateRequired: false,
      isKioskManager: false,
      pinHash: null,
      facilityId: facilities.northlight.facilityId,
      language: null,
    });
    const context: SeedContext = { facilities, patients };
    await seedContacts(db, context, representative.id, () => hash(demoPassword));
    await seedFacilityPages(db, context);
    await seedQuestionnaires(db, context);
    await seedDailyCare(db, context);
    await seedMedicalNotes(db, context);
    await seedAccount(db, context);
    await seedLabResults(db, context);
    await seedHealthLists(db, context);
    await seedTreatmentSummary(db, context);
    await seedHealthSummaries(db, context);
    await seedMessages(db, context);
    await db.script('commit');
  } catch (error) {
    await db.script('rollback').catch(() => undefined);
    throw error;
  }
}
