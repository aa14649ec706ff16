import { getPasswordRules, type PasswordRules } from '@portal/api';
import { useEffect, useState } from 'react';
import { send } from './http.ts';

/** The server's rules for a new password; null while they are on their way, and where they cannot be had: the server still checks them. */
export function usePasswordRules(): PasswordRules | null {
  const [rules, setRules] = useState<PasswordRules | null>(null);
  useEffect(() => {
    let gone = false;
    send(getPasswordRules).then(
      (answer) => !gone && setRules(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return rules;
}
