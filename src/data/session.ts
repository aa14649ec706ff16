import { type CalendarDate, logOff, type LoginType, type PatientId, requestToken, type Token, type UserProfile } from '@portal/api';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { showMessage } from '../words/index.ts';
import { config } from './config.ts';
import { failureOf, messageFor, type ShownMessage } from './errors.ts';
import { send, sendWith, setAnswerWithoutTokens, tokens } from './http.ts';
import { adoptIdentity, currentProfile, forgetIdentity, type Identity, loadIdentity, subscribeToIdentity } from './profile.ts';
import { browserTabs, type TabChannel } from './tabs.ts';

export { watchInactivity, type InactivityWatch } from './inactivity.ts';

/** The ways in (specification 1, section 6). */
export type SignIn =
  | { readonly kind: 'password'; readonly username: string; readonly password: string; readonly portalType: 'patientPortal' | 'kioskManagement' }
  | { readonly kind: 'kioskPatient'; readonly patientId: PatientId; readonly data: string }
  | { readonly kind: 'link'; readonly patientId: PatientId; readonly data: string; readonly lastName: string; readonly birthDate: CalendarDate }
  | { readonly kind: 'singleSignOn'; readonly ssoId: string };

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly profile: UserProfile }
  /** On to `/update-password`; nobody is signed in yet. */
  | { readonly kind: 'passwordChangeRequired' }
  | { readonly kind: 'failed'; readonly message: ShownMessage };

export interface Session {
  readonly loginType: LoginType;
  /** Null after a reload until the profile is there: session storage does not say who the person is. */
  readonly userName: string | null;
  /** `offline`: the vault is open and there are no tokens; only questionnaires can be worked on. */
  readonly mode: 'online' | 'offline';
}

/** `asked`: the person logged out. `inactive`: locked. `ended`: the server refused to go on. `elsewhere`: another tab did it. */
export type SessionEnd = 'asked' | 'inactive' | 'ended' | 'elsewhere';
export type SessionEndListener = (reason: SessionEnd, loginType: LoginType) => void;

/** What the portal does with the device's vault around a session; the kiosk has none. */
export interface DeviceKeeper {
  /** After a sign-in: opens or makes the vault. `password` is null where there is none to wrap with. */
  signedIn(identity: Identity, credentials: { readonly username: string; readonly password: string } | null): Promise<void>;
  /** Before a session ends: what is being typed becomes durable while keys are still there. */
  settle(): Promise<void>;
  /** Keys and decrypted data leave memory; ciphertext stays. */
  lock(): Promise<void>;
  /** Key wraps first, then data. `vaultId` names the vault that the session remembers when it is not open. */
  shred(vaultId: string | null): Promise<void>;
  /** How to have this device's key destroyed on the server, or null where there is none. */
  revoke(): ((accessToken: string) => Promise<void>) | null;
}

let keeperSource: (() => Promise<DeviceKeeper>) | null = null;
let loadedKeeper: DeviceKeeper | null = null;

/** Says who keeps things on the device; the portal's `startPortalData` does. */
export const setDeviceKeeper = (source: () => Promise<DeviceKeeper>): void => { keeperSource = source; };

/** The keeper itself, once its code is there. */
export const registerDeviceKeeper = (keeper: DeviceKeeper): void => { loadedKeeper = keeper; };

const sessionListeners = new Set<() => void>();
const endListeners = new Set<SessionEndListener>();
const startListeners = new Set<() => void>();
let offlineSession: { readonly userName: string } | null = null;
let typedUserName: string | null = null;
let snapshot: Session | null = null;
/** Of the session of the moment or the one before: while one ends there is none to look at any more. */
let latestLoginType: LoginType = 'userNamePassword';
let leaving: Promise<void> | null = null;

