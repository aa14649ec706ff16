import type { Connection } from '../../src/data/connection.ts';
import type { SendOutcome } from '../../src/modules/questionnaires/fill/sheetSubmit.ts';

/** `sending`: since the press. `waiting`: the connection failed, and the request is repeated when it is back. */
export type WishState = 'none' | 'sending' | 'waiting';

interface WishParts {
  /** Checks and sends once; never rejects. */
  readonly send: () => Promise<SendOutcome>;
  /** Whether the last try failed because of the connection, which may be back by now. */
  readonly hasLostConnection: () => boolean;
  readonly connection: () => Connection;
  readonly subscribeToConnection: (listener: () => void) => () => void;
  /** Runs later; returns a function that stops it. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  readonly onState: (state: WishState) => void;
  /** Called with the outcome once it is certain, and not while a try waits for the connection. */
  readonly onOutcome: (outcome: SendOutcome) => void;
}

/** The patient's wish to send these answers. It lasts until the server has answered, the patient takes it back, or the visit ends. */
export interface WishToSend {
  /** Send was pressed; while it waits, a press tries at once. */
  press(): void;
  /** The patient continues answering; a request that was sent already is not called back. */
  takeBack(): void;
  /** The visit is over. */
  stop(): void;
}

/** Milliseconds to wait after the connection is back, because its first request fails more often than the second. */
const pauseAfterReconnectMs = 500;
const pauseAfterFailure = 5_000;

/** Makes the wish to send one questionnaire. It is independent of pages, because pages are removed while nobody touches the tablet. */
export function wishToSend(parts: WishParts): WishToSend {
  let state: WishState | 'stopped' = 'none';
  let onItsWay = false;
  let stopTimer: (() => void) | null = null;
  let stopListening: (() => void) | null = null;

  const now = (): typeof state => state;
  function become(next: WishState): void {
    state = next;
    parts.onState(next);
  }

  function rest(): void {
    stopTimer?.();
    stopListening?.();
    stopTimer = null;
    stopListening = null;
  }

  function tryIn(milliseconds: number): void {
    stopTimer ??= parts.later(milliseconds, () => {
      stopTimer = null;
      void attempt();
    });
  }

  function wait(): void {
    become('waiting');
    stopListening ??= parts.subscribeToConnection(() => {
      if (parts.connection() === 'online') tryIn(pauseAfterReconnectMs);
    });
    if (parts.connection() === 'online') tryIn(pauseAfterFailure);
  }

  async function attempt(): Promise<void> {
    if (onItsWay) return;
    onItsWay = true;
    stopTimer?.();
    stopTimer = null;
    const outcome = await parts.send();
    onItsWay = false;
    if (now() === 'stopped') return;
    if (outcome.kind !== 'failed') {
      rest();
      become('none');
      parts.onOutcome(outcome);
      return;
    }
    if (now() === 'none') return;
    if (now() === 'waiting' || parts.hasLostConnection()) {
      wait();
      return;
    }
    become('none');
    parts.onOutcome(outcome);
  }

  return {
    press() {
      if (state === 'stopped') return;
      if (state === 'none') become('sending');
      void attempt();
    },
    takeBack() {
      if (state !== 'waiting') return;
      rest();
      become('none');
    },
    stop() {
      rest();
      state = 'stopped';
    },
  };
}
