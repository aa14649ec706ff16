import { expect, test } from 'playwright/test';
import { openLane, runSchedules } from './schedules.ts';
import { failureText } from './failureText.ts';

test.use({ serviceWorkers: 'allow' });

// One schedule, to see that schedules still run; `npm run faults` runs many. The seed is the date, so that a failure can be repeated and
// another day tries something else: npm run faults -- --runs 1 --seed <seed> --lanes 1
test('a random schedule of faults loses no answer and doubles none', async () => {
  const seed = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
  const lane = await openLane();
  try {
    const ended = runSchedules(lane, {
      runs: 1,
      seed,
      onCommand: process.env.DEBUG_SCHEDULES === '1' ? (name) => process.stdout.write(`${name}\n`) : undefined,
    });
    expect(await ended.then(() => '', failureText)).toBe('');
  } finally {
    await lane.stop();
  }
});
