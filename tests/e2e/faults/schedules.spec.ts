import { expect, test } from 'playwright/test';
import { openLane, runSchedules } from './schedules.ts';
import { told } from './told.ts';

test.use({ serviceWorkers: 'allow' });

// One here, to see that schedules still run; the many are `npm run faults`. A seed of the day, so that a failure can be played again and another day looks elsewhere: npm run faults -- --runs 1 --seed <seed> --lanes 1
test('a random schedule of faults loses no answer and doubles none', async () => {
  const seed = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
  const lane = await openLane();
  try {
    const ended = runSchedules(lane, {
      runs: 1,
      seed,
      onCommand: process.env.DEBUG_SCHEDULES === '1' ? (name) => process.stdout.write(`${name}\n`) : undefined,
    });
    expect(await ended.then(() => '', told)).toBe('');
  } finally {
    await lane.stop();
  }
});