function read(): Session | null {
  const held = tokens().current();
  const userName = currentProfile()?.userName ?? typedUserName ?? offlineSession?.userName ?? null;
  if (held) return { loginType: held.loginType, userName, mode: 'online' };
  return offlineSession ? { loginType: 'userNamePassword', userName, mode: 'offline' } : null;
}

/** The same object while nothing of it changes. */
function look(): Session | null {
  const next = read();
  if (next) latestLoginType = next.loginType;
  const same = next === null || snapshot === null ? next === snapshot : next.loginType === snapshot.loginType && next.userName === snapshot.userName && next.mode === snapshot.mode;
  if (!same) snapshot = next;
  return snapshot;
}

function publish(): void {
  look();
  for (const listener of sessionListeners) listener();
}

/** The session of the moment, or null when nobody is signed in. */
export function currentSession(): Session | null {
  start();
  return look();
}

function subscribe(listener: () => void): () => void {
  sessionListeners.add(listener);
  return () => sessionListeners.delete(listener);
}

/** The session of the moment, for components. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, currentSession, currentSession);

/** Calls back when the session of this tab ends, after everything of it is gone. Returns the way to stop. */
export function onSessionEnd(listener: SessionEndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Calls back after each sign-in, online or offline. Returns the way to stop. */
export function onSessionStart(listener: () => void): () => void {
  startListeners.add(listener);
  return () => startListeners.delete(listener);
}

/** Where a session of this kind ends (specification 1, section 4). */
export function logoutPath(loginType: LoginType): '/login' | '/ssoLogout' | '/kioskLogin' {
  switch (loginType) {
    case 'singleSignOn': return '/ssoLogout';
    case 'patientKioskManagement':
    case 'patientKioskUser': return '/kioskLogin';
    case 'patientLinkUser':
    case 'userNamePassword': return '/login';
  }
}

// ---- other tabs

const TabMessage = v.object({ kind: v.literal('signedOut'), family: v.nullable(v.string()), userId: v.nullable(v.number()) });
let channel: TabChannel | null = null;
let started = false;

/** Listens to the other tabs and to the end of the tokens; safe to call again. */
function start(): void {
  if (started) return;
  started = true;
  tokens().onEnded(() => { void leave('ended'); });
  subscribeToIdentity(publish);
  channel = browserTabs.channel(`vestibule.${config().surface}`, (data) => {
    const parsed = v.safeParse(TabMessage, data);
    if (!parsed.success || read() === null) return;
    const { family, userId } = parsed.output;
    const profile = currentProfile();
    const held = tokens().current();
    const sister = family !== null && held?.family === family;
    if (!sister && (userId === null || profile?.userId !== userId)) return;
    // A tab with a sign-in of its own ends that one as well.
    const left = sister ? null : tokens().forget();
    if (left && profile && held) void endOnServer(left, profile, held.loginType, null);
    void leave('elsewhere');
  });
}

// ---- ways in

function loginTypeOf(way: SignIn): LoginType {
  switch (way.kind) {
    case 'password': return way.portalType === 'kioskManagement' ? 'patientKioskManagement' : 'userNamePassword';
    case 'kioskPatient': return 'patientKioskUser';
    case 'link': return 'patientLinkUser';
    case 'singleSignOn': return 'singleSignOn';
  }
}

const emptyPassword = { grant_type: 'password', username: '', password: '' } as const;

function ask(way: SignIn): Promise<Token> {
  switch (way.kind) {
    case 'password':
      return send(requestToken, { headers: { 'portal-type': way.portalType }, body: { grant_type: 'password', username: way.username, password: way.password } });
    case 'kioskPatient':
      return send(requestToken, { headers: { 'logon-process': 'patientKioskUser', 'patient-id': String(way.patientId), 'link-data': way.data }, body: emptyPassword });
    case 'link':
      return send(requestToken, {
        headers: {
          'portal-type': 'patientPortal',
          'logon-process': 'patientLinkUser',
          'patient-id': String(way.patientId),
          'link-data': way.data,
          // Headers carry Latin-1 alone; a name may be written in any script.
          'last-name': encodeURIComponent(way.lastName),
          'birth-date': way.birthDate,
        },
        body: emptyPassword,
      });
    case 'singleSignOn':
      return send(requestToken, { headers: { 'portal-type': 'patientPortal', 'logon-process': 'singleSignOn', 'sso-id': way.ssoId }, body: emptyPassword });
  }
}

const unspecified: ShownMessage = { code: 'unspecified', values: {} };

function failed(error: unknown): SignInOutcome {
  const failure = failureOf(error);
  if (failure?.kind === 'refused' && failure.body.error === 'password_change_required') return { kind: 'passwordChangeRequired' };
  return { kind: 'failed', message: (failure && messageFor(requestToken, failure)) ?? unspecified };
}

/** Takes tokens into use, loads who it is, and opens the vault in the background. */
async function begin(token: Token, loginType: LoginType, credentials: { username: string; password: string } | null): Promise<SignInOutcome> {
  start();
  forgetIdentity();
  offlineSession = null;
  setAnswerWithoutTokens('sessionEnded');
  typedUserName = credentials?.username ?? null;
  tokens().adopt(token, loginType);
  try {
    const identity = await loadIdentity();
    publish();
    if (keeperSource && (loginType === 'userNamePassword' || loginType === 'singleSignOn')) openDevice(identity, credentials);
    for (const listener of startListeners) listener();
    return { kind: 'signedIn', profile: identity.profile };
  } catch (error) {
    tokens().forget();
    forgetIdentity();
    typedUserName = null;
    publish();
    return failed(error);
  }
}

/** What the device keeps must never keep anyone from signing in: without it the portal works, and says what is not saved. */
function openDevice(identity: Identity, credentials: { username: string; password: string } | null): void {
  const source = keeperSource;
  if (!source) return;
  source().then((keeper) => keeper.signedIn(identity, credentials)).catch(() => undefined);
}

/**
 * Signs in. Never rejects: what went wrong comes back as the message to show (specification 1, section 8).
 */
export async function signIn(way: SignIn): Promise<SignInOutcome> {
  try {
    const token = await ask(way);
    return await begin(token, loginTypeOf(way), way.kind === 'password' && way.portalType === 'patientPortal' ? { username: way.username, password: way.password } : null);
  } catch (error) {
    return failed(error);
  }
}

/** Takes tokens that came another way than `/token`: the kiosk manager who is back by PIN. */
export const adoptTokens = (token: Token, loginType: LoginType): Promise<SignInOutcome> => begin(token, loginType, null);

/** A session without tokens over an opened vault (rulings, section 5); the vault's offline unlock calls it. */
export function beginOffline(identity: Identity, vaultId: string): void {
  start();
  // A reload without a network keeps its tokens if they are this same person's; others' must go.
  if (tokens().current()?.vaultId !== vaultId) tokens().forget();
  offlineSession = { userName: identity.profile.userName };
  setAnswerWithoutTokens('offline');
  adoptIdentity(identity);
  publish();
  for (const listener of startListeners) listener();
}

// ---- ways out

const logoffEvents = {
  userNamePassword: 'logoffauditevent',
  singleSignOn: 'ssologoffauditevent',
  patientKioskManagement: 'kiosklogoffauditevent',
  patientKioskUser: 'kiosklogoffauditevent',
  patientLinkUser: 'urllinklogoffauditevent',
} as const satisfies Record<LoginType, string>;

/** The longest that a log-out waits for the server before it shows as done. */
const auditBound = 4_000;
const reconnectBound = 12 * 60 * 60 * 1000;

const within = (bound: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, bound);
    work.catch(() => undefined).finally(() => { clearTimeout(timer); resolve(); });
  });

