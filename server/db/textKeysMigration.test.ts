import { expect, test } from 'vitest';
import { databaseBefore } from './migrationTesting.ts';

test('a facility’s own wording follows the keys that have a new name', async () => {
  await using database = await databaseBefore('009');
  const { client } = database;
  await client.query(`
    insert into facilities (name, portal_name, short_name, time_zone, default_language) values ('A', 'A', 'A', 'UTC', 'fr');
    insert into language_pack_texts (facility_id, language, text_key, content) values
      (1, 'en', 'core.logIn', 'Enter'), (1, 'en', 'shell.menu', 'All'), (1, 'fr', 'shell.menu', 'Tout'),
      (1, 'en', 'shell.appointmentsShort', 'Come'), (1, 'en', 'install.title', 'Keep it'),
      (1, 'en', 'contacts.right_read', 'Look'), (1, 'en', 'contacts.email', 'Mail'),
      (1, 'en', 'resources.failed', 'Not there'), (1, 'en', 'visits.failed', 'Not here')`);
  await database.migrate();
  const { rows } = await client.query(
    'select language, text_key, content from language_pack_texts order by text_key collate "C", language',
  );
  expect(rows.map(({ language, text_key: key, content }) => `${language} ${key}: ${content}`)).toEqual([
    'en appointments.tab: Come',
    'en contacts.email: Mail',
    'en core.logIn: Enter',
    'en layout.installTitle: Keep it',
    'en layout.menu: All',
    'fr layout.menu: Tout',
    'en records.failed: Not here',
    'en records.right_read: Look',
  ]);
});
