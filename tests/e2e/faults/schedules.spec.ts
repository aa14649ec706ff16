import { expect, test } from 'playwright/test';
import { openLane, runSchedules } from './schedules.ts';
import { told } from './told.ts';

test.use({ serviceWorkers: 'allow' });

const runs = 2;

// Two here, to see that schedules still run; the many are `npm run faults`. A seed of the day, so that a failure can be played again and another day looks elsewhere: npm run faults -- --runs 2 --seed <seed> --lanes 1
test(`${runs} random schedules of faults lose no answer and double none`, async () => {
  const seed = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
  const lane = await openLane();
  try {
    const ended = runSchedules(lane, {
      runs,
      seed,
      onCommand: process.env.DEBUG_SCHEDULES === '1' ? (name) => process.stdout.write(`${name}\n`) : undefined,
    });
    expect(await ended.then(() => '', told)).toBe('');
  } finally {
    await lane.stop();
  }
});
