import type { RecordTiming } from '@portal/api';
import { day, dayOf, hour, instantOf, morning, wallAt } from './localTime.ts';

/** Something that came into the record, or that came again changed. */
export interface News {
  /** Id of the resource. */
  readonly id: number;
  /** When it came in or, if the facility had held it back, when it opened. */
  readonly cameAt: number;
  /** The facility holds it back. */
  readonly isHeld: boolean;
  /** When to look at a hold again; null: something else ends it. */
  readonly opensAt: number | null;
}

/** Results come in pieces, and imports write many in several transactions. What comes within so long is one notice. */
const gatherFor = hour / 6;

/** From when on something new may be told. */
export function newsFrom(zone: string, timing: Exclude<RecordTiming, 'Off'>, cameAt: number): number {
  switch (timing) {
    case 'AtOnce':
      return cameAt + gatherFor;
    case 'Daily': {
      const today = dayOf(wallAt(zone, cameAt));
      const at = instantOf(zone, today + morning);
      return at >= cameAt ? at : instantOf(zone, today + day + morning);
    }
  }
}
