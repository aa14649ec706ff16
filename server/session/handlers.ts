import {
  CalendarDate,
  FacilityId,
  LanguageCode,
  PatientId,
  UserId,
  includesCapability,
  keepsPasswordRules,
  auditEvents,
} from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { requireActsFor } from '../http/actsFor.ts';
import { type Handlers, notFound, refusal } from '../http/handler.ts';
import { type Compare, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { moduleCalled } from '../facilities/modules.ts';
import type { Subject } from '../subject/subject.ts';
import * as rooms from '../subjects.ts';
import { signInByLink } from './emailedLinks.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { isGuessable } from '../credentials/guessablePassword.ts';
import { takeHandOver } from '../kiosk/handlers.ts';
import { type FailureKeys, failureKeys, rememberBrowser } from '../credentials/knownBrowsers.ts';
import { renewKeptMarker } from '../credentials/keptMarker.ts';
import { checkAddress, passOrLocked, refuseFailure } from '../credentials/loginFailures.ts';
import { holdStanding, tabletAt } from '../tablets/ownTablets.ts';
import { signInByTicket } from './singleSignOn.ts';
import { findAccountByName, passwordRules, replacePassword } from '../credentials/passwords.ts';
import { capabilitiesOf } from '../contacts/representatives.ts';
import {
  type AccountServices,
  type SessionServices,
  beginSession,
  browserCookie,
  endSession,
  endedByAccess,
  familySeconds,
  notePresence,
  rotate,
} from '../credentials/tokens.ts';

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
  | 'reportPresence'
  | 'sendAuditEvent'
  | 'logOff';

const findLogin = statement(
  'session.findLogin',
  `select u.id as "userId", u.password_hash as "passwordHash", u.first_name || ' ' || u.last_name as name, u.facility_id as "facilityId",
     u.is_kiosk_manager as "isKioskManager", u.is_password_update_required as "mustChange", p.id as "patientId",
     exists (select from current_representatives l where l.user_id = u.id) as represents,
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"
   from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id
   where lower(u.username) = lower($username) and u.disabled_at is null`,
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
     array(select l.patient_id from current_representatives l where l.user_id = u.id order by l.created_at, l.patient_id) as represented,
     coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'value', n.value) order by n.name) from user_preferences n where n.user_id = u.id), '[]') as preferences,
     case when u.accepted_terms_version = terms.version then null else (
       select t.content from facility_texts t where t.facility_id = u.facility_id and t.content_key = 'TermsOfUse'
         and t.language in (coalesce(u.language, f.default_language), f.default_language, 'en')
       order by t.language = coalesce(u.language, f.default_language) desc, t.language = f.default_language desc limit 1) end as "termsOfUse",
     case when u.accepted_terms_version is distinct from terms.version then terms.version end as "termsOfUseVersion"
   from users u join facilities f on f.id = u.facility_id cross join lateral terms_version(f.id) as terms(version)
     left join patients p on p.user_id = u.id where u.id = $userId`,
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
const currentTerms = statement(
  'session.currentTerms',
  'select terms_version(facility_id) as version from users where id = $userId',
  v.object({ version: v.string() }),
);
const acceptEula = statement(
  'session.acceptEula',
  'update users set is_eula_accepted = true, accepted_terms_version = $acceptedTermsVersion where id = $userId and accepted_terms_version is distinct from $acceptedTermsVersion',
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
const othersOfCookie = statement(
  'session.othersOfCookie',
  `select 1 as one from sessions mine join sessions other on other.cookie_hash = mine.cookie_hash and other.id <> mine.id
   where mine.id = $sessionId and other.ended_at is null and other.expires_at > now() limit 1`,
  v.object({ one: v.number() }),
);

type TokenContext = Parameters<Handlers['requestToken']>[0];

/** Whether this is the account of a representative whose access has ended for every patient. */
const actsForNobody = ({
  isKioskManager,
  patientId,
  represents,
}: Readonly<{ isKioskManager: boolean; patientId: PatientId | null; represents: boolean }>): boolean =>
  !isKioskManager && patientId === null && !represents;

/** By event type. Events that are not listed here need no description. */
const openedEvents = new Map(
  Object.values<Subject>(rooms).flatMap(({ openedEvent: one }) => (one ? [[one.auditEventType, one] as const] : [])),
);

/** The tablet on which staff of a facility sign in; null if it is not set up and need not be. */
async function requireTablet(
  { db, cookies, refuse }: Pick<TokenContext, 'db' | 'cookies' | 'refuse'>,
  facilityId: FacilityId,
): Promise<number | null> {
  const { standing, tabletId } = await tabletAt(db, cookies, facilityId);
  if (standing === 'notSetUp') throw refuse('tablet_not_set_up');
  return tabletId;
}

/** The same for a session that begins in this transaction. */
async function holdTablet(tx: Db, context: TokenContext, facilityId: FacilityId): Promise<number | null> {
  const within = { ...context, db: tx };
  await holdStanding(tx, facilityId, await requireTablet(within, facilityId));
  return requireTablet(within, facilityId);
}

interface PasswordLogin {
  readonly username: string;
  readonly password: string;
  readonly keys: FailureKeys;
  readonly matches: Compare;
}

async function byPassword(context: TokenContext, services: SessionServices, username: string, password: string) {
  const keys = await failureKeys(context, username);
  return services.passwords.inTurn(keys.source, (matches) =>
    signInByPassword(context, services, { username, password, keys, matches }),
  );
}

async function signInByPassword(
  context: TokenContext,
  services: SessionServices,
  { username, password, keys: { name, source }, matches }: PasswordLogin,
) {
  const { db, surface, headers, refuse } = context;
  await checkAddress(db, source, services.addressFailures);
  const isKiosk = surface === 'kiosk';
  // Checked before anything is looked up: nobody may try passwords on a tablet on which the kiosk does not open.
  if (isKiosk) await requireTablet(context, await facilityIdOfHost(db, context.host));
  const login = await db.maybe(findLogin, { username: username.trim() });
  const asManager = headers['portal-type'] === 'kioskManagement';
  const right = await matches(password, login?.passwordHash ?? null);
  // Staff sign in at the kiosk's address and everybody else at the portal's. At the other one, the answer is that of a wrong password.
  const fitsDoor =
    asManager === isKiosk &&
    login !== null &&
    (asManager ? login.isKioskManager : login.patientId !== null || login.represents);
  if (right && login !== null && !asManager && surface === 'portal' && actsForNobody(login)) {
    await context.tx((tx) => passOrLocked(tx, name, refuse));
    throw refuse('access_ended');
  }
  if (!right || !fitsDoor || login === null) return refuseFailure(context, name, source, refuse('invalid_grant'));
  return context.tx(async (tx) => {
    await passOrLocked(tx, name, refuse);
    const tabletId = isKiosk ? await holdTablet(tx, context, login.facilityId) : null;
    if (login.subscriptionOver) throw refuse('invalid_subscription');
    if (login.mustChange) throw refuse('password_change_required');
    const cookie = await browserCookie(tx, context.cookies, surface);
    await rememberBrowser(tx, context, login.userId);
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
      context,
      cookie,
      { tabletId },
    );
  });
}

async function changeAtLogin(
  context: Parameters<Handlers['changePasswordAtLogin']>[0],
  services: AccountServices,
  { name, source }: FailureKeys,
  matches: Compare,
): Promise<void> {
  const { body, db, refuse } = context;
  await checkAddress(db, source, services.addressFailures);
  if (body.newPassword !== body.confirmPassword) throw refuse('confirm_mismatch');
  if (!keepsPasswordRules(passwordRules, body.newPassword) || body.newPassword.length > 1000)
    throw refuse('password_rules');
  if (isGuessable(body.newPassword, body.userName)) throw refuse('password_guessable');
  const account = await db.maybe(findAccountByName, { userName: body.userName.trim() });
  const right = await matches(body.oldPassword, account?.passwordHash ?? null);
  const wrong = refuse('invalid_old_password');
  if (!right || account === null) return refuseFailure(context, name, source, wrong);
  const newHash = await services.passwords.hash(body.newPassword);
  await context.tx(async (tx) => {
    await passOrLocked(tx, name, refuse);
    if (body.newPassword === body.oldPassword) throw refuse('password_must_be_different');
    const changed = await replacePassword(tx, services, context.origins, {
      account,
      newHash,
      keepSession: null,
      auditType: 'password.changed',
      actor: { userId: account.userId, role: null, name: account.name, sessionId: null },
    });
    if (!changed) throw wrong;
  });
}

/** Signing in, and everything about one's own account. */
export const sessionHandlers = (services: AccountServices): Pick<Handlers, SessionCalls> => ({
  async requestToken(context) {
    const { body, headers, surface, cookies, refuse } = context;
    if (surface === 'portal') renewKeptMarker(cookies);
    if (body.grant_type === 'refresh_token') {
      const cookie = cookies.get(surface);
      const pair = await context.tx((tx) => rotate(tx, services, body.refresh_token, context, cookie));
      if (pair === null)
        throw refuse((await endedByAccess(context.db, body.refresh_token)) ? 'access_ended' : 'invalid_grant');
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
  },

  async getCapabilities({ db, actor, query }) {
    const { patientId } = query;
    if (patientId !== undefined) await requireActsFor(db, actor, patientId);
    return capabilitiesOf(db, actor, patientId ?? null);
  },

  async getPatient({ db, actor, params }) {
    const patient = await db.maybe(findPatient, { patientId: params.patientId });
    if (patient === null) throw notFound();
    // A representative needs to know whom they act for, but not the address and email.
    return params.patientId === actor.patientId ? patient : { ...patient, emailAddress: null, address: nowhere };
  },

  async acceptTerms({ tx, actor, body, refuse }) {
    const [first] = body;
    await tx(async (within) => {
      const { version } = await within.one(currentTerms, { userId: actor.userId });
      if (first.op === 'test' && first.value !== version) throw refuse('terms_changed');
      if ((await within.run(acceptEula, { userId: actor.userId, acceptedTermsVersion: version })) > 0)
        await audit(within, {
          type: 'terms.accepted',
          actor,
          patientId: actor.patientId,
          facilityId: actor.facilityId,
        });
    });
    return null;
  },

  async getPasswordRules() {
    const { minimumLength, numOfCapitalLetters, numOfNumbers, numOfSpecialCharacters } = passwordRules;
    return {
      ...passwordRules,
      minLength: minimumLength,
      capitalLetters: numOfCapitalLetters,
      numbers: numOfNumbers,
      specialCharacters: numOfSpecialCharacters,
    };
  },

  async changePasswordAtLogin(context) {
    const keys = await failureKeys(context, context.body.userName);
    await services.passwords.inTurn(keys.source, (matches) => changeAtLogin(context, services, keys, matches));
    services.mailer.wake();
    return null;
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

  async reportPresence({ db, actor }) {
    await notePresence(db, actor.sessionId);
    return null;
  },

  async sendAuditEvent({ db, actor, body }) {
    if (!Object.hasOwn(auditEvents, body.auditEventType)) throw refusal('bad_request');
    const { section } = auditEvents[body.auditEventType];
    await requireActsFor(db, actor, body.patientId, section && { section, right: 'read' });
    // An older page may still report an event of a module that is off. It is refused, as that module's pages are.
    const module = section && moduleCalled(section);
    if (module && !includesCapability(await capabilitiesOf(db, actor, body.patientId), module)) throw notFound();
    await audit(db, {
      type: `client.${body.auditEventType}`,
      actor,
      patientId: body.patientId,
      facilityId: actor.facilityId,
      detail: (await openedEvents.get(body.auditEventType)?.describe(db, body)) ?? {},
    });
    return null;
  },

  async logOff(context) {
    const { tx, db, actor, body, cookies, surface } = context;
    if (body.patientId !== undefined) await requireActsFor(db, actor, body.patientId);
    await tx(async (within) => {
      if (await endSession(within, actor.sessionId, 'logged_off')) {
        await audit(within, {
          type: 'session.ended',
          actor,
          patientId: body.patientId ?? actor.patientId,
          facilityId: actor.facilityId,
          detail: { event: body.auditEventType },
        });
      }
    });
    // The changed cookie keeps the browser from restoring the kiosk's last page from its back-forward cache.
    if (surface === 'kiosk') cookies.set('kiosk', newSecret(), { maxAge: familySeconds });
    else if ((await db.maybe(othersOfCookie, { sessionId: actor.sessionId })) === null) cookies.clear('portal');
    return null;
  },
});
