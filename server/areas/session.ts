import { randomBytes } from 'node:crypto';
import { DeviceId, FacilityId, LanguageCode, PatientId, type PasswordRules, UserId, keepsPasswordRules, sectionOfAuditEvent } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { requireActsFor } from '../app/actsFor.ts';
import { type Handlers, Refusal, notFound } from '../app/handler.ts';
import { newSecret } from '../app/secrets.ts';
import type { Services } from '../app/services.ts';
import { statement } from '../db/pool.ts';
import { signInByLink } from './emailedLinks.ts';
import { takeHandOver } from './kiosk.ts';
import { checkAddress, nameHash, passOrLocked, refuseFailure } from './loginFailures.ts';
import { signInByTicket } from './singleSignOn.ts';
import { findAccountByName, replacePassword } from './passwords.ts';
import { capabilitiesOf } from './representatives.ts';
import { type SessionServices, beginSession, browserCookie, endSession, familySeconds, invalidGrant, rotate } from './tokens.ts';

export type { SessionServices } from './tokens.ts';

type SessionCalls =
  | 'requestToken'
  | 'getLoginProfile'
  | 'getCapabilities'
  | 'getPatient'
  | 'acceptTerms'
  | 'getPasswordRules'
  | 'changePasswordAtLogin'
  | 'setUserLanguage'
  | 'getPatientLanguage'
  | 'setPatientLanguage'
  | 'sendAuditEvent'
  | 'logOff'
  | 'getDeviceKey'
  | 'putDeviceKey'
  | 'deleteDeviceKey'
  | 'listDevices';

export const passwordRules: PasswordRules = { minimumLength: 8, numOfCapitalLetters: 1, numOfNumbers: 1, numOfSpecialCharacters: 1 };

const findLogin = statement(
  'session.findLogin',
  `select u.id as "userId", u.password_hash as "passwordHash", u.first_name || ' ' || u.last_name as name, u.facility_id as "facilityId",
     u.is_kiosk_manager as "isKioskManager", u.is_password_update_required as "mustChange", p.id as "patientId",
     exists (select from representative_links l where l.user_id = u.id and l.revoked_at is null) as represents,
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"
   from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id
   where lower(u.username) = lower($1) and u.disabled_at is null`,
  v.object({
    userId: UserId,
    passwordHash: v.string(),
    name: v.string(),
    facilityId: FacilityId,
    isKioskManager: v.boolean(),
    mustChange: v.boolean(),
    patientId: v.nullable(PatientId),
    represents: v.boolean(),
    subscriptionOver: v.boolean(),
  }),
);

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
  termsOfUse: v.nullable(v.string()),
  termsOfUseVersion: v.nullable(v.string()),
});
const findProfile = statement(
  'session.findProfile',
  `select u.id as "userId", u.username as "userName", u.email, u.first_name as "firstName", u.last_name as "lastName",
     u.is_email_confirmed as "isEmailConfirmed", u.accepted_terms_version is not distinct from terms.version as "isEulaAccepted",
     u.is_password_update_required as "isPasswordUpdateRequired", coalesce(u.language, p.language) as "languageCode", p.id as "patientId",
     array(select l.patient_id from representative_links l where l.user_id = u.id and l.revoked_at is null order by l.created_at, l.patient_id) as represented,
     coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'value', n.value) order by n.name) from user_preferences n where n.user_id = u.id), '[]') as preferences,
     case when u.accepted_terms_version = terms.version then null else (
       select t.content from facility_texts t where t.facility_id = u.facility_id and t.content_key = 'TermsOfUse'
         and t.language in (coalesce(u.language, f.default_language), f.default_language, 'en')
       order by t.language = coalesce(u.language, f.default_language) desc, t.language = f.default_language desc limit 1) end as "termsOfUse",
     case when u.accepted_terms_version is distinct from terms.version then terms.version end as "termsOfUseVersion"
   from users u join facilities f on f.id = u.facility_id cross join lateral terms_version(f.id) as terms(version)
     left join patients p on p.user_id = u.id where u.id = $1`,
  Profile,
);
const findPatient = statement(
  'session.findPatient',
  `select p.id as "patientId", case when u.username is null then null else u.id end as "userId", p.first_name as "firstName", p.last_name as "lastName",
     p.date_of_birth as "dateOfBirth", u.username is not null as "hasLogin", p.home_facility_id as "homeFacilityId", p.email_address as "emailAddress",
     jsonb_build_object('address1', p.address1, 'address2', p.address2, 'city', p.city, 'zipCode', p.zip_code, 'state', p.state, 'country', p.country) as address
   from patients p join users u on u.id = p.user_id where p.id = $1`,
  v.object({
    patientId: PatientId,
    userId: v.nullable(UserId),
    firstName: v.string(),
    lastName: v.string(),
    dateOfBirth: v.string(),
    hasLogin: v.boolean(),
    homeFacilityId: FacilityId,
    emailAddress: v.nullable(v.string()),
    address: v.object({
      address1: v.nullable(v.string()),
      address2: v.nullable(v.string()),
      city: v.nullable(v.string()),
      zipCode: v.nullable(v.string()),
      state: v.nullable(v.string()),
      country: v.nullable(v.string()),
    }),
  }),
);
const currentTerms = statement('session.currentTerms', 'select terms_version(facility_id) as version from users where id = $1', v.object({ version: v.string() }));
const acceptEula = statement('session.acceptEula', 'update users set is_eula_accepted = true, accepted_terms_version = $2 where id = $1 and accepted_terms_version is distinct from $2');
const saveUserLanguage = statement('session.saveUserLanguage', 'update users set language = $2 where id = $1');
const patientLanguage = statement('session.patientLanguage', 'select language from patients where id = $1', v.object({ language: v.nullable(LanguageCode) }));
const savePatientLanguage = statement('session.savePatientLanguage', 'update patients set language = $2 where id = $1');
const othersOfCookie = statement(
  'session.othersOfCookie',
  `select 1 as one from sessions mine join sessions other on other.cookie_hash = mine.cookie_hash and other.id <> mine.id
   where mine.id = $1 and other.ended_at is null and other.expires_at > now() limit 1`,
  v.object({ one: v.number() }),
);

