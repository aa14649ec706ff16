/** How long a tablet may lie untouched, in seconds. The warning is at least 20 s (WCAG 2.2.1; visual language, section 9). */
export interface IdleLimits {
  readonly idleSeconds: number;
  readonly warnSeconds: number;
}

export type IdleState =
  | { readonly kind: 'here' }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'over' };

/** Seconds for which a patient is warned before the tablet is wiped. */
export const patientWarnSeconds = 30;

/** Where a stretch of `awayMs` milliseconds without a touch leads. */
export function idleState(awayMs: number, { idleSeconds, warnSeconds }: IdleLimits): IdleState {
  const away = awayMs / 1000;
  if (away < idleSeconds) return { kind: 'here' };
  const secondsLeft = Math.ceil(idleSeconds + warnSeconds - away);
  return secondsLeft > 0 ? { kind: 'warning', secondsLeft } : { kind: 'over' };
}

const spokenAt = [30, 20, 10];

/** The seconds to announce when the countdown goes from `before` (null: it begins) to `now`; null where it stays silent. */
export function announcement(before: number | null, now: number): number | null {
  if (before === null) return now;
  return spokenAt.find((mark) => before > mark && now <= mark) ?? null;
}

/**
 * Counts the milliseconds since the last touch. The monotonic clock decides, so that a clock set forward closes nothing; but it
 * may stand still while the tablet sleeps, so a stretch out of sight counts by whichever clock says more.
 */
export class AwayClock {
  private touchedAt: number;
  private slept = 0;
  private hidden: { readonly steady: number; readonly wall: number } | null = null;
  private readonly steady: () => number;
  private readonly wall: () => number;

  constructor(steady: () => number, wall: () => number) {
    this.steady = steady;
    this.wall = wall;
    this.touchedAt = steady();
  }

  touched(): void {
    this.touchedAt = this.steady();
    this.slept = 0;
  }

  wentOutOfSight(): void {
    this.hidden ??= { steady: this.steady(), wall: this.wall() };
  }

  cameBack(): void {
    if (!this.hidden) return;
    this.slept += Math.max(0, this.wall() - this.hidden.wall - (this.steady() - this.hidden.steady));
    this.hidden = null;
  }

  awayMs(): number {
    return this.steady() - this.touchedAt + this.slept;
  }
}
