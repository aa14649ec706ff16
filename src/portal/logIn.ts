import type { Target } from '../shell/redirect.ts';
import type { Search } from '../shell/search.ts';
import { markTitleFailed } from '../shell/title.ts';
import { clearMessage, type MessageBarCodeName, showMessage, type Values } from '../words/index.ts';
import { engine } from './lazyEngine.ts';
import { keepForPasswordChange } from './passwordChange.ts';

/** Leads on from a sign-in; it knows no router, because there is a login page before there is one. */
export type Onward = (target: Target, replace: boolean) => Promise<void>;

/** Says that a try to log in came to nothing. */
export function fail(code: MessageBarCodeName, values: Values = {}): void {
  showMessage(code, values);
  markTitleFailed(true);
}

/** A standing message, the time-out among them, has been read by now; what comes of this try must be seen. */
export function beginTry(): void {
  clearMessage();
  markTitleFailed(false);
}

/** Signs in by name and password and leads on; what goes wrong shows in the message bar. Never rejects. */
export async function logIn(username: string, password: string, search: Search, onward: Onward): Promise<void> {
  beginTry();
  const ready = await engine().catch(() => null);
  if (ready === null) {
    fail('noConnection');
    return;
  }
  const outcome = await ready.signIn({ kind: 'password', username, password, portalType: 'patientPortal' });
  switch (outcome.kind) {
    case 'signedIn':
      await onward(await ready.arrive(outcome.profile, search), true);
      return;
    case 'passwordChangeRequired':
      keepForPasswordChange({ username, password });
      await onward({ path: '/update-password', search: { ...search } }, false);
      return;
    case 'failed':
      fail(outcome.message.code, outcome.message.values);
  }
}
