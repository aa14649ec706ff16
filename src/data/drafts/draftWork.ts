import type { DraftSessionParts } from './draftParts.ts';
import type { DraftRecord } from './record.ts';
import type { DraftState } from './types.ts';

/** What the parts of one draft session share: the current draft and the state that concerns all of them. */
export interface DraftWork<Lease> {
  readonly parts: DraftSessionParts<Lease>;
  draft: DraftRecord;
  ownership: DraftState['ownership'];
  connection: DraftState['connection'];
  /** True while another automatic try would not help. */
  isResting: boolean;
  isClosed: boolean;
  /** True once the server has confirmed the completion. */
  isSent: boolean;
  /** Increases whenever something is typed. */
  content: number;
  hasTyped: boolean;
  /** Changes the draft and writes it to the device. */
  change(part: Partial<DraftRecord>): void;
  /** Puts the attachments that the server has by now into the draft, in place of the entries that stood for them. */
  takeFiles(): void;
  /** Tells the listeners that something about the draft has changed. */
  publish(): void;
  /** Another tab has taken over the draft. */
  yieldOwnership(): void;
}
