import { expect, test } from 'vitest';
import { ruleState } from './NewPasswordFields.tsx';

test.each([
  ['', false, 'untried'],
  ['', true, 'untried'],
  ['a', false, 'notMet'],
  ['Abc+12345', true, 'met'],
] as const)('of "%s" a rule that is met: %s is %s', (password, met, state) =>
  expect(ruleState(password, met)).toBe(state),
);
