import { LoginType, type Token } from '@portal/api';
import * as v from 'valibot';
import { CallError, failureOf } from './errors.ts';
import { randomId } from './randomId.ts';
import type { TabChannel, Tabs } from './tabs.ts';

/** Seconds by which the access token's life is taken as shorter than the server says (specification 1, section 9). */
const expiryMargin = 15;
/** The longest a request waits for a refresh, its own or another tab's (rulings, section 3). */
const refreshBound = 30_000;
/** How long a waking tab waits for a sister tab to hand over a newer pair. */
const peerBound = 300;

const Pair = v.object({ access: v.string(), refresh: v.string(), generation: v.number(), lifetime: v.number() });
type Pair = v.InferOutput<typeof Pair>;

/** What session storage holds. Nothing in it says who the person is. */
const Stored = v.object({
  ...Pair.entries,
  /** Made at sign-in; a duplicated tab has a copy of it, and so shares the tokens. */
  family: v.string(),
  /** Wall clock at the answer: used once after a reload, and never trusted beyond a saving of one refused request. */
  receivedAt: v.number(),
  loginType: LoginType,
  /** Opaque name of the vault that belongs to this session's user, once it is known. */
  vaultId: v.nullable(v.string()),
});
type Stored = v.InferOutput<typeof Stored>;

const PeerMessage = v.variant('kind', [
  v.object({ kind: v.literal('pair'), pair: Pair }),
  v.object({ kind: v.literal('ask'), generation: v.number() }),
  v.object({ kind: v.literal('nothingNewer') }),
  v.object({ kind: v.literal('ended') }),
]);
type PeerMessage = v.InferOutput<typeof PeerMessage>;

export interface TokenEnvironment {
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
  /** An access token that has not run out, refreshed when it has; `failed` is one that the server has just refused. */
  usable(failed?: string): Promise<string>;
  /** Forgets the tokens in this tab and gives what is needed to end the session on the server. */
  forget(): { readonly access: string; readonly refresh: string } | null;
  onEnded(listener: () => void): () => void;
}

/** Milliseconds; a very short life keeps half of itself, or every request would refresh. */
const lifetimeOf = (token: Token): number => Math.max(token.expires_in - expiryMargin, token.expires_in / 2) * 1000;

const sessionEnded = () => new CallError('requestToken', { kind: 'sessionEnded' });
const offline = () => new CallError('requestToken', { kind: 'offline' });

/** True only for the server's own word that the refresh token is no longer good. */
function isRefusal(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && (failure.status === 400 || failure.status === 401) && (failure.body.error === 'invalid_grant' || failure.body.error === 'unauthorized');
}

/**
 * The tokens of one tab and their refresh over all tabs of a family (rulings, section 4): one shared promise in a tab, one
 * Web Lock across tabs, the new pair told to the sisters. Only the server's refusal ends the session.
 */
