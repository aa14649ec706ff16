import { getPasswordRules, type PasswordRules, type PasswordState, passwordStates } from '@portal/api';
import { useEffect, useState } from 'react';
import { untilStopped } from '../browser/untilStopped.ts';
import { fetchCall } from './fetchCall.ts';

/** Which of the server's rules a new password meets. Empty while they are not loaded; the server checks them in any case. */
export function usePasswordStates(): (password: string) => readonly PasswordState[] {
  const [rules, setRules] = useState<PasswordRules | null>(null);
  useEffect(() => untilStopped(fetchCall(getPasswordRules, {}), setRules), []);
  return (password) => (rules === null ? [] : passwordStates(rules, password));
}
