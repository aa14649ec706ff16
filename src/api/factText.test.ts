import { expect, test } from 'vitest';
import { factText } from './factText.ts';

test('a code that says more than a text of ours stays as the source wrote it', () => {
  expect(factText('frequency', 'MORN')).toBe('timing.inTheMorning');
  for (const code of ['MORN.early', 'AFT.late', 'EVE.late']) expect(factText('frequency', code)).toBeNull();
});
