import type { Instant } from '@portal/api';
import { instantAfter } from '../unsent/instantAfter.ts';
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
  mayWrite(): boolean;
  /** The person has typed something newer, which must be saved. */
  typed(): void;
  /** A time after every saved state of this draft, and after `others`. */
  nextSavedAt(...others: readonly Instant[]): Instant;
  /** Removes what was typed from memory; what the device and the server have stays. */
  forgetAnswers(): void;
  /** Changes the draft and writes it to the device, after the next paint where that is soon enough. */
  change(part: Partial<DraftRecord>, when?: 'now' | 'afterPaint'): void;
  /** Puts the attachments that the server has by now into the draft, in place of the entries that stood for them. */
  takeFiles(): void;
  /** Tells the listeners that something about the draft has changed. */
  publish(): void;
  /** Another tab has taken over the draft. */
  yieldOwnership(): void;
}

/** What the parts of a session do for each other. They are made after this. */
type DraftHooks<Lease> = Pick<DraftWork<Lease>, 'change' | 'takeFiles' | 'publish' | 'yieldOwnership'>;

export function createDraftWork<Lease>(parts: DraftSessionParts<Lease>, hooks: DraftHooks<Lease>): DraftWork<Lease> {
  const work: DraftWork<Lease> = {
    ...hooks,
    parts,
    draft: parts.draft,
    ownership: parts.ownership,
    connection: 'online',
    isResting: false,
    isClosed: false,
    isSent: false,
    content: 0,
    hasTyped: parts.draft.answers.length > 0,
    mayWrite: () => !work.isClosed && work.ownership === 'owner',
    typed() {
      work.hasTyped = true;
      work.content += 1;
      work.isResting = false;
    },
    nextSavedAt(...others) {
      const { savedAt, serverSavedAt, discardedAt } = work.draft;
      return instantAfter(parts.clock.wall(), savedAt, serverSavedAt, discardedAt, ...others);
    },
    forgetAnswers() {
      work.draft = { ...work.draft, answers: [], lost: [], lostFrom: null, others: [] };
    },
  };
  return work;
}
