import { presenceAtServer } from './presence.ts';
import { browserTabs } from './tabs.ts';

export interface InactivityWatch {
  /** The person chose to stay signed in. */
  stay(): void;
  stop(): void;
}

interface InactivityOptions {
  /** Seconds without activity of the person after which the session locks. */
  readonly seconds: number;
  /** Seconds before the lock at which the warning is shown. */
  readonly warnBefore: number;
  /** Called once a second with the seconds left while the warning is shown. */
  readonly onWarn: (secondsLeft: number) => void;
  /** The person is back, in this tab or another, and the warning is hidden. */
  readonly onBack?: () => void;
  readonly onLock: () => void;
}

/** Events that show activity. A touch is a pointer event too. */
const signs = ['pointerdown', 'keydown', 'wheel', 'input'] as const;
const tellEvery = 5_000;
const tellAfter = 200;

/**
 * Watches for activity of the person in every tab of the portal. Counts on the monotonic clock, so that a jump of the device's clock does
 * not lock. After the page was hidden, the device's clock counts as well, because the monotonic clock stands still while a phone sleeps.
 * Once the warning is shown, only `stay` or activity in another tab ends it. The server is told of activity in this tab, because it
 * enforces the limit too.
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
    // The person is active in another tab, so the time that this tab slept before does not count.
    if (hidden !== null) hidden = bothClocks();
    if (warned) {
      warned = false;
      onBack?.();
    }
    if (!tell) return;
    presence.note();
    if (last - told <= tellEvery) return;
    told = last;
    // Posted later, so that the frame which shows what the person did comes first.
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
    // Adds the time that the monotonic clock missed during sleep.
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
