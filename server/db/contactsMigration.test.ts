import { expect, test } from 'vitest';
import { databaseBefore } from './migrationTesting.ts';

test('whoever acted for a patient before there were rights may do all they could, and stands among the contacts, as does who is invited', async () => {
  await using database = await databaseBefore('007');
  const { client } = database;
  await client.query(`
    insert into facilities (name, portal_name, short_name, time_zone, default_language) values ('A', 'A', 'A', 'UTC', 'fr');
    insert into users (first_name, last_name, facility_id) values ('Pat', 'Ient', 1);
    insert into users (first_name, last_name, email, facility_id, language) values ('Rep', 'Resent', 'rep@example.org', 1, 'es'), ('Gone', 'Before', null, 1, null);
    insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id) values (1, 'M1', 'Pat', 'Ient', '1970-01-01', 1);
    insert into representative_links (user_id, patient_id, revoked_at) values (2, 1, null), (3, 1, now());
    insert into invitations (kind, subject_hash, pin_hash, patient_id, email, first_name, last_name, expires_at, used_at, revoked_at) values
      ('representative', '\\x01', '\\x01', 1, 'new@example.org', 'New', 'Comer', now() + interval '1 day', null, null),
      ('representative', '\\x02', '\\x02', 1, 'old@example.org', 'Old', 'Timer', now() + interval '1 day', now(), null),
      ('patient', '\\x03', '\\x03', 1, null, null, null, now() + interval '1 day', null, null)`);
  await database.migrate();

  const { rows: contacts } = await client.query(
    'select first_name, email, language, representative_user_id from contacts order by id',
  );
  expect(contacts).toEqual([
    { first_name: 'Rep', email: 'rep@example.org', language: 'es', representative_user_id: 2 },
    { first_name: 'Gone', email: null, language: 'fr', representative_user_id: 3 },
    { first_name: 'New', email: 'new@example.org', language: 'fr', representative_user_id: null },
  ]);
  const { rows: rights } = await client.query(
    `select user_id, string_agg(section || ':' || "right", ' ' order by section, "right") as words from representative_rights group by user_id order by user_id`,
  );
  const all =
    'Appointments:read CareTeam:read Education:read FollowUpPlan:read PersonalContacts:read Questionnaires:answer Questionnaires:read';
  expect(rights).toEqual([
    { user_id: 2, words: all },
    { user_id: 3, words: all },
  ]);
  const { rows: invitations } = await client.query('select contact_id from invitations order by id');
  expect(invitations).toEqual([{ contact_id: 3 }, { contact_id: null }, { contact_id: null }]);
});
