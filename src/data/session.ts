import type { LoginType, Token } from '@portal/api';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { smallStore } from '../browser/smallStore.ts';
import { showMessage } from '../words/index.ts';
import { createEvents } from '../words/smallStore.ts';
import { config } from './config.ts';
import { deviceKeeperSource, loadedDeviceKeeper, openDevice } from './deviceKeeper.ts';
import { endOnServer, whenFirstTried } from './endOnServer.ts';
import { setAnswerWithoutTokens, tokens } from './http.ts';
import { waitAtMost } from './pause.ts';
import { adoptIdentity, currentProfile, forgetIdentity, loadIdentity, subscribeToIdentity } from './profile.ts';
import type { Identity } from './identity.ts';
import { remembered } from './remembered.ts';
import { failedSignIn, type SignInOutcome, nextSignInStep } from './signInOutcome.ts';
import { loginTypeOf, requestTokenFor, type SignIn } from './signInRequest.ts';
import { browserTabs, type TabChannel } from './tabs.ts';
import type { TokensEnd } from './tokenSiblings.ts';
import { noteTypedUserName, typedUserName } from './typedUserName.ts';

interface Session {
  readonly loginType: LoginType;
  /** Null after a reload until the profile is loaded, because session storage does not say who the person is. */
  readonly userName: string | null;
  /** `offline`: the vault is open and there are no tokens, so only questionnaires can be worked on. */
  readonly mode: 'online' | 'offline';
}

/**
 * `asked`: the person logged out. `inactive`: locked. `ended`: the server refused to continue. `elsewhere`: another tab ended it.
 * `replaced`: somebody signed in over it, and the sign-in decides which page follows.
 */
type SessionEnd = 'asked' | 'inactive' | 'ended' | 'elsewhere' | 'replaced';
export type SessionEndListener = (reason: SessionEnd, loginType: LoginType) => void;

const shown = smallStore<Session | null>(null);
const ended = createEvents<Parameters<SessionEndListener>>();
const begun = createEvents();
const signOutsHeard = createEvents<[userId: number]>();
let offlineSession: { readonly userName: string } | null = null;
let snapshot: Session | null = null;
/** Login type of the current session or the one before it, because an ending session can no longer be looked up. */
let latestLoginType: LoginType = 'userNamePassword';
let leaving: Promise<void> | null = null;
/** Ends of this tab's session that are under way. */
let endings = 0;

function read(): Session | null {
  const held = tokens().current();
  const userName = currentProfile()?.userName ?? typedUserName() ?? offlineSession?.userName ?? null;
  if (held) return { loginType: held.loginType, userName, mode: 'online' };
  return offlineSession ? { loginType: 'userNamePassword', userName, mode: 'offline' } : null;
}

/** The same object while nothing of it changes. */
function look(): Session | null {
  const next = read();
  if (next) latestLoginType = next.loginType;
  const same =
    next === null || snapshot === null
      ? next === snapshot
      : next.loginType === snapshot.loginType && next.userName === snapshot.userName && next.mode === snapshot.mode;
  if (!same) snapshot = next;
  return snapshot;
}

const publish = (): void => shown.set(look());

/** The current session, or null when nobody is signed in. */
export function currentSession(): Session | null {
  start();
  return look();
}

export const useSession = (): Session | null => useSyncExternalStore(shown.subscribe, currentSession, currentSession);

/** Calls back when this tab's session has ended and everything of it is gone. Returns the function that stops it. */
export const onSessionEnd = ended.on;

/** Calls back after each sign-in, online or offline. Returns the function that stops it. */
export const onSessionStart = begun.on;

/** True from the first moment of an ending session. From then on nothing of it may reach another tab. */
export const isSessionEnding = (): boolean => leaving !== null || endings > 0;

/** Calls back when another tab says that somebody's session is over, also while this tab has none. Returns the function that stops it. */
export const onSignOutHeard = signOutsHeard.on;

// ---- other tabs

const TabMessage = v.object({
  kind: v.literal('signedOut'),
  family: v.nullable(v.string()),
  userId: v.nullable(v.number()),
  /** Only for tabs that were unlocked here without tokens; tabs with a sign-in of their own stay. */
  isUnlockOnly: v.optional(v.boolean(), false),
});
let channel: TabChannel | null = null;
let started = false;

