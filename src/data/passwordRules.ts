import { getPasswordRules, type PasswordRules, type PasswordState, passwordStates } from '@portal/api';
import { useEffect, useState } from 'react';
import { fetchCall } from './fetchCall.ts';

/**
 * What a new password keeps of the server's rules; nothing while they are on their way, and where they cannot be had: the server still
 * checks them.
 */
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
