import { LanguageCode, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const find = statement(
  'healthSummary.language',
  'select language_of($userId) as language',
  v.object({ language: LanguageCode }),
);

/** The language that somebody reads the portal in, where a call does not say. */
export const languageOf = async (db: Db, userId: UserId): Promise<LanguageCode> =>
  (await db.one(find, { userId })).language;
