import { LoginType, requestToken, type Token } from '@portal/api';
import * as v from 'valibot';
import { createEvents } from '../words/smallStore.ts';
import { CallError, failureOf, refusalOf } from './errors.ts';
import { randomId } from './randomId.ts';
import type { Tabs } from './tabs.ts';
import { Pair, type TokensEnd, tokenSiblings } from './tokenSiblings.ts';

/** Seconds that are subtracted from the access token's life as the server states it (specification 1, section 9). */
const expiryMargin = 15;
/** Milliseconds that a request waits for a refresh, of this tab or another (rulings, section 3). */
const refreshBound = 30_000;

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
  const siblings = tokenSiblings(tabs, {
    pair: () => session && pairOf(session),
    take: takePair,
    end: (because) => end(false, because),
  });

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
    siblings.join(session.family);
  }

  function leave(): void {
    save(null);
    expiresAt = null;
    siblings.leave();
  }

  function end(tellSiblings: boolean, because: TokensEnd): void {
    if (!session) return;
    if (tellSiblings) siblings.post({ kind: 'ended', because });
    leave();
    ended.emit(because);
  }

  async function refreshInLock(stale: string): Promise<string> {
    if (!session) throw sessionEnded();
    if (session.access !== stale) return session.access;
    await siblings.ask(session.generation);
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
      siblings.post({ kind: 'pair', pair });
      return pair.access;
    } catch (error) {
      const because = refusedBecause(error);
      if (because === null) {
        const kind = failureOf(error)?.kind;
        // Something in front of the facility's server may have answered; then that is the error.
        throw kind === 'sessionEnded' || kind === 'offline' ? error : offline();
      }
      // A sibling tab may have refreshed while this one slept. Then its pair is valid although ours is used up.
      if (session && sameSession()) await siblings.ask(generation);
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
      siblings.join(family);
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
