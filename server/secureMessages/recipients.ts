import { LanguageCode, MessageAnswerer, type PatientId, RequestKind, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { findTemplates } from '../questionnaires/assign.ts';
import { answererOf, takesMessages } from './sql.ts';

const team = statement(
  'messages.recipients',
  `select coalesce(json_agg(${answererOf(takesMessages)} order by lower(c.last_name), lower(c.first_name), t.id), '[]') as recipients
   from care_team_members t join care_providers c on c.id = t.care_provider_id where t.patient_id = $patientId`,
  v.object({ recipients: v.array(MessageAnswerer) }),
);
const settings = statement(
  'messages.settings',
  `select f.message_settings as settings, language_of($userId) as language, f.default_language as "defaultLanguage"
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  v.object({
    settings: v.unknown(),
    language: v.fallback(LanguageCode, 'en'),
    defaultLanguage: v.fallback(LanguageCode, 'en'),
  }),
);

/** Monday to Friday. */
const usualDays = [1, 2, 3, 4, 5];
const Texts = v.optional(v.record(v.string(), v.string()), {});
/** A facility's settings for messages. What it leaves out is not shown. */
const MessageSettings = v.object({
  emergencyPhone: v.optional(v.nullable(v.string()), null),
  urgentName: v.optional(v.nullable(v.string()), null),
  urgentPhone: v.optional(v.nullable(v.string()), null),
  workingDays: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), usualDays),
  /** Who is notified of messages that nobody has opened within so many working days; null: nobody. */
  supervisorEmail: v.optional(v.nullable(v.string()), null),
  unopenedAfterDays: v.optional(v.nullable(v.number()), null),
  requests: v.optional(
    v.array(
      v.object({
        kind: RequestKind,
        withinDays: v.number(),
        titles: Texts,
        hints: Texts,
        questionnaire: v.optional(v.nullable(v.string()), null),
      }),
    ),
    [],
  ),
});
type MessageSettings = v.InferOutput<typeof MessageSettings>;

async function settingsOf(db: Db, patientId: PatientId, userId: UserId) {
  const { settings: stored, language, defaultLanguage } = await db.one(settings, { patientId, userId });
  const { requests: offers, ...others } = v.parse(MessageSettings, stored);
  const said = (texts: Readonly<Record<string, string>>) => texts[language] ?? texts[defaultLanguage] ?? null;
  const requests = [];
  for (const { kind, withinDays, titles, hints, questionnaire } of offers)
    // Without its questionnaire it cannot be asked for, and two that are meant are none.
    if (questionnaire === null || (await findTemplates(db, questionnaire)).length === 1)
      requests.push({ kind, withinDays, title: said(titles), hint: said(hints), questionnaire });
  return { ...others, requests };
}

/** What a patient's facility can be asked for, as one person reads it. */
export const offersOf = async (db: Db, patientId: PatientId, userId: UserId) =>
  (await settingsOf(db, patientId, userId)).requests;

/** The care team, which of them take messages, the texts above the message, and what can be asked for, as one person reads it. */
export async function readRecipients(db: Db, patientId: PatientId, userId: UserId) {
  const { recipients } = await db.one(team, { patientId });
  const {
    emergencyPhone,
    urgentName,
    urgentPhone,
    workingDays,
    requests: offers,
  } = await settingsOf(db, patientId, userId);
  const requests = offers.map(({ questionnaire, ...offer }) => ({
    ...offer,
    ...(questionnaire === null ? {} : { hasForm: true }),
  }));
  return { recipients, emergencyPhone, urgentName, urgentPhone, workingDays, requests };
}