/** Listens to the other tabs and to the end of the tokens. Safe to call again. */
function start(): void {
  if (started) return;
  started = true;
  tokens().onEnded((because) => {
    void leave('ended', because);
  });
  subscribeToIdentity(publish);
  channel = browserTabs.channel(`vestibule.${config().surface}`, (data) => {
    const parsed = v.safeParse(TabMessage, data);
    if (!parsed.success) return;
    const { family, userId, isUnlockOnly } = parsed.output;
    if (userId !== null) signOutsHeard.emit(userId);
    const held = tokens().current();
    if (read() === null || (isUnlockOnly && held !== null)) return;
    const profile = currentProfile();
    const isSibling = family !== null && held?.family === family;
    if (!isSibling && (userId === null || profile?.userId !== userId)) return;
    // This tab has a sign-in of its own, which ends on the server too.
    const left = isSibling ? null : tokens().forget();
    if (left && profile && held) void endOnServer(left, profile.userId, held.loginType, null);
    void leave('elsewhere');
  });
}

/** Ends the person's session in every tab that was unlocked here without the server, because they may no longer see what it showed. */
export function endUnlockedTabs(userId: number): void {
  channel?.post({ kind: 'signedOut', family: null, userId, isUnlockOnly: true });
}

// ---- ways in

/**
 * Ends the session over which somebody signs in, on the server too, so that nothing of it is left for the next person. What is unsent stays
 * on the device, locked.
 */
async function replaceSession(): Promise<void> {
  const before = read();
  if (before === null) return;
  const keeper = loadedDeviceKeeper();
  if (keeper) await waitAtMost(2_000, keeper.settle());
  const held = tokens().current();
  const userId = currentProfile()?.userId ?? remembered()?.userId;
  const left = tokens().forget();
  // A log-off at a kiosk would clear the browser's cookie, which by now belongs to the next session. The server ends a patient's kiosk
  // session by itself.
  if (left && userId !== undefined && config().surface === 'portal')
    void endOnServer(left, userId, before.loginType, null);
  if (held) channel?.post({ kind: 'signedOut', family: held.family, userId: null });
  await leave('replaced');
}

/** Starts a session with these tokens: loads the identity, and opens the vault in the background. */
async function begin(
  token: Token,
  loginType: LoginType,
  credentials: { username: string; password: string } | null,
): Promise<SignInOutcome> {
  start();
  await replaceSession();
  forgetIdentity();
  noteTypedUserName(credentials?.username ?? null);
  tokens().adopt(token, loginType);
  try {
    const identity = await loadIdentity(false, token.identity);
    publish();
    if (loginType === 'userNamePassword' || loginType === 'singleSignOn') openDevice(identity, credentials);
    begun.emit();
    return { kind: 'signedIn', profile: identity.profile };
  } catch (error) {
    tokens().forget();
    forgetIdentity();
    noteTypedUserName(null);
    publish();
    return failedSignIn(error);
  }
}

/** Signs in. Never rejects: what went wrong comes back as the message to show (specification 1, section 8). */
export async function signIn(way: SignIn): Promise<SignInOutcome> {
  try {
    const token = await requestTokenFor(way);
    return await begin(
      token,
      loginTypeOf(way),
      way.kind === 'password' && way.portalType === 'patientPortal'
        ? { username: way.username, password: way.password }
        : null,
    );
  } catch (error) {
    return nextSignInStep(way, error) ?? failedSignIn(error);
  }
}

/** Uses tokens that did not come from `/token`: those of a passkey, of a second step, and of the kiosk manager who returns by PIN. */
export const adoptTokens = (
  token: Token,
  loginType: LoginType,
  credentials: { readonly username: string; readonly password: string } | null = null,
): Promise<SignInOutcome> => begin(token, loginType, credentials);

