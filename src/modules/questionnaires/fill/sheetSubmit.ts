import { useCallback, useRef, useState } from 'react';
import type { DraftHandle, SubmitOutcome } from '../../../data/drafts/types.ts';
import { clearMessage, showMessage } from '../../../words/index.ts';
import type { AnswerSheet } from './answerSheet.ts';

/** `incomplete`: our own rules found faults, nothing was sent, and the sheet shows them. */
export type SendOutcome = SubmitOutcome | { readonly kind: 'incomplete' };

/** Shows the outcome of sending on the sheet, or in the message bar. */
export function showOutcome(sheet: AnswerSheet, outcome: SubmitOutcome): void {
  if (outcome.kind === 'invalid') sheet.flag(outcome.questionnaireItemIds);
  if (outcome.kind === 'failed') showMessage('questionnairesendfailed');
}

/** Checks the sheet and sends it. Faults that the server finds are shown on the sheet, a failure in the message bar. */
export async function sendSheet(handle: Pick<DraftHandle, 'submit'>, sheet: AnswerSheet): Promise<SendOutcome> {
  clearMessage();
  if (!sheet.check()) return { kind: 'incomplete' };
  const outcome = await handle.submit(sheet.answers()).catch((): SubmitOutcome => ({ kind: 'failed' }));
  showOutcome(sheet, outcome);
  return outcome;
}

interface SheetSubmit {
  readonly isBusy: boolean;
  /** Sends once; null while an earlier press is still being handled. */
  readonly send: () => Promise<SendOutcome | null>;
}

/** `sendSheet` for a button: a second press while the first is on its way does nothing. */
export function useSheetSubmit(handle: Pick<DraftHandle, 'submit'>, sheet: AnswerSheet): SheetSubmit {
  const [isBusy, setBusy] = useState(false);
  const onItsWay = useRef(false);
  const send = useCallback(async () => {
    if (onItsWay.current) return null;
    onItsWay.current = true;
    setBusy(true);
    try {
      return await sendSheet(handle, sheet);
    } finally {
      onItsWay.current = false;
      setBusy(false);
    }
  }, [handle, sheet]);
  return { isBusy, send };
}
