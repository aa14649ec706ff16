import type { DraftState } from '../../../data/drafts/types.ts';
import type { MessageKey } from '../../../words/index.ts';

/** The text of the chip beside the progress; null before anything was typed. */
export interface SavedState {
  readonly kind: 'saved' | 'draft' | 'offline' | 'error';
  readonly text: Extract<MessageKey, `questionnaires.${string}`>;
}

/** Says where the current answers are stored, and never claims more than is durable (rulings, section 5). Null for another tab's draft. */
export function savedState({ device, server, connection, ownership, submission }: DraftState): SavedState | null {
  if (ownership === 'elsewhere') return null;
  if (submission === 'sent') return { kind: 'saved', text: 'questionnaires.sent' };
  // A try without a connection is not "sending".
  if (submission === 'sending' && connection === 'online') return { kind: 'draft', text: 'questionnaires.sending' };
  if (submission === 'sending' || submission === 'waiting')
    return { kind: 'offline', text: 'questionnaires.waitingToSend' };
  if (device === 'refused') return { kind: 'error', text: 'questionnaires.notSavedOnDevice' };
  if (device === 'writing') return { kind: 'draft', text: 'questionnaires.draft' };
  if (server === 'saved') return { kind: 'saved', text: 'questionnaires.saved' };
  if (device === 'saved') return { kind: 'saved', text: 'questionnaires.savedOnDevice' };
  if (device === 'never' && server !== 'none') return { kind: 'draft', text: 'questionnaires.notSavedYet' };
  return null;
}

/** True while closing the page would lose something: neither the device nor the server has what was typed last. */
export const wouldLose = ({ device, server, ownership }: DraftState): boolean =>
  ownership === 'owner' &&
  server !== 'saved' &&
  (device === 'writing' || device === 'refused' || (device === 'never' && server !== 'none'));

/** True when something that was saved no longer is: then the page must say so in the same render. */
export const takesBack = (before: DraftState, after: DraftState): boolean =>
  (before.device === 'saved' && after.device !== 'saved') ||
  (before.server === 'saved' && after.server !== 'saved') ||
  before.ownership !== after.ownership;