const reconnection = () =>
  new Promise<void>((resolve) => {
    const done = () => { clearTimeout(timer); window.removeEventListener('online', done); resolve(); };
    const timer = setTimeout(done, 30_000);
    window.addEventListener('online', done);
  });

const isWorthRetrying = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.kind === 'offline' || (failure?.kind === 'refused' && failure.status === 401);
};

/**
 * Ends the session on the server with tokens that this tab no longer uses, and goes on trying at each reconnection for as
 * long as they could live.
 */
async function endOnServer(held: { access: string; refresh: string }, profile: UserProfile, loginType: LoginType, revoke: ((accessToken: string) => Promise<void>) | null): Promise<void> {
  let { access, refresh } = held;
  let revoked = revoke === null;
  const body = { auditEventType: logoffEvents[loginType] };
  const deadline = performance.now() + reconnectBound;
  while (performance.now() < deadline) {
    try {
      if (!revoked && revoke) await revoke(access).catch((error: unknown) => { if (isWorthRetrying(error)) throw error; });
      revoked = true;
      await sendWith(access, logOff, { params: { userId: profile.userId }, body, keepalive: true });
      return;
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind === 'offline') {
        await reconnection();
        continue;
      }
      if (failure?.kind !== 'refused' || failure.status !== 401) return;
    }
    try {
      const renewed = await send(requestToken, { body: { grant_type: 'refresh_token', refresh_token: refresh } });
      access = renewed.access_token;
      refresh = renewed.refresh_token;
    } catch (error) {
      if (failureOf(error)?.kind !== 'offline') return;
    }
  }
}

