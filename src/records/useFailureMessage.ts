import { useEffect } from 'react';
import { type CallError, failureOf, messageFor } from '../data/errors.ts';
import { isNotFound } from '../data/query/queryState.ts';
import { clearMessage, currentMessage, type MessageBarCodeName, showMessage } from '../words/index.ts';

/**
 * Shows in the message bar that something did not load, when the page itself does not show it, and removes the message when it is over. A
 * timed-out session or a missing connection adds no message. The cause is worded as on a page (`LoadFailed`).
 */
export function useFailureMessage(error: CallError | null, code?: MessageBarCodeName): void {
  const failure = failureOf(error);
  const general = failure === null || failure.kind === 'offline' || isNotFound(error) ? null : messageFor(failure);
  const shown = general === null ? null : (code ?? (general.code === 'unspecified' ? 'serverBusy' : general.code));
  useEffect(() => {
    if (shown === null) return;
    showMessage(shown);
    return () => {
      if (currentMessage()?.code === shown) clearMessage();
    };
  }, [shown]);
}