const DeviceRow = v.object({ key: v.nullable(v.instance(Buffer)) });
const touchDevice = statement('session.touchDevice', 'update devices set last_seen_at = now() where user_id = $1 and device_id = $2 returning key', DeviceRow);
const makeDevice = statement(
  'session.makeDevice',
  `insert into devices as d (user_id, device_id, name, key) values ($1, $2, $3, $4)
   on conflict (user_id, device_id) do update set last_seen_at = now() returning d.key, d.key = $4 as "isNew"`,
  v.object({ ...DeviceRow.entries, isNew: v.nullable(v.boolean()) }),
);
const revokeDevice = statement(
  'session.revokeDevice',
  `insert into devices (user_id, device_id, name, key, revoked_at) values ($1, $2, '', null, now())
   on conflict (user_id, device_id) do update set key = null, revoked_at = now() where devices.revoked_at is null`,
);
const findDevices = statement(
  'session.findDevices',
  'select device_id as "deviceId", name, created_at as "createdAt", last_seen_at as "lastSeenAt" from devices where user_id = $1 and revoked_at is null order by last_seen_at desc',
  v.object({ deviceId: DeviceId, name: v.string(), createdAt: v.string(), lastSeenAt: v.string() }),
);

const keyOf = (key: Buffer | null): { key: string } => {
  if (key === null) throw new Refusal(410, 'device_revoked');
  return { key: key.toString('base64url') };
};

type TokenContext = Parameters<Handlers['requestToken']>[0];