/** Everything of the session leaves this tab. */
async function leave(reason: SessionEnd): Promise<void> {
  const loginType = look()?.loginType ?? latestLoginType;
  if (loadedKeeper && reason === 'ended') await within(2_000, loadedKeeper.settle());
  if (loadedKeeper) await within(2_000, loadedKeeper.lock());
  tokens().forget();
  offlineSession = null;
  typedUserName = null;
  setAnswerWithoutTokens('sessionEnded');
  forgetIdentity();
  publish();
  if (reason === 'ended') showMessage('sessiontimeout');
  for (const listener of endListeners) listener(reason, loginType);
}

async function signOutOnce(reason: 'asked' | 'inactive', keepUnsent: boolean): Promise<void> {
  const shreds = reason === 'asked' && !keepUnsent;
  start();
  // Opened by its address, the log-out does not know yet whose session it ends.
  if (currentProfile() === null && tokens().current() !== null) await within(auditBound, loadIdentity());
  const before = read();
  if (!before) return;
  const profile = currentProfile();
  const held = tokens().current();
  const keeper = loadedKeeper ?? (shreds && keeperSource ? await keeperSource().catch(() => null) : null);
  if (keeper) await within(2_000, keeper.settle());
  const revoke = shreds ? keeper?.revoke() ?? null : null;
  const left = tokens().forget();
  // The server hears it first; what is on the device does not wait for the answer.
  const audited = left && profile ? endOnServer(left, profile, before.loginType, revoke) : Promise.resolve();
  channel?.post({ kind: 'signedOut', family: held?.family ?? null, userId: profile?.userId ?? null });
  if (shreds && keeper) await within(auditBound, keeper.shred(held?.vaultId ?? null));
  await within(auditBound, audited);
  await leave(reason);
}

export interface SignOutOptions {
  /** The person chose to keep unsent answers on this device: what it keeps is locked rather than shredded. */
  readonly keepUnsent?: boolean;
}

/**
 * Ends the session. `asked` shreds what the device keeps, key wraps first; `inactive` only locks it. The audit event goes
 * first and nothing waits for it longer than a few seconds; without a connection it follows when there is one. All tabs of
 * the same person end with this one. `ended`: another part found the session over.
 */
export function signOut(reason: 'asked' | 'inactive' | 'ended', options: SignOutOptions = {}): Promise<void> {
  leaving ??= (reason === 'ended' ? leave('ended') : signOutOnce(reason, options.keepUnsent ?? false)).finally(() => { leaving = null; });
  return leaving;
}
