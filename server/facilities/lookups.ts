import { getPreferredCommunications, getRelationships, getStates, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import type { Handlers } from '../http/handler.ts';
import { statement } from '../db/pool.ts';

/** SQL for a lookup's name in the reader's language, else in English. `names` is a JSON object by language. */
export const inLanguageOf = (names: string, language: string): string =>
  `coalesce(${names} ->> ${language}, ${names} ->> 'en')`;

const relationships = statement(
  'lookups.relationships',
  `select r.id as "relationshipId", ${inLanguageOf('r.names', 'reader.language')} as "relationshipDisplay"
   from (select language_of($userId) as language) reader cross join relationships r order by r.sort_order`,
  getRelationships.answer.item,
);
const communications = statement(
  'lookups.communications',
  `select c.id as "preferredCommunicationId", c.code as "preferredCommunicationCode", ${inLanguageOf('c.names', 'reader.language')} as "preferredCommunicationDisplay"
   from (select language_of($userId) as language) reader cross join preferred_communications c order by c.id`,
  getPreferredCommunications.answer.item,
);
const countries = statement(
  'lookups.countries',
  'select c.id, c.code, c.sort_order as "sortOrder", reader.language from (select language_of($userId) as language) reader cross join countries c',
  v.object({ id: v.number(), code: v.string(), sortOrder: v.number(), language: LanguageCode }),
);
const states = statement(
  'lookups.states',
  'select s.id as "stateId", s.country_id as "countryId", s.name as "stateNameDisplay" from states s order by s.country_id, s.name',
  getStates.answer.item,
);

/** What the fields of a contact are chosen from, in the caller's language. */
export const lookupHandlers = {
  async getRelationships({ db, actor }) {
    return db.many(relationships, { userId: actor.userId });
  },

  async getPreferredCommunications({ db, actor }) {
    return db.many(communications, { userId: actor.userId });
  },

  async getCountries({ db, actor }) {
    const rows = await db.many(countries, { userId: actor.userId });
    const language = rows[0]?.language ?? 'en';
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const byName = new Intl.Collator(language);
    return rows
      .map(({ id, code, sortOrder }) => ({
        countryId: id,
        countryNameDisplay: names.of(code) ?? code,
        countryCode: code,
        sortOrder,
      }))
      .sort((a, b) => a.sortOrder - b.sortOrder || byName.compare(a.countryNameDisplay, b.countryNameDisplay));
  },

  async getStates({ db }) {
    return db.many(states);
  },
} satisfies Partial<Handlers>;
