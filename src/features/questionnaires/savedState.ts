import type { DraftState } from '../../data/drafts/types.ts';
import type { MessageKey } from '../../words/index.ts';

/** What the chip beside the progress says; null before anything was typed. */
export interface SavedState {
  readonly kind: 'saved' | 'draft' | 'offline' | 'error';
  readonly text: Extract<MessageKey, `questionnaires.${string}`>;
}

/** Tells where the answers of the moment are, and never more than is durable (rulings, section 5). Of another tab's it knows nothing. */
export function savedState({ device, server, ownership, submission }: DraftState): SavedState | null {
  if (ownership === 'elsewhere') return null;
  if (submission === 'sent') return { kind: 'saved', text: 'questionnaires.sent' };
  if (submission === 'sending') return { kind: 'draft', text: 'questionnaires.sending' };
  if (submission === 'waiting') return { kind: 'offline', text: 'questionnaires.waitingToSend' };
  if (device === 'refused') return { kind: 'error', text: 'questionnaires.notSavedOnDevice' };
  if (device === 'writing') return { kind: 'draft', text: 'questionnaires.draft' };
  if (server === 'saved') return { kind: 'saved', text: 'questionnaires.saved' };
  if (device === 'saved') return { kind: 'saved', text: 'questionnaires.savedOnDevice' };
  if (device === 'never' && server !== 'none') return { kind: 'draft', text: 'questionnaires.notSavedYet' };
  return null;
}

/** True while closing the page would lose something: neither the device nor the server has what was typed last. */
export const wouldLose = ({ device, server, ownership }: DraftState): boolean =>
  ownership === 'owner' && server !== 'saved' && (device === 'writing' || device === 'refused' || (device === 'never' && server !== 'none'));

/** True when something that was kept no longer is: what the page says of it must not stand a frame longer. */
export const takesBack = (before: DraftState, after: DraftState): boolean =>
  (before.device === 'saved' && after.device !== 'saved') || (before.server === 'saved' && after.server !== 'saved') || before.ownership !== after.ownership;
