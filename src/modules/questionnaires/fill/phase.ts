import type { Answer } from '@portal/api';
import { differingItems } from '../../../data/drafts/record.ts';
import type { DraftHandle, OtherCompletion } from '../../../data/drafts/types.ts';

/** What the page shows: the questions, or why they cannot be sent from here any more. */
export type FillPhase =
  | { readonly kind: 'filling' }
  | { readonly kind: 'waiting' }
  | ({ readonly kind: 'already' } & OtherCompletion)
  | { readonly kind: 'closed'; readonly mine: readonly Answer[] };

/** What is shown of a draft that was just opened. */
export function phaseOf(handle: DraftHandle): FillPhase {
  const { questionnaire, answers } = handle;
  if (questionnaire.statusDescription === 'Completed') {
    const differing = answers.length === 0 ? [] : differingItems({ questionnaire, answers }, questionnaire);
    return { kind: 'already', completed: questionnaire, differing, mine: answers };
  }
  if (questionnaire.statusDescription === 'Declined' || questionnaire.statusDescription === 'Missed')
    return { kind: 'closed', mine: answers };
  const { submission } = handle.state();
  return { kind: submission === 'waiting' || submission === 'sending' ? 'waiting' : 'filling' };
}
