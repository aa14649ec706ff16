import { expect, test } from 'vitest';
import { databaseBefore } from './migrationTesting.ts';

test('a sum of everything that an import once made up is made no more and shown no more; other totals stay', async () => {
  await using database = await databaseBefore('018');
  const { client } = database;
  const made = '{"scoreKey": "sum-of-ordinal-values", "isShown": true}';
  const own = '{"scoreKey": "total", "isShown": true}';
  await client.query(`
    insert into facilities (name, portal_name, short_name, time_zone, default_language) values ('A', 'A', 'A', 'UTC', 'en');
    insert into users (first_name, last_name, facility_id) values ('Pat', 'Ient', 1);
    insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id) values (1, 'M1', 'Pat', 'Ient', '1970-01-01', 1);
    insert into questionnaire_templates (title) values ('Made up'), ('Its own');
    insert into questionnaire_revisions (template_id, revision, content) values (1, 1, '{"title": "Made up", "scores": [${made}]}'), (2, 1, '{"title": "Its own", "scores": [${own}]}');
    insert into assigned_questionnaires (patient_id, template_id, status, closed_at, answered_revision, completion_key, answers, scores)
      values (1, 1, 'Completed', now(), 1, 'k1', '[]', '[${made}]'), (1, 2, 'Completed', now(), 1, 'k2', '[]', '[${own}]')`);
  await database.migrate();

  const { rows } = await client.query(
    `select r.content->'scores' as made, a.scores as stored from questionnaire_revisions r join assigned_questionnaires a using (template_id) order by template_id`,
  );
  expect(rows).toEqual([
    { made: [], stored: [{ scoreKey: 'sum-of-ordinal-values', isShown: false }] },
    { made: [{ scoreKey: 'total', isShown: true }], stored: [{ scoreKey: 'total', isShown: true }] },
  ]);
});
