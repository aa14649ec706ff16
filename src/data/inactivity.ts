import { presenceAtServer } from './presence.ts';
import { browserTabs } from './tabs.ts';

export interface InactivityWatch {
  /** The person chose to stay. */
  stay(): void;
  stop(): void;
}

export interface InactivityOptions {
  /** Without a sign of the person for this long, the session locks. */
  readonly seconds: number;
  /** Seconds before that at which the warning shows. */
  readonly warnBefore: number;
  /** The warning shows; called once a second with the seconds left. */
  readonly onWarn: (secondsLeft: number) => void;
  /** The person is back, in this tab or another: the warning goes. */
  readonly onBack?: () => void;
  readonly onLock: () => void;
}

/** A touch is a pointer too. */
const signs = ['pointerdown', 'keydown', 'wheel', 'input'] as const;
const tellEvery = 5_000;
const tellAfter = 200;

/**
 * Watches for signs of the person, in every tab of the portal. Counts on the monotonic clock, so that a device clock that
 * jumps does not lock. Only while the page was hidden is the device's clock believed as well, because the monotonic one
 * stands still while a phone sleeps. Once the warning shows, only `stay` (or another tab) ends it. The server is told of the signs
 * of this tab: it holds the limit as well.
 */
export function watchInactivity({ seconds, warnBefore, onWarn, onBack, onLock }: InactivityOptions): InactivityWatch {
  let last = performance.now();
  let hidden: ReturnType<typeof bothClocks> | null = null;
  let warned = false;
  let told = -Infinity;
  let telling: ReturnType<typeof setTimeout> | null = null;
  const presence = presenceAtServer();
  const channel = browserTabs.channel('vestibule.activity', () => alive(false));

  const bothClocks = () => ({ wall: Date.now(), monotonic: performance.now() });
  function alive(tell: boolean): void {
    last = performance.now();
    // The person is at another tab: what this one slept before that counts no more.
    if (hidden !== null) hidden = bothClocks();
    if (warned) {
      warned = false;
      onBack?.();
    }
    if (!tell) return;
    presence.note();
    if (last - told <= tellEvery) return;
    told = last;
    // Not now: the frame that shows what the person did comes first.
    telling = setTimeout(() => channel.post('alive'), tellAfter);
  }
  const sign = () => {
    if (!warned) alive(true);
  };

  function look(): void {
    const left = seconds - (performance.now() - last) / 1000;
    if (left <= 0) {
      stop();
      onLock();
      return;
    }
    if (left <= warnBefore) {
      warned = true;
      onWarn(Math.ceil(left));
    }
  }
  function visibilityChanged(): void {
    if (document.visibilityState === 'hidden') {
      hidden = bothClocks();
      return;
    }
    // What the monotonic clock missed comes on top of what it counted.
    const slept = hidden === null ? 0 : Date.now() - hidden.wall - (performance.now() - hidden.monotonic);
    hidden = null;
    if (slept > 0) last -= slept;
    look();
  }

  const timer = setInterval(look, 1_000);
  for (const name of signs) window.addEventListener(name, sign, { capture: true, passive: true });
  document.addEventListener('visibilitychange', visibilityChanged);
  function stop(): void {
    clearInterval(timer);
    if (telling !== null) clearTimeout(telling);
    presence.stop();
    channel.close();
    for (const name of signs) window.removeEventListener(name, sign, { capture: true });
    document.removeEventListener('visibilitychange', visibilityChanged);
  }
  return {
    stay: () => {
      told = -Infinity;
      alive(true);
    },
    stop,
  };
}
