import { logOff, type LoginType, requestToken, type UserProfile } from '@portal/api';
import { failureOf, statusOf } from './errors.ts';
import { send, sendWith } from './http.ts';

const logoffEvents = {
  userNamePassword: 'logoffauditevent',
  singleSignOn: 'ssologoffauditevent',
  patientKioskManagement: 'kiosklogoffauditevent',
  patientKioskUser: 'kiosklogoffauditevent',
  patientLinkUser: 'urllinklogoffauditevent',
} as const satisfies Record<LoginType, string>;

/** Longest life of a token, in milliseconds. Later there is nothing left to end. */
const reconnectBound = 12 * 60 * 60 * 1000;

const reconnection = () =>
  new Promise<void>((resolve) => {
    const heard = new AbortController();
    const done = () => {
      clearTimeout(timer);
      heard.abort();
      resolve();
    };
    const timer = setTimeout(done, 30_000);
    window.addEventListener('online', done, { signal: heard.signal });
  });

const isWorthRetrying = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.kind === 'offline' || (failure?.kind === 'refused' && failure.status === 401);
};

/** Ends the session on the server with tokens that this tab no longer uses; retries at each reconnection while they could live. */
export async function endOnServer(
  held: { access: string; refresh: string },
  userId: UserProfile['userId'],
  loginType: LoginType,
  revoke: ((accessToken: string) => Promise<void>) | null,
): Promise<void> {
  let { access, refresh } = held;
  let revoked = revoke === null;
  const body = { auditEventType: logoffEvents[loginType] };
  const deadline = performance.now() + reconnectBound;
  while (performance.now() < deadline) {
    try {
      if (!revoked && revoke)
        await revoke(access).catch((error: unknown) => {
          if (isWorthRetrying(error)) throw error;
        });
      revoked = true;
      await sendWith(access, logOff, { params: { userId }, body, keepalive: true });
      return;
    } catch (error) {
      if (failureOf(error)?.kind === 'offline') {
        await reconnection();
        continue;
      }
      if (statusOf(error) !== 401) return;
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

type Revoke = (accessToken: string) => Promise<void>;

/** Wraps `revoke` with a promise that resolves when the server answered or is out of reach. Retries after an expired access token. */
export function whenFirstTried(revoke: Revoke | null): {
  readonly revoke: Revoke | null;
  readonly done: Promise<void>;
} {
  if (revoke === null) return { revoke, done: Promise.resolve() };
  let tried = () => undefined as void;
  const done = new Promise<void>((resolve) => {
    tried = resolve;
  });
  return {
    done,
    revoke: async (accessToken) => {
      try {
        await revoke(accessToken);
      } catch (error) {
        if (statusOf(error) === 401) throw error;
        tried();
        throw error;
      }
      tried();
    },
  };
}
