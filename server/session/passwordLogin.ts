import { FacilityId, PatientId, type Role, type Token, UserId, keepsPasswordRules } from '@portal/api';
import * as v from 'valibot';
import { isGuessable } from '../credentials/guessablePassword.ts';
import { browserHash, failureKeys } from '../credentials/knownBrowsers.ts';
import { type FailureKeys, checkAddress, passOrLocked, refuseFailure } from '../credentials/loginFailures.ts';
import { slowNewBrowser } from '../credentials/newBrowserWait.ts';
import { findAccountByName, passwordRules, personalWords, replacePassword } from '../credentials/passwords.ts';
import { noteSignInPlace } from '../credentials/signInPlace.ts';
import { type AccountServices, ClosedBecause, beginSession, browserCookie, closedWith } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import type { Cookies, Handlers, RequestFacts } from '../http/handler.ts';
import type { Compare } from '../http/secrets.ts';
import { beginPending } from '../secondFactor/pendingSignIns.ts';
import { secondStepNeed, secondStepNeedOfStaff } from '../secondFactor/policy.ts';
import { phoneEndOf } from '../secondFactor/textCodes.ts';
import { holdStanding, tabletAt } from '../tablets/ownTablets.ts';
import { identityAtLogin } from './profileHandlers.ts';

const loginColumns = `u.id as "userId", u.password_hash as "passwordHash", u.first_name || ' ' || u.last_name as name, u.facility_id as "facilityId",
     u.is_kiosk_manager as "isKioskManager", u.is_password_update_required as "mustChange", p.id as "patientId",
     exists (select from current_representatives l where l.user_id = u.id) as represents, u.closed_because as "closedBecause",
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"`;
const loginTables = 'users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id';
const Login = v.object({
  userId: UserId,
  passwordHash: v.string(),
  name: v.string(),
  facilityId: FacilityId,
  isKioskManager: v.boolean(),
  mustChange: v.boolean(),
  patientId: v.nullable(PatientId),
  represents: v.boolean(),
  closedBecause: v.nullable(ClosedBecause),
  subscriptionOver: v.boolean(),
});
export type Login = v.InferOutput<typeof Login>;

const findLogin = statement(
  'session.findLogin',
  `select ${loginColumns} from ${loginTables} where lower(u.username) = lower($username) and (u.disabled_at is null or u.closed_because is not null)`,
  Login,
);
/** The same for an account whose password was right a moment ago. */
export const findLoginOf = statement(
  'session.findLoginOf',
  `select ${loginColumns} from ${loginTables} where u.id = $userId and u.username is not null and u.disabled_at is null`,
  Login,
);

/** Holds a password until the session has begun, so that whoever changes it meanwhile waits and then ends that session; null: it is another by now. */
const keepPassword = statement(
  'session.keepPassword',
  'select 1 as one from users where id = $userId and password_hash = $passwordHash for share',
);

type TokenContext = Parameters<Handlers['requestToken']>[0];

/** Whether this is the account of a representative whose access has ended for every patient. */
const actsForNobody = ({
  isKioskManager,
  patientId,
  represents,
}: Readonly<{ isKioskManager: boolean; patientId: PatientId | null; represents: boolean }>): boolean =>
  !isKioskManager && patientId === null && !represents;

/** Whether an account gets in at the kiosk's address, where staff sign in, or at the portal's, where everybody else does. */
export const fitsSurface = (
  { isKioskManager, patientId, represents }: Pick<Login, 'isKioskManager' | 'patientId' | 'represents'>,
  asManager: boolean,
): boolean => (asManager ? isKioskManager : patientId !== null || represents);

interface TabletContext {
  readonly cookies: Cookies;
  readonly refuse: (code: 'tablet_not_set_up') => Error;
}

/** The tablet on which staff of a facility sign in; null if it is not set up and need not be. */
export async function requireTablet(
  db: Db,
  { cookies, refuse }: TabletContext,
  facilityId: FacilityId,
): Promise<number | null> {
  const { standing, tabletId } = await tabletAt(db, cookies, facilityId);
  if (standing === 'notSetUp') throw refuse('tablet_not_set_up');
  return tabletId;
}

/** The same for a session that begins in this transaction. */
export async function holdTablet(tx: Db, context: TabletContext, facilityId: FacilityId): Promise<number | null> {
  await holdStanding(tx, facilityId, await requireTablet(tx, context, facilityId));
  return requireTablet(tx, context, facilityId);
}

type Opening = Pick<RequestFacts, 'surface' | 'device' | 'origins'> & { readonly cookies: Cookies };