export function createTokens(environment: TokenEnvironment): Tokens {
  const { storage, storageKey, tabs, monotonic, wall } = environment;
  const endedListeners = new Set<() => void>();
  let session: Stored | null = null;
  /** On the monotonic clock; null when only the server can tell. */
  let expiresAt: number | null = null;
  let running: Promise<string> | null = null;
  let membership: { readonly family: string; readonly channel: TabChannel; leave(): void } | null = null;
  const heardListeners = new Set<(newer: boolean) => void>();

  function save(next: Stored | null): void {
    session = next;
    // A full or forbidden session storage costs the session at the next reload, not now.
    try {
      if (next) storage.setItem(storageKey, JSON.stringify(next));
      else storage.removeItem(storageKey);
    } catch { /* kept in memory */ }
  }

  function tell(message: PeerMessage): void {
    membership?.channel.post(message);
  }

  function hear(data: unknown): void {
    const parsed = v.safeParse(PeerMessage, data);
    if (!parsed.success || !session) return;
    const message = parsed.output;
    switch (message.kind) {
      case 'ask':
        tell(session.generation > message.generation ? { kind: 'pair', pair: pairOf(session) } : { kind: 'nothingNewer' });
        return;
      case 'nothingNewer':
        for (const listener of heardListeners) listener(false);
        return;
      case 'ended':
        end(false);
        return;
      case 'pair':
        if (message.pair.generation <= session.generation) return;
        takePair(message.pair);
        for (const listener of heardListeners) listener(true);
    }
  }

  const pairOf = ({ access, refresh, generation, lifetime }: Stored): Pair => ({ access, refresh, generation, lifetime });

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
    const stay = new Promise<void>((resolve) => { leave = resolve; });
    // A shared lock, held for as long as this tab has the tokens, tells the others how many they are.
    tabs.locks.hold(`session-tab:${family}`, () => stay, { shared: true }).catch(() => undefined);
    membership = { family, channel, leave: () => { leave(); channel.close(); } };
  }

  function restore(): void {
    let text: string | null = null;
    try { text = storage.getItem(storageKey); } catch { return; }
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

  function end(tellSisters: boolean): void {
    if (!session) return;
    if (tellSisters) tell({ kind: 'ended' });
    leave();
    for (const listener of endedListeners) listener();
  }

  /** Asks the sisters for a newer pair and waits a little for it. */
  async function askSisters(generation: number): Promise<void> {
    const sisters = membership ? (await tabs.locks.holders(`session-tab:${membership.family}`)) - 1 : 0;
    if (sisters < 1) return;
    await new Promise<void>((resolve) => {
      let silent = sisters;
      const heard = (newer: boolean) => {
        silent -= 1;
        if (newer || silent <= 0) done();
      };
      // A frozen tab says nothing: nobody waits for it longer than this.
      const timer = setTimeout(() => done(), peerBound);
      const done = () => { clearTimeout(timer); heardListeners.delete(heard); resolve(); };
      heardListeners.add(heard);
      tell({ kind: 'ask', generation });
    });
  }

  async function refreshInLock(stale: string): Promise<string> {
    if (!session) throw sessionEnded();
    if (session.access !== stale) return session.access;
    await askSisters(session.generation);
    if (!session) throw sessionEnded();
    if (session.access !== stale) return session.access;
    const { refresh, generation, family } = session;
    const sameSession = () => session?.family === family;
    try {
      const token = await environment.refresh(refresh);
      if (!sameSession()) throw sessionEnded();
      const pair: Pair = { access: token.access_token, refresh: token.refresh_token, generation: generation + 1, lifetime: lifetimeOf(token) };
      takePair(pair);
      tell({ kind: 'pair', pair });
      return pair.access;
    } catch (error) {
      if (!isRefusal(error)) throw failureOf(error)?.kind === 'sessionEnded' ? error : offline();
      // A sister may have refreshed while this tab slept: her pair is good although ours is spent.
      if (session && sameSession()) await askSisters(generation);
      if (session && sameSession() && session.access !== stale) return session.access;
      if (sameSession()) end(true);
      throw sessionEnded();
    }
  }

  async function refresh(stale: string): Promise<string> {
    if (!session) throw sessionEnded();
    const bound = new AbortController();
    const timer = setTimeout(() => bound.abort(), refreshBound);
    const late = new Promise<never>((_, reject) => bound.signal.addEventListener('abort', () => reject(offline())));
    try {
      const name = `session-refresh:${session.family}`;
      return await Promise.race([late, tabs.locks.hold(name, () => refreshInLock(stale), { signal: bound.signal })]);
    } catch (error) {
      throw failureOf(error) ? error : offline();
    } finally {
      clearTimeout(timer);
    }
  }

  restore();

  return {
    current: () => session && { loginType: session.loginType, family: session.family, vaultId: session.vaultId },
    adopt(token, loginType) {
      const family = randomId();
      const lifetime = lifetimeOf(token);
      expiresAt = monotonic() + lifetime;
      save({ access: token.access_token, refresh: token.refresh_token, generation: 0, lifetime, family, receivedAt: wall(), loginType, vaultId: null });
      join(family);
    },
    rememberVault(vaultId) {
      if (session) save({ ...session, vaultId });
    },
    async usable(failed) {
      if (!session) throw sessionEnded();
      const ranOut = expiresAt !== null && monotonic() >= expiresAt;
      if (failed === undefined ? !ranOut : session.access !== failed) return session.access;
      running ??= refresh(session.access).finally(() => { running = null; });
      return running;
    },
    forget() {
      const left = session && { access: session.access, refresh: session.refresh };
      leave();
      return left;
    },
    onEnded(listener) {
      endedListeners.add(listener);
      return () => endedListeners.delete(listener);
    },
  };
}
