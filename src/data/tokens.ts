import { LoginType, requestToken, type Token } from '@portal/api';
import * as v from 'valibot';
import { createEvents } from '../words/smallStore.ts';
import { CallError, failureOf, refusalOf } from './errors.ts';
import { randomId } from './randomId.ts';
import type { TabChannel, Tabs } from './tabs.ts';

/** Seconds that are subtracted from the access token's life as the server states it (specification 1, section 9). */
const expiryMargin = 15;
/** Milliseconds that a request waits for a refresh, of this tab or another (rulings, section 3). */
const refreshBound = 30_000;
/** Milliseconds that a waking tab waits for a sibling tab to hand over a newer pair. */
const peerBound = 300;

const Pair = v.object({ access: v.string(), refresh: v.string(), generation: v.number(), lifetime: v.number() });
type Pair = v.InferOutput<typeof Pair>;

/** The content of session storage. Nothing in it says who the person is. */
const Stored = v.object({
  ...Pair.entries,
  /** Made at sign-in. A duplicated tab has a copy of it, and so shares the tokens. */
  family: v.string(),
  /** Device clock when the answer came. It is used once after a reload, and only to save one request that would be refused. */
  receivedAt: v.number(),
  loginType: LoginType,
  /** Opaque name of the vault of this session's user, once it is known. */
  vaultId: v.nullable(v.string()),
});
type Stored = v.InferOutput<typeof Stored>;

/** Why the tokens are no longer valid: the session is over, or something that the person is told (a code of the message bar). */
const endings = ['refused', 'accessEnded', 'recordsJoined', 'accountJoined', 'patientDied'] as const;
export type TokensEnd = (typeof endings)[number];

const PeerMessage = v.variant('kind', [
  v.object({ kind: v.literal('pair'), pair: Pair }),
  v.object({ kind: v.literal('ask'), generation: v.number() }),
  v.object({ kind: v.literal('nothingNewer') }),
  v.object({ kind: v.literal('ended'), because: v.optional(v.picklist(endings), 'refused') }),
]);
type PeerMessage = v.InferOutput<typeof PeerMessage>;

interface TokenEnvironment {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly storageKey: string;
  readonly tabs: Tabs;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  /** Milliseconds of the device's clock, which may be wrong. */
  readonly wall: () => number;
  refresh(refreshToken: string): Promise<Token>;
}

export interface Tokens {
  current(): { readonly loginType: LoginType; readonly family: string; readonly vaultId: string | null } | null;
  adopt(token: Token, loginType: LoginType): void;
  rememberVault(vaultId: string | null): void;
  /** An access token that has not expired, refreshed if needed; `failed` is one that the server has just refused. */
  usable(failed?: string): Promise<string>;
  /** True while a request needs no refresh first, by this tab's clock. */
  isUsable(): boolean;
  /** Forgets the tokens in this tab and returns what is needed to end the session on the server. */
  forget(): { readonly access: string; readonly refresh: string } | null;
  onEnded(listener: (because: TokensEnd) => void): () => void;
}

/** Milliseconds. A very short life is halved instead, or every request would refresh. */
const lifetimeOf = (token: Token): number => Math.max(token.expires_in - expiryMargin, token.expires_in / 2) * 1000;

const sessionEnded = () => new CallError('requestToken', { kind: 'sessionEnded' });
const offline = () => new CallError('requestToken', { kind: 'offline' });

/** Why the server says that the refresh token is no longer valid; null for any other failure. */
function refusedBecause(error: unknown): TokensEnd | null {
  const failure = failureOf(error);
  if (failure?.kind !== 'refused' || (failure.status !== 400 && failure.status !== 401)) return null;
  const code = refusalOf(requestToken, failure);
  if (code === 'access_ended') return 'accessEnded';
  if (code === 'records_joined') return 'recordsJoined';
  if (code === 'account_joined') return 'accountJoined';
  if (code === 'patient_died') return 'patientDied';
  return code === 'invalid_grant' || code === 'unauthorized' ? 'refused' : null;
}

/**
 * The tokens of one tab and their refresh over all tabs of a family (rulings, section 4): one shared promise in a tab, one Web Lock across
 * tabs, and the new pair sent to the sibling tabs. Only the server's refusal ends the session.
 */