/** A session without tokens over an opened vault (rulings, section 5). The offline unlock of the vault calls it. */
export function beginOffline(identity: Identity, vaultId: string): void {
  start();
  // After a reload without a network, the tokens stay if they belong to this same person; another person's must go.
  if (tokens().current()?.vaultId !== vaultId) tokens().forget();
  offlineSession = { userName: identity.profile.userName };
  setAnswerWithoutTokens('offline');
  adoptIdentity(identity);
  publish();
  begun.emit();
}

// ---- ways out

/** Longest wait for the server in a log-out, in milliseconds, before it shows as done. */
const auditBound = 4_000;
/** Longest wait, in milliseconds, for the server to destroy its key before the device destroys its own. */
const keyBound = 2_000;

/** Removes everything of the session from this tab. */
async function leave(reason: SessionEnd, because: TokensEnd = 'refused'): Promise<void> {
  endings += 1;
  try {
    await leaveNow(reason, because);
  } finally {
    endings -= 1;
  }
}

async function leaveNow(reason: SessionEnd, because: TokensEnd): Promise<void> {
  const loginType = look()?.loginType ?? latestLoginType;
  const keeper = loadedDeviceKeeper();
  const userId = currentProfile()?.userId;
  // Tabs that were unlocked here got their keys from this tab and learn nothing from the server, so this tab ends them.
  if (reason === 'ended' && userId !== undefined) endUnlockedTabs(userId);
  if (keeper && reason === 'ended') await waitAtMost(2_000, keeper.settle());
  if (keeper) await waitAtMost(2_000, keeper.lock());
  tokens().forget();
  offlineSession = null;
  noteTypedUserName(null);
  setAnswerWithoutTokens('sessionEnded');
  forgetIdentity();
  publish();
  if (reason === 'ended') showMessage(because === 'refused' ? 'sessiontimeout' : because);
  ended.emit(reason, loginType);
}

async function signOutOnce(reason: 'asked' | 'inactive', keepUnsent: boolean): Promise<void> {
  const shreds = reason === 'asked' && !keepUnsent;
  start();
  // If the log-out page was opened by its address, it does not know yet whose session it ends.
  if (currentProfile() === null && tokens().current() !== null) await waitAtMost(auditBound, loadIdentity());
  const before = read();
  if (!before) return;
  const profile = currentProfile();
  const held = tokens().current();
  const source = deviceKeeperSource();
  const keeper = loadedDeviceKeeper() ?? (reason === 'asked' && source ? await source().catch(() => null) : null);
  if (keeper) await waitAtMost(2_000, keeper.settle());
  const revoke = reason === 'asked' ? (keeper?.revoke(!shreds) ?? null) : null;
  const left = tokens().forget();
  const firstTry = whenFirstTried(left && profile ? revoke : null);
  const audited =
    left && profile ? endOnServer(left, profile.userId, before.loginType, firstTry.revoke) : Promise.resolve();
  channel?.post({ kind: 'signedOut', family: held?.family ?? null, userId: profile?.userId ?? null });
  if (reason === 'asked' && keeper) {
    const vaultId = held?.vaultId ?? null;
    // The server destroys its key first: without that key, data that the device fails to destroy stays closed. Without a connection nobody
    // waits.
    if (shreds) await waitAtMost(keyBound, firstTry.done);
    if (shreds) await waitAtMost(auditBound, keeper.shred(vaultId));
    else await waitAtMost(auditBound, Promise.all([keeper.endRecords(vaultId), keeper.endNotices(vaultId)]));
  }
  await waitAtMost(auditBound, audited);
  await leave(reason);
}

interface SignOutOptions {
  /** The person chose to keep unsent answers on this device, so its data is locked rather than shredded. */
  readonly keepUnsent?: boolean;
}

/**
 * Ends the session. `asked` shreds the device's data, key wraps first; `inactive` only locks it. The audit event is sent first, and nothing
 * waits for it longer than a few seconds; without a connection it is sent later. All tabs of the same person end with this one. `ended`:
 * another part found that the session is over.
 */
export function signOut(reason: 'asked' | 'inactive' | 'ended', options: SignOutOptions = {}): Promise<void> {
  leaving ??= (reason === 'ended' ? leave('ended') : signOutOnce(reason, options.keepUnsent ?? false)).finally(() => {
    leaving = null;
  });
  return leaving;
}