/** Begins the session of a sign-in that has proved all it must; gives the hash of the browser's own cookie with it. */
export async function openSession(
  tx: Db,
  context: Opening,
  services: AccountServices,
  login: Login,
  { asManager = false, tabletId = null }: { readonly asManager?: boolean; readonly tabletId?: number | null } = {},
): Promise<{ readonly token: Token; readonly browser: Buffer }> {
  const cookie = await browserCookie(tx, context.cookies, context.surface);
  const browser = await noteSignInPlace(tx, context, services, login.userId);
  const subject = {
    userId: login.userId,
    role: roleOf(login, asManager),
    loginType: asManager ? ('patientKioskManagement' as const) : ('userNamePassword' as const),
    facilityId: login.facilityId,
    patientId: asManager ? null : login.patientId,
    name: login.name,
  };
  const identity = await identityAtLogin(tx, subject);
  const token = await beginSession(tx, services, subject, context, cookie, { tabletId });
  return { token: { ...token, ...identity }, browser };
}

/** The role in which somebody signs in. */
export const roleOf = ({ patientId }: Pick<Login, 'patientId'>, asManager: boolean): Role =>
  asManager ? 'kioskManager' : patientId === null ? 'representative' : 'patient';

interface PasswordLogin {
  readonly username: string;
  readonly password: string;
  readonly keys: FailureKeys;
  readonly matches: Compare;
}

/**
 * Signs in with a username and a password, or refuses because a second step follows; staff at the kiosk's address, everybody else at the
 * portal's.
 */
export async function signInByPassword(
  context: TokenContext,
  services: AccountServices,
  username: string,
  password: string,
) {
  const keys = await failureKeys(context, username);
  const lane = await slowNewBrowser(context.db, keys, services.newBrowserWaitMs);
  return services.passwords.inTurn(
    keys.source,
    (matches) => checkPassword(context, services, { username, password, keys, matches }),
    lane,
  );
}

async function checkPassword(
  context: TokenContext,
  services: AccountServices,
  { username, password, keys, matches }: PasswordLogin,
) {
  const { name, source } = keys;
  const { db, surface, headers, refuse } = context;
  await checkAddress(db, source, services.addressFailures);
  const isKiosk = surface === 'kiosk';
  // Checked before anything is looked up: nobody may try passwords on a tablet on which the kiosk does not open.
  if (isKiosk) await requireTablet(db, context, await facilityIdOfHost(db, context.host));
  const login = await db.maybe(findLogin, { username: username.trim() });
  const asManager = headers['portal-type'] === 'kioskManagement';
  const right = await matches(password, login?.passwordHash ?? null);
  // At the other address, the answer is that of a wrong password.
  const fitsDoor =
    asManager === isKiosk && login !== null && login.closedBecause === null && fitsSurface(login, asManager);
  if (
    right &&
    login !== null &&
    !asManager &&
    surface === 'portal' &&
    (login.closedBecause !== null || actsForNobody(login))
  ) {
    await context.tx((tx) => passOrLocked(tx, name, refuse));
    throw refuse(login.closedBecause === null ? 'access_ended' : closedWith[login.closedBecause]);
  }
  if (!right || !fitsDoor || login === null) return refuseFailure(context, keys, refuse('invalid_grant'));
  const done = await context.tx(async (tx) => {
    await passOrLocked(tx, name, refuse);
    if (!(await tx.has(keepPassword, login))) throw refuse('invalid_grant');
    const tabletId = isKiosk ? await holdTablet(tx, context, login.facilityId) : null;
    if (login.subscriptionOver) throw refuse('invalid_subscription');
    if (login.mustChange) throw refuse('password_change_required');
    const needs = asManager
      ? await secondStepNeedOfStaff(tx, login.userId)
      : await secondStepNeed(tx, login.userId, browserHash(context));
    if (needs !== null) {
      const textsTo = needs === 'code' && !asManager ? await phoneEndOf(tx, login.userId) : null;
      const pending = await beginPending(tx, login.userId, needs);
      return { pending, needs, ...(textsTo === null ? {} : { textsTo }) };
    }
    return openSession(tx, context, services, login, { asManager, tabletId });
  });
  if ('pending' in done) throw refuse('second_step_required', done);
  return done.token;
}

/** Changes a password that the facility has marked as to be changed, before a session begins. */
export async function changeAtLogin(
  context: Parameters<Handlers['changePasswordAtLogin']>[0],
  services: AccountServices,
  keys: FailureKeys,
  matches: Compare,
): Promise<void> {
  const { name, source } = keys;
  const { body, db, refuse } = context;
  await checkAddress(db, source, services.addressFailures);
  if (body.newPassword !== body.confirmPassword) throw refuse('confirm_mismatch');
  if (!keepsPasswordRules(passwordRules, body.newPassword) || body.newPassword.length > 1000)
    throw refuse('password_rules');
  const account = await db.maybe(findAccountByName, { userName: body.userName.trim() });
  const right = await matches(body.oldPassword, account?.passwordHash ?? null);
  const wrong = refuse('invalid_old_password');
  if (!right || account === null) return refuseFailure(context, keys, wrong);
  if (isGuessable(body.newPassword, body.userName, personalWords(account))) throw refuse('password_guessable');
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
