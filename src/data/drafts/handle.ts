import type { Sheet } from './sheet.ts';
import type { DraftHandle } from './types.ts';

/** A sheet as its page sees it, with what the surface does about ownership. */
export const handleOf = <Mark>(sheet: Sheet<Mark>, surface: Pick<DraftHandle, 'takeOver' | 'release' | 'discard'>): DraftHandle => ({
  get questionnaire() { return sheet.current().questionnaire; },
  get answers() { return sheet.current().answers; },
  get lost() { return sheet.current().lost; },
  get lostFrom() { return sheet.current().lostFrom; },
  get other() { return sheet.current().others[0] ?? null; },
  get outcome() { return sheet.outcome(); },
  dismissOther: () => sheet.dismissOther(),
  write: (answers) => sheet.write(answers),
  flush: () => sheet.flush(),
  submit: (answers) => sheet.submit(answers),
  state: () => sheet.state(),
  subscribe: (listener) => sheet.subscribe(listener),
  ...surface,
});