async function byPassword(context: TokenContext, services: SessionServices, username: string, password: string) {
  const { db, surface, headers, ip } = context;
  await checkAddress(db, ip, services.addressFailures);
  const name = nameHash(username);
  const login = await db.maybe(findLogin, [username.trim()]);
  const asManager = headers['portal-type'] === 'kioskManagement';
  const right = await services.passwords.matches(password, login?.passwordHash ?? null);
  // Staff sign in at the kiosk's address, everybody else at the portal's; the wrong door is answered like a wrong password.
  const fitsDoor = asManager === (surface === 'kiosk') && login !== null && (asManager ? login.isKioskManager : login.patientId !== null || login.represents);
  if (!right || !fitsDoor || login === null) return refuseFailure(context, name, ip, invalidGrant());
  return context.tx(async (tx) => {
    await passOrLocked(tx, name);
    if (login.subscriptionOver) throw new Refusal(400, 'invalid_subscription');
    if (login.mustChange) throw new Refusal(400, 'password_change_required');
    const cookie = await browserCookie(tx, context.cookies, surface);
    const role = asManager ? 'kioskManager' : login.patientId === null ? 'representative' : 'patient';
    return beginSession(
      tx,
      services,
      {
        userId: login.userId,
        role,
        loginType: asManager ? 'patientKioskManagement' : 'userNamePassword',
        facilityId: login.facilityId,
        patientId: asManager ? null : login.patientId,
        name: login.name,
      },
      surface,
      cookie,
    );
  });
}

