import { expect, it } from 'vitest';
import { messageSchedules } from '../../../tests/apps/data/messageSchedules.ts';
import { newTally } from '../../../tests/apps/data/schedules.ts';

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

it('a message is never lost and never sent twice, whatever ends, fails or races', async () => {
  const tally = newTally();
  await messageSchedules.run({ numRuns: 100, tally, turn });
  expect(Object.entries(tally.faults).filter(([, count]) => count === 0)).toEqual([
    ['deploy', 0],
    ['session', 0],
  ]);
}, 20_000);