export function createTokens(environment: TokenEnvironment): Tokens {
  const { storage, storageKey, tabs, monotonic, wall } = environment;
  const ended = createEvents<[because: TokensEnd]>();
  let session: Stored | null = null;
  /** On the monotonic clock; null when only the server can tell. */
  let expiresAt: number | null = null;
  let running: Promise<string> | null = null;
  let membership: { readonly family: string; readonly channel: TabChannel; leave(): void } | null = null;
  /** A sibling tab has answered: with a newer pair, or that it has none. */
  const answered = createEvents<[newer: boolean]>();

  function save(next: Stored | null): void {
    session = next;
    // If session storage is full or forbidden, the session is lost at the next reload, but not now.
    try {
      if (next) storage.setItem(storageKey, JSON.stringify(next));
      else storage.removeItem(storageKey);
    } catch {
      /* kept in memory */
    }
  }

  function postToSiblings(message: PeerMessage): void {
    membership?.channel.post(message);
  }

  function hear(data: unknown): void {
    const parsed = v.safeParse(PeerMessage, data);
    if (!parsed.success || !session) return;
    const message = parsed.output;
    switch (message.kind) {
      case 'ask':
        postToSiblings(
          session.generation > message.generation ? { kind: 'pair', pair: pairOf(session) } : { kind: 'nothingNewer' },
        );
        return;
      case 'nothingNewer':
        answered.emit(false);
        return;
      case 'ended':
        end(false, message.because);
        return;
      case 'pair':
        if (message.pair.generation <= session.generation) return;
        takePair(message.pair);
        answered.emit(true);
    }
  }

  const pairOf = ({ access, refresh, generation, lifetime }: Stored): Pair => ({
    access,
    refresh,
    generation,
    lifetime,
  });

  function takePair(pair: Pair): void {
    if (!session) return;
    expiresAt = monotonic() + pair.lifetime;
    save({ ...session, ...pair, receivedAt: wall() });
  }

  function join(family: string): void {
    if (membership?.family === family) return;
    membership?.leave();
    const channel = tabs.channel(`session:${family}`, hear);
    let leave = () => undefined as void;
    const stay = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // A shared lock that this tab holds while it has the tokens, so that the others can count the tabs.
    tabs.locks.hold(`session-tab:${family}`, () => stay, { shared: true }).catch(() => undefined);
    membership = {
      family,
      channel,
      leave: () => {
        leave();
        channel.close();
      },
    };
  }

  function restore(): void {
    let text: string | null = null;
    try {
      text = storage.getItem(storageKey);
    } catch {
      return;
    }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), text ?? '');
    if (!parsed.success) return;
    session = parsed.output;
    const elapsed = wall() - session.receivedAt;
    expiresAt = elapsed < 0 ? null : monotonic() + session.lifetime - elapsed;
    join(session.family);
  }

  function leave(): void {
    save(null);
    expiresAt = null;
    membership?.leave();
    membership = null;
  }

  function end(tellSiblings: boolean, because: TokensEnd): void {
    if (!session) return;
    if (tellSiblings) postToSiblings({ kind: 'ended', because });
    leave();
    ended.emit(because);
  }

  /** Asks the sibling tabs for a newer pair and waits briefly for it. */
  async function askSiblingTabs(generation: number): Promise<void> {
    const siblings = membership ? (await tabs.locks.holders(`session-tab:${membership.family}`)) - 1 : 0;
    if (siblings < 1) return;
    await new Promise<void>((resolve) => {
      let silent = siblings;
      const heard = (newer: boolean) => {
        silent -= 1;
        if (newer || silent <= 0) done();
      };
      // A frozen tab does not answer, so the wait is bounded.
      const timer = setTimeout(() => done(), peerBound);
      const done = () => {
        clearTimeout(timer);
        stopHearing();
        resolve();
      };
      const stopHearing = answered.on(heard);
      postToSiblings({ kind: 'ask', generation });
    });
  }

  async function refreshInLock(stale: string): Promise<string> {
    if (!session) throw sessionEnded();
    if (session.access !== stale) return session.access;
    await askSiblingTabs(session.generation);
    if (!session) throw sessionEnded();
    if (session.access !== stale) return session.access;
    const { refresh, generation, family } = session;
    const sameSession = () => session?.family === family;
    try {
      const token = await environment.refresh(refresh);
      if (!sameSession()) throw sessionEnded();
      const pair: Pair = {
        access: token.access_token,
        refresh: token.refresh_token,
        generation: generation + 1,
        lifetime: lifetimeOf(token),
      };
      takePair(pair);
      postToSiblings({ kind: 'pair', pair });
      return pair.access;
    } catch (error) {
      const because = refusedBecause(error);
      if (because === null) {
        const kind = failureOf(error)?.kind;
        // Something in front of the facility's server may have answered; then that is the error.
        throw kind === 'sessionEnded' || kind === 'offline' ? error : offline();
      }
      // A sibling tab may have refreshed while this one slept. Then its pair is valid although ours is used up.
      if (session && sameSession()) await askSiblingTabs(generation);
      if (session && sameSession() && session.access !== stale) return session.access;
      if (sameSession()) end(true, because);
      throw sessionEnded();
    }
  }

  async function refresh(stale: string): Promise<string> {
    if (!session) throw sessionEnded();
    const signal = AbortSignal.timeout(refreshBound);
    const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(offline())));
    try {
      const name = `session-refresh:${session.family}`;
      return await Promise.race([late, tabs.locks.hold(name, () => refreshInLock(stale), { signal })]);
    } catch (error) {
      throw failureOf(error) ? error : offline();
    }
  }

  restore();

  return {
    current: () => session && { loginType: session.loginType, family: session.family, vaultId: session.vaultId },
    adopt(token, loginType) {
      const family = randomId();
      const lifetime = lifetimeOf(token);
      expiresAt = monotonic() + lifetime;
      save({
        access: token.access_token,
        refresh: token.refresh_token,
        generation: 0,
        lifetime,
        family,
        receivedAt: wall(),
        loginType,
        vaultId: null,
      });
      join(family);
    },
    rememberVault(vaultId) {
      if (session) save({ ...session, vaultId });
    },
    async usable(failed) {
      if (!session) throw sessionEnded();
      const ranOut = expiresAt !== null && monotonic() >= expiresAt;
      if (failed === undefined ? !ranOut : session.access !== failed) return session.access;
      running ??= refresh(session.access).finally(() => {
        running = null;
      });
      return running;
    },
    isUsable: () => session !== null && (expiresAt === null || monotonic() < expiresAt),
    forget() {
      const left = session && { access: session.access, refresh: session.refresh };
      leave();
      return left;
    },
    onEnded: ended.on,
  };
}
