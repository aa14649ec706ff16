import type { PasswordRules } from '@portal/api';

export type RuleName = 'length' | 'capitals' | 'numbers' | 'specials';

/** One rule as the page shows it. */
export interface RuleState {
  readonly name: RuleName;
  readonly count: number;
  readonly met: boolean;
}

const occurrences = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Which rules a password meets; a rule that asks for nothing is left out (specification 1, section 5). */
export function checkPassword(rules: PasswordRules, password: string): RuleState[] {
  const states: RuleState[] = [
    { name: 'length', count: rules.minimumLength, met: password.length >= rules.minimumLength },
    { name: 'capitals', count: rules.numOfCapitalLetters, met: occurrences(password, /[A-Z]/g) >= rules.numOfCapitalLetters },
    { name: 'numbers', count: rules.numOfNumbers, met: occurrences(password, /[0-9]/g) >= rules.numOfNumbers },
    { name: 'specials', count: rules.numOfSpecialCharacters, met: occurrences(password, /[!@#$%&()+ ]/g) >= rules.numOfSpecialCharacters },
  ];
  return states.filter(({ count }) => count > 0);
}
