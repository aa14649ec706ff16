import { getLoginProfile, requestToken, type UserId } from '@portal/api';
import { send, tokens } from '../../../src/data/http.ts';

/** What one tab has observed. */
export interface Seen {
  /** The access tokens that it was given, one per round. */
  readonly tokens: readonly string[];
  /** How often it was told that the session has ended. */
  readonly ended: number;
  /** The user whom the server recognises afterwards. */
  readonly userId: UserId;
}

/** Signs in, in the tab from which the others are copied. */
export async function signIn(username: string, password: string): Promise<void> {
  tokens().adopt(
    await send(requestToken, {
      headers: { 'portal-type': 'patientPortal' },
      body: { grant_type: 'password', username, password },
    }),
    'userNamePassword',
  );
}

const channel = new BroadcastChannel('rounds');
const there = new Map<number, number>();
let wake = (): void => undefined;
channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  there.set(Number(data), (there.get(Number(data)) ?? 0) + 1);
  wake();
});

/** Waits until all tabs have reached the round; every tab has this script before the first round begins. */
async function meet(round: number, tabs: number): Promise<void> {
  channel.postMessage(round);
  while ((there.get(round) ?? 0) < tabs - 1) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  there.delete(round);
}

let ended = 0;
let round = 0;

/** Runs the rounds of one tab. In each, its access token has run out at the same moment as that of the other tabs. */
export async function refreshTogether(rounds: number, tabs: number): Promise<Seen> {
  if (round === 0) {
    tokens().onEnded(() => {
      ended += 1;
    });
  }
  const given: string[] = [];
  let token = await tokens().usable();
  for (const last = round + rounds; round < last;) {
    round += 1;
    await meet(round, tabs);
    token = await tokens().usable(token);
    given.push(token);
  }
  return { tokens: given, ended, userId: (await send(getLoginProfile)).userId };
}

declare global {
  /** The exports of this file, on a page that has its script. */
  // oxlint-disable-next-line no-var -- a global is declared by var alone
  var tokenRounds: { readonly signIn: typeof signIn; readonly refreshTogether: typeof refreshTogether };
}
