import { expect, it } from 'vitest';
import { batteryFrom } from './battery.ts';

it('a battery is what has a level and says whether it is charging', () => {
  expect(batteryFrom({ level: 0.42, charging: true, chargingTime: 60 })).toEqual({ level: 0.42, charging: true });
});

it('anything else is told as unknown', () => {
  for (const said of [null, undefined, {}, { level: 42, charging: true }, { level: '0.5', charging: false }, 'full'])
    expect(batteryFrom(said)).toBeNull();
});
