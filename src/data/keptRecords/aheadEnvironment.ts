import type { CallShape, PatientId, UserId } from '@portal/api';
import type { Bytes } from '../vault/crypto.ts';
import type { AnyInput } from '../wire.ts';
import type { AheadProgress } from './aheadProgress.ts';
import type { KeptEntry } from './ledger.ts';
import type { RecordStore } from './recordStore.ts';

/** Why nothing is fetched at the moment; `away`: nobody is at the page. */
export type Obstacle = 'network' | 'dataSaver' | 'battery' | 'away';

export interface AheadEnvironment {
  readonly store: Pick<RecordStore, 'entries' | 'answer' | 'keep' | 'forget' | 'refresh'>;
  readonly placeOf: (call: CallShape, input: AnyInput) => Pick<KeptEntry, 'place' | 'patientId'>;
  /** The kept answer as the call's schema reads it; null where it cannot. */
  readonly parse: (call: CallShape, answer: unknown) => { readonly answer: unknown } | null;
  /** Both reject with `CallError`, or with the reason of the signal. */
  readonly ask: (call: CallShape, input: AnyInput, signal: AbortSignal) => Promise<unknown>;
  readonly askFile: (
    call: CallShape,
    input: AnyInput,
    signal: AbortSignal,
  ) => Promise<{ readonly bytes: Bytes; readonly type: string } | 'tooLarge'>;
  readonly obstacle: () => Obstacle | null;
  /** Resolves when the obstacle may have changed. */
  readonly obstacleChange: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the page has no request of its own and the browser nothing to draw. */
  readonly whenQuiet: (signal: AbortSignal) => Promise<void>;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly budget?: number;
  readonly tell: (progress: AheadProgress) => void;
}

/** For whom a run fetches, and how it ends. */
export interface AheadOptions {
  readonly of: { readonly patientId: PatientId; readonly userId: UserId };
  /** All lists are asked for, however new the kept ones are. */
  readonly isFresh: boolean;
  readonly signal: AbortSignal;
}

/** Thrown where a run ends before it is done. */
export class RunEnded extends Error {}
/** Thrown where the device stores no more. */
export class DeviceRefused extends Error {}
