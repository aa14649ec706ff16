import { getPasswordRules, type PasswordRules, type PasswordState, passwordStates } from '@portal/api';
import { useEffect, useState } from 'react';
import { fetchCall } from './fetchCall.ts';

/** Which of the server's rules a new password meets. Empty while they are not loaded; the server checks them in any case. */
export function usePasswordStates(): (password: string) => readonly PasswordState[] {
  const [rules, setRules] = useState<PasswordRules | null>(null);
  useEffect(() => {
    let gone = false;
    fetchCall(getPasswordRules, {}).then(
      (answer) => !gone && setRules(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return (password) => (rules === null ? [] : passwordStates(rules, password));
}
