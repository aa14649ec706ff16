import type { DraftState } from '../../src/data/drafts/types.ts';
import type { Visit } from './visit.ts';

/** What became of a visit's answers: sent, kept as a draft on the server, or not all saved. `unsent`: contact details not sent. */
export const answerFates = ['sent', 'kept', 'lost', 'unsent'] as const;
export type AnswerFate = (typeof answerFates)[number];

/** What would happen to the answers of an open questionnaire, by where they are saved. */
export const fateOfDraft = ({ server, submission }: Pick<DraftState, 'server' | 'submission'>): AnswerFate | null =>
  submission === 'sent' ? 'sent' : server === 'none' ? null : server === 'saved' ? 'kept' : 'lost';

/** What would happen to the answers of a visit now; null where there are none, or where the questionnaire ended elsewhere and its page says how. */
export function fateOf({ open, completed, checkIn }: Pick<Visit, 'open' | 'completed' | 'checkIn'>): AnswerFate | null {
  if (checkIn?.hasUnsent) return 'unsent';
  if (open) return open.ending ? null : fateOfDraft(open.handle.state());
  return completed ? 'sent' : null;
}
