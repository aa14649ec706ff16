import { showMessage } from '../words/index.ts';
import { type Failure, messageFor } from './errors.ts';

/** Shows in the message bar why a call failed; nothing where a failure has no message. */
export function showFailure(failure: Failure | null): void {
  const message = failure && messageFor(failure);
  if (message) showMessage(message.code, message.values);
}
