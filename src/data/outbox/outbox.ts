import { unsentDrafts } from '../drafts/waitingDrafts.ts';
import { unsentMessages } from '../messages/waitingMessages.ts';
import { currentSession, onSessionEnd } from '../session.ts';
import { browserClock } from '../unsent/clock.ts';
import type { UnsentKind } from '../unsent/kind.ts';
import { followPage } from '../unsent/openings.ts';
import { createRetryTimer } from '../unsent/retryTimer.ts';
import { announceUnsentChanged, pageReleased } from '../unsent/siblingTabs.ts';
import { currentVault, onVaultChange, vaultWhenReady } from '../vault/keeper.ts';

/** Everything that can wait to be sent, in the order of sending. */
const kinds = { questionnaires: unsentDrafts, messages: unsentMessages } satisfies Record<string, UnsentKind>;

let sweeping: Promise<boolean> | null = null;
let sweepingAgain: Promise<boolean> | null = null;
let running: (() => void) | null = null;
const retry = createRetryTimer(browserClock, () => void sweepNow(), { first: 5_000, longest: 120_000 });

async function sweep(): Promise<boolean> {
  if (currentSession()?.mode !== 'online') return true;
  const vault = await vaultWhenReady(30_000);
  if (!vault) return false;
  let allDone = true;
  for (const kind of Object.values(kinds)) if (!(await kind.send(vault))) allDone = false;
  return allDone;
}

/** Tries everything that waits now; true when nothing is left that another try could send. */
function sweepNow(): Promise<boolean> {
  retry.stop();
  // The sweep under way may be past what has begun to wait since.
  if (sweeping !== null)
    return (sweepingAgain ??= sweeping.then(() => {
      sweepingAgain = null;
      return sweepNow();
    }));
  sweeping = sweep()
    .catch(() => false)
    .then((allDone) => {
      retry.failed = allDone ? 0 : retry.failed + 1;
      if (!allDone && running) retry.planSoon();
      announceUnsentChanged();
      return allDone;
    })
    .finally(() => {
      sweeping = null;
    });
  return sweeping;
}

/** A page has released a draft, or the network is back, so the outbox runs soon. */
const nudgeOutbox = (): void => {
  if (running) retry.plan(300 + Math.random() * 700);
};

/**
 * Sends what waits while someone is signed in: after the sign-in, when the network is back, when the page is seen again, and in between
 * after growing pauses. Safe to call again. Returns the function that stops it.
 */
export function startOutbox(): () => void {
  if (running) {
    nudgeOutbox();
    return running;
  }
  const unsubscribe = [
    pageReleased.on(nudgeOutbox),
    followPage(nudgeOutbox),
    onVaultChange(() => {
      if (currentVault()) nudgeOutbox();
    }),
    onSessionEnd(() => stop()),
  ];
  const stop = () => {
    running = null;
    retry.stop();
    for (const end of unsubscribe) end();
  };
  running = stop;
  void sweepNow();
  return stop;
}

/** How many of each kind would be lost with this device. */
export type UnsentCounts = Readonly<Record<keyof typeof kinds, number>>;

export const unsentCounts = async (): Promise<UnsentCounts> => ({
  questionnaires: await kinds.questionnaires.count(),
  messages: await kinds.messages.count(),
});

/** Tries once more to send everything before a log-out. Resolves with how many are still unsent. */
export async function sendAllNow(): Promise<UnsentCounts> {
  await Promise.allSettled(
    Object.values(kinds)
      .flatMap((kind) => kind.here())
      .map(async (session) => {
        await session.pump();
        await session.settle();
      }),
  );
  await sweepNow();
  return unsentCounts();
}
