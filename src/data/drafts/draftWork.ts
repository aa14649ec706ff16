import type { DraftSessionParts } from './draftParts.ts';
import type { DraftRecord } from './record.ts';
import type { DraftState } from './types.ts';

/** What the parts of one draft session share: the draft of the moment, and what holds for all of them. */
export interface DraftWork<Lease> {
  readonly parts: DraftSessionParts<Lease>;
  draft: DraftRecord;
  ownership: DraftState['ownership'];
  connection: DraftState['connection'];
  /** True while trying again by itself would not help. */
  isResting: boolean;
  isClosed: boolean;
  /** True once the server has confirmed the completion. */
  isSent: boolean;
  /** Grows with every change of what was typed. */
  content: number;
  hasTyped: boolean;
  /** Changes the draft and keeps it on the device. */
  change(part: Partial<DraftRecord>): void;
  /** Names the files that the server has by now as it names them. */
  takeFiles(): void;
  /** Tells whoever listens that something about the draft is different. */
  publish(): void;
  /** Another tab has taken the draft. */
  yieldOwnership(): void;
}
