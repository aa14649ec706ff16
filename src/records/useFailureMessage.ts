import { useEffect } from 'react';
import { type CallError, failureOf, messageFor } from '../data/errors.ts';
import { isNotFound } from '../data/query/queryState.ts';
import { clearMessage, currentMessage, type MessageBarCodeName, showMessage } from '../words/index.ts';

/**
 * Says a failure in the message bar (specification 3, section 8) and takes the message back when it is over. A session that
 * timed out adds nothing, and neither does a missing connection, which the page itself shows.
 */
export function useFailureMessage(callName: string, error: CallError | null, code?: MessageBarCodeName): void {
  const failure = failureOf(error);
  const general =
    failure === null || failure.kind === 'offline' || isNotFound(error)
      ? null
      : messageFor({ name: callName }, failure);
  const shown = general === null ? null : (code ?? general.code);
  useEffect(() => {
    if (shown === null) return;
    showMessage(shown);
    return () => {
      if (currentMessage()?.code === shown) clearMessage();
    };
  }, [shown]);
}
