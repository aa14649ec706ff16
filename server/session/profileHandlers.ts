import {
  CalendarDate,
  Instant,
  LanguageCode,
  type LoginProfile,
  Patient,
  PatientId,
  type Token,
  UserId,
} from '@portal/api';
import * as v from 'valibot';
import { capabilitiesOf } from '../contacts/capabilities.ts';
import { type Db, statement } from '../db/pool.ts';
import { requireActsFor } from '../http/actsFor.ts';
import { type Actor, type Handlers, orNotFound } from '../http/handler.ts';

const Profile = v.object({
  userId: UserId,
  userName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  isEmailConfirmed: v.boolean(),
  isEulaAccepted: v.boolean(),
  isPasswordUpdateRequired: v.boolean(),
  languageCode: v.nullable(LanguageCode),
  patientId: v.nullable(PatientId),
  represented: v.array(PatientId),
  preferences: v.array(v.object({ name: v.string(), value: v.string() })),
  secondStepDueAt: v.nullable(Instant),
  termsOfUse: v.nullable(v.string()),
  termsOfUseVersion: v.nullable(v.string()),
});
const findProfile = statement(
  'session.findProfile',
  `select u.id as "userId", u.username as "userName", u.email, u.first_name as "firstName", u.last_name as "lastName",
     u.is_email_confirmed as "isEmailConfirmed", u.accepted_terms_version is not distinct from terms.version as "isEulaAccepted",
     u.is_password_update_required as "isPasswordUpdateRequired", coalesce(u.language, p.language) as "languageCode", p.id as "patientId",
     array(select l.patient_id from current_representatives l where l.user_id = u.id order by l.created_at, l.patient_id) as represented,
     coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'value', n.value) order by n.name) from user_preferences n where n.user_id = u.id), '[]') as preferences,
     case when sf.sealed_key is null and (p.id is not null and f.second_factor ->> 'patients' = 'required'
       or f.second_factor ->> 'representatives' = 'required' and exists (select from current_representatives l where l.user_id = u.id)) then sf.due_at end as "secondStepDueAt",
     case when u.accepted_terms_version = terms.version then null else (
       select t.content from facility_texts t where t.facility_id = u.facility_id and t.content_key = 'TermsOfUse'
         and t.language in (coalesce(u.language, f.default_language), f.default_language, 'en')
       order by t.language = coalesce(u.language, f.default_language) desc, t.language = f.default_language desc limit 1) end as "termsOfUse",
     case when u.accepted_terms_version is distinct from terms.version then terms.version end as "termsOfUseVersion"
   from users u join facilities f on f.id = u.facility_id cross join lateral terms_version(f.id) as terms(version)
     left join patients p on p.user_id = u.id left join second_factors sf on sf.user_id = u.id where u.id = $userId`,
  Profile,
);
const nowhere = { address1: null, address2: null, city: null, zipCode: null, state: null, country: null };
const findBirthDateShown = statement(
  'session.findBirthDateShown',
  `select p.date_of_birth as "dateOfBirth" from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId and f.kiosk_birth_date`,
  v.object({ dateOfBirth: CalendarDate }),
);
const findPatient = statement(
  'session.findPatient',
  `select p.id as "patientId", case when u.username is null then null else u.id end as "userId", p.first_name as "firstName", p.last_name as "lastName",
     p.date_of_birth as "dateOfBirth", u.username is not null as "hasLogin", p.home_facility_id as "homeFacilityId", p.email_address as "emailAddress",
     jsonb_build_object('address1', p.address1, 'address2', p.address2, 'city', p.city, 'zipCode', p.zip_code, 'state', p.state, 'country', p.country) as address
   from patients p join users u on u.id = p.user_id where p.id = $patientId`,
  Patient,
);
const saveUserLanguage = statement(
  'session.saveUserLanguage',
  'update users set language = $language where id = $userId',
);
const patientLanguage = statement(
  'session.patientLanguage',
  'select language from patients where id = $patientId',
  v.object({ language: v.nullable(LanguageCode) }),
);
const savePatientLanguage = statement(
  'session.savePatientLanguage',
  'update patients set language = $language where id = $patientId',
);
type Person = Omit<Actor, 'sessionId' | 'name'>;

async function profileOf(db: Db, actor: Person): Promise<LoginProfile> {
  const { patientId, represented, userName, ...profile } = await db.one(findProfile, { userId: actor.userId });
  const own =
    actor.role === 'kioskPatient' || actor.role === 'linkUser'
      ? actor.patientId
      : actor.role === 'kioskManager'
        ? null
        : patientId;
  const atKiosk =
    actor.role === 'kioskPatient' ? await db.maybe(findBirthDateShown, { patientId: actor.patientId }) : null;
  const mayRepresent = actor.role === 'patient' || actor.role === 'representative';
  return {
    ...profile,
    userName: userName ?? '',
    loginType: actor.loginType,
    facilityId: actor.facilityId,
    isAuthorizedRepresentative: mayRepresent && represented.length > 0,
    ...atKiosk,
    ids: [
      ...(own === null ? [] : [{ idType: 'Patient' as const, value: own }]),
      ...(mayRepresent ? represented.map((value) => ({ idType: 'PatientContact' as const, value })) : []),
    ],
  };
}

/**
 * What the first page of the portal needs to know of somebody who logs in, to be sent with their tokens; staff get only the tokens. Read it
 * before the session begins, which locks the log.
 */
export async function identityAtLogin(tx: Db, person: Person): Promise<Pick<Token, 'identity'>> {
  if (person.role === 'kioskManager') return {};
  const profile = await profileOf(tx, person);
  if (person.patientId === null) return { identity: { profile } };
  return { identity: { profile, capabilities: await capabilitiesOf(tx, person, null) } };
}

/** What an app reads first: who has signed in, what they have, the open patient, and languages. */
export const profileHandlers = {
  getLoginProfile: ({ db, actor }) => profileOf(db, actor),

  async getCapabilities({ db, actor, query }) {
    const { patientId } = query;
    if (patientId !== undefined) await requireActsFor(db, actor, patientId);
    return capabilitiesOf(db, actor, patientId ?? null);
  },

  async getPatient({ db, actor, params }) {
    const patient = orNotFound(await db.maybe(findPatient, { patientId: params.patientId }));
    // A representative needs to know whom they act for, but not the address and email.
    return params.patientId === actor.patientId ? patient : { ...patient, emailAddress: null, address: nowhere };
  },

  async setUserLanguage({ db, actor, query }) {
    await db.run(saveUserLanguage, { userId: actor.userId, language: query.ietfCode });
    return null;
  },

  async getPatientLanguage({ db, params }) {
    return (await db.one(patientLanguage, { patientId: params.patientId })).language;
  },

  async setPatientLanguage({ db, params, query }) {
    await db.run(savePatientLanguage, { patientId: params.patientId, language: query.language });
    return null;
  },
} satisfies Partial<Handlers>;