/** Sign-in and everything about the own account. */
export const sessionHandlers = (services: Services): Pick<Handlers, SessionCalls> => ({
  async requestToken(context) {
    const { body, headers, surface, cookies } = context;
    if (body.grant_type === 'refresh_token') {
      const cookie = cookies.get(surface);
      const pair = await context.tx((tx) => rotate(tx, services, body.refresh_token, surface, cookie));
      if (pair === null) throw invalidGrant();
      if (cookie !== null) cookies.set(surface, cookie, { maxAge: familySeconds });
      return pair;
    }
    switch (headers['logon-process']) {
      case undefined:
        return byPassword(context, services, body.username, body.password);
      case 'patientKioskUser':
        return takeHandOver(context, services);
      case 'singleSignOn':
        return signInByTicket(context, services);
      case 'patientLinkUser':
        return signInByLink(context, services);
    }
  },

  async getLoginProfile({ db, actor }) {
    const { patientId, represented, userName, ...profile } = await db.one(findProfile, [actor.userId]);
    const own = actor.role === 'kioskPatient' || actor.role === 'linkUser' ? actor.patientId : actor.role === 'kioskManager' ? null : patientId;
    const mayRepresent = actor.role === 'patient' || actor.role === 'representative';
    return {
      ...profile,
      userName: userName ?? '',
      loginType: actor.loginType,
      facilityId: actor.facilityId,
      isAuthorizedRepresentative: mayRepresent && represented.length > 0,
      ids: [
        ...(own === null ? [] : [{ idType: 'Patient' as const, value: own }]),
        ...(mayRepresent ? represented.map((value) => ({ idType: 'PatientContact' as const, value })) : []),
      ],
    };
  },

  async getCapabilities({ db, actor, query }) {
    const { patientId } = query;
    if (patientId !== undefined) await requireActsFor(db, actor, patientId);
    const modules = await capabilitiesOf(db, actor, patientId ?? null);
    return { modules: Object.entries(modules).map(([moduleName, fields]) => ({ moduleName, details: fields.map((fieldName) => ({ fieldName })) })) };
  },

  async getPatient({ db, params }) {
    const patient = await db.maybe(findPatient, [params.patientId]);
    if (patient === null) throw notFound();
    return patient;
  },

  async acceptTerms({ tx, actor, body }) {
    const [first] = body;
    await tx(async (within) => {
      const { version } = await within.one(currentTerms, [actor.userId]);
      if (first.op === 'test' && first.value !== version) throw new Refusal(409, 'terms_changed');
      if ((await within.run(acceptEula, [actor.userId, version])) > 0) await audit(within, { type: 'terms.accepted', actor, patientId: actor.patientId, facilityId: actor.facilityId });
    });
    return null;
  },

  async getPasswordRules() {
    const { minimumLength, numOfCapitalLetters, numOfNumbers, numOfSpecialCharacters } = passwordRules;
    return { ...passwordRules, minLength: minimumLength, capitalLetters: numOfCapitalLetters, numbers: numOfNumbers, specialCharacters: numOfSpecialCharacters };
  },

  async changePasswordAtLogin(context) {
    const { body, db, ip } = context;
    await checkAddress(db, ip, services.addressFailures);
    if (body.newPassword !== body.confirmPassword) throw new Refusal(400, 'confirm_mismatch');
    if (!keepsPasswordRules(passwordRules, body.newPassword) || body.newPassword.length > 1000) throw new Refusal(400, 'password_rules');
    const name = nameHash(body.userName);
    const account = await db.maybe(findAccountByName, [body.userName.trim()]);
    const right = await services.passwords.matches(body.oldPassword, account?.passwordHash ?? null);
    const wrong = new Refusal(400, 'invalid_old_password');
    if (!right || account === null) return refuseFailure(context, name, ip, wrong);
    const newHash = await services.passwords.hash(body.newPassword);
    await context.tx(async (tx) => {
      await passOrLocked(tx, name);
      if (body.newPassword === body.oldPassword) throw new Refusal(400, 'password_must_be_different');
      const actor = { userId: account.userId, role: null, name: account.name, sessionId: null };
      if (!(await replacePassword(tx, services, context.origins, { account, newHash, keepSession: null, auditType: 'password.changed', actor }))) throw wrong;
    });
    services.mailer.wake();
    return null;
  },

  async setUserLanguage({ db, actor, query }) {
    await db.run(saveUserLanguage, [actor.userId, query.ietfCode]);
    return null;
  },

  async getPatientLanguage({ db, params }) {
    return (await db.one(patientLanguage, [params.patientId])).language;
  },

  async setPatientLanguage({ db, params, query }) {
    await db.run(savePatientLanguage, [params.patientId, query.language]);
    return null;
  },

  async sendAuditEvent({ db, actor, body }) {
    await requireActsFor(db, actor, body.patientId, { section: sectionOfAuditEvent[body.auditEventType], right: 'read' });
    await audit(db, { type: `client.${body.auditEventType}`, actor, patientId: body.patientId, facilityId: actor.facilityId });
    return null;
  },

  async logOff(context) {
    const { tx, db, actor, body, cookies, surface } = context;
    if (body.patientId !== undefined) await requireActsFor(db, actor, body.patientId);
    await tx(async (within) => {
      if (await endSession(within, actor.sessionId, 'logged_off')) {
        await audit(within, { type: 'session.ended', actor, patientId: body.patientId ?? actor.patientId, facilityId: actor.facilityId, detail: { event: body.auditEventType } });
      }
    });
    // A changed cookie is what keeps a browser from restoring the kiosk's last page from its back-forward cache.
    if (surface === 'kiosk') cookies.set('kiosk', newSecret(), { maxAge: familySeconds });
    else if ((await db.maybe(othersOfCookie, [actor.sessionId])) === null) cookies.clear('portal');
    return null;
  },

  async getDeviceKey({ db, params }) {
    const device = await db.maybe(touchDevice, [params.userId, params.deviceId]);
    if (device === null) throw notFound();
    return keyOf(device.key);
  },

  async putDeviceKey({ tx, actor, params, body }) {
    const made = await tx(async (within) => {
      const row = await within.one(makeDevice, [params.userId, params.deviceId, body.name, randomBytes(32)]);
      if (row.isNew === true) await audit(within, { type: 'device.added', actor, patientId: actor.patientId, facilityId: actor.facilityId });
      return row;
    });
    return keyOf(made.key);
  },

  async deleteDeviceKey({ tx, actor, params }) {
    await tx(async (within) => {
      if ((await within.run(revokeDevice, [params.userId, params.deviceId])) > 0) await audit(within, { type: 'device.revoked', actor, patientId: actor.patientId, facilityId: actor.facilityId });
    });
    return null;
  },

  async listDevices({ db, params }) {
    return db.many(findDevices, [params.userId]);
  },
});

