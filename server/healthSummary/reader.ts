import { LanguageCode, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const find = statement(
  'healthSummary.language',
  'select coalesce(u.language, f.default_language) as language from users u join facilities f on f.id = u.facility_id where u.id = $userId',
  v.object({ language: LanguageCode }),
);

/** The language that somebody reads the portal in, where a call does not say. */
export const languageOf = async (db: Db, userId: UserId): Promise<LanguageCode> =>
  (await db.one(find, { userId })).language;
