import * as v from 'valibot';
import { createEvents } from '../words/smallStore.ts';
import type { TabChannel, Tabs } from './tabs.ts';

/** Milliseconds that a waking tab waits for a sibling tab to hand over a newer pair. */
const peerBound = 300;

export const Pair = v.object({ access: v.string(), refresh: v.string(), generation: v.number(), lifetime: v.number() });
export type Pair = v.InferOutput<typeof Pair>;

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

interface ThisTab {
  /** Null while there is no session. */
  readonly pair: () => Pair | null;
  readonly take: (pair: Pair) => void;
  readonly end: (because: TokensEnd) => void;
}

interface TokenSiblings {
  join(family: string): void;
  leave(): void;
  post(message: PeerMessage): void;
  /** Asks the sibling tabs for a newer pair and waits briefly for it. */
  ask(generation: number): Promise<void>;
}

/** The other tabs with the same tokens: whichever refreshes them hands the new pair to the others. */
export function tokenSiblings(tabs: Tabs, thisTab: ThisTab): TokenSiblings {
  let membership: { readonly family: string; readonly channel: TabChannel; leave(): void } | null = null;
  /** A sibling tab has answered: with a newer pair, or that it has none. */
  const answered = createEvents<[newer: boolean]>();

  function post(message: PeerMessage): void {
    membership?.channel.post(message);
  }

  function hear(data: unknown): void {
    const parsed = v.safeParse(PeerMessage, data);
    const pair = thisTab.pair();
    if (!parsed.success || !pair) return;
    const message = parsed.output;
    switch (message.kind) {
      case 'ask':
        post(pair.generation > message.generation ? { kind: 'pair', pair } : { kind: 'nothingNewer' });
        return;
      case 'nothingNewer':
        answered.emit(false);
        return;
      case 'ended':
        thisTab.end(message.because);
        return;
      case 'pair':
        if (message.pair.generation <= pair.generation) return;
        thisTab.take(message.pair);
        answered.emit(true);
    }
  }

  return {
    join(family) {
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
    },
    leave() {
      membership?.leave();
      membership = null;
    },
    post,
    async ask(generation) {
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
        post({ kind: 'ask', generation });
      });
    },
  };
}
