import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import type { Search } from '../../../browser/search.ts';
import { markTitleFailed } from '../../../browser/title.ts';
import { clearMessage, type MessageBarCodeName, showMessage, type Values } from '../../../words/index.ts';
import { loadSessionRuntime } from '../../../layout/session/loadSessionRuntime.ts';

/** Navigates after a sign-in. A callback, because the login page may be shown before the router has loaded. */
export type ContinueSignIn = (target: SignInTarget, replace: boolean) => Promise<void>;

export function showLoginFailure(code: MessageBarCodeName, values: Values = {}): void {
  showMessage(code, values);
  markTitleFailed(true);
}

/** Clears the message bar, including the time-out message, so that the outcome of this try is seen. */
export function beginTry(): void {
  clearMessage();
  markTitleFailed(false);
}

/** Signs in by name and password and navigates; failures show in the message bar. Never rejects. */
export async function logIn(username: string, password: string, search: Search, onward: ContinueSignIn): Promise<void> {
  beginTry();
  const ready = await loadSessionRuntime().catch(() => null);
  if (ready === null) {
    showLoginFailure('noConnection');
    return;
  }
  const outcome = await ready.signIn({ kind: 'password', username, password, portalType: 'patientPortal' });
  switch (outcome.kind) {
    case 'signedIn':
      await onward(await ready.completeSignIn(outcome.profile, search), true);
      return;
    case 'unfinished':
      await onward({ path: outcome.path, search: { ...search } }, false);
      return;
    case 'tabletNotSetUp':
      // Only the kiosk's sign-in gets this outcome.
      showLoginFailure('unspecified');
      return;
    case 'failed':
      showLoginFailure(outcome.message.code, outcome.message.values);
  }
}
