import { changePasswordAtLogin } from '@portal/api';
import { failureOf, mayHaveArrived, refusalOf, type ShownMessage } from './errors.ts';
import { passwordMessage } from './passwordMessage.ts';

interface PasswordTry {
  /** Sends the change. Rejects with `CallError`. */
  readonly send: () => Promise<unknown>;
  readonly changed: () => Promise<void>;
  /** An earlier try with this password was never answered, and now the old one is refused: logs in with the new one, or says why it cannot. */
  readonly perhapsChanged: () => Promise<ShownMessage | null>;
}

/** Tries to change a password at login. The result is what to show; null: changed. Remembers whose answer was lost. */
export function passwordChange(): (newPassword: string, one: PasswordTry) => Promise<ShownMessage | null> {
  const unanswered = new Set<string>();
  return async (newPassword, one) => {
    try {
      await one.send();
      await one.changed();
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== null && mayHaveArrived(failure)) unanswered.add(newPassword);
      const refused = passwordMessage(failure);
      if (!unanswered.has(newPassword) || refusalOf(changePasswordAtLogin, failure) !== 'invalid_old_password')
        return refused;
      const why = await one.perhapsChanged();
      // The new password does not log in either: it was not changed, and the old one was wrong.
      return why?.code === 'invalidgrant' ? refused : why;
    }
  };
}
