import type { DraftState } from '../../src/data/drafts/types.ts';
import type { Visit } from './visit.ts';

/**
 * What has become of the answers when a visit ends: sent, a draft that the facility has, or not all of them saved. `unsent`: changes of
 * address or telephone that were typed and not sent.
 */
export const answerFates = ['sent', 'kept', 'lost', 'unsent'] as const;
export type AnswerFate = (typeof answerFates)[number];

/** The fate of the answers of a questionnaire that is open, by where they are. */
export const fateOfDraft = ({ server }: Pick<DraftState, 'server'>): AnswerFate | null =>
  server === 'none' ? null : server === 'saved' ? 'kept' : 'lost';

/** The fate of the answers of a visit as they are now; null where there are none. */
export const fateOf = ({
  open,
  completed,
  checkIn,
}: Pick<Visit, 'open' | 'completed' | 'checkIn'>): AnswerFate | null =>
  checkIn?.hasUnsent ? 'unsent' : open ? fateOfDraft(open.handle.state()) : completed ? 'sent' : null;
