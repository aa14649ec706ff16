import { readAs } from '@portal/api';
import * as v from 'valibot';

const WithBattery = v.object({ getBattery: v.function() });
const BatteryNow = v.object({
  level: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  charging: v.boolean(),
});
/** How full the battery is, from 0 to 1, and whether it is charging. */
export type BatteryNow = v.InferOutput<typeof BatteryNow>;

/** Reads the browser's battery object; null for anything else. */
export const batteryFrom = (said: unknown): BatteryNow | null => readAs(BatteryNow, said);

/** Calls back with the battery now and at each change; null where there is none (Safari, Firefox). Returns a function that stops it. */
export function watchBattery(tell: (battery: BatteryNow | null) => void): () => void {
  const stopped = new AbortController();
  const begin = async (): Promise<void> => {
    const asked = v.safeParse(WithBattery, navigator);
    const battery: unknown = asked.success
      ? await Promise.resolve(asked.output.getBattery.call(navigator)).catch(() => null)
      : null;
    if (stopped.signal.aborted) return;
    const say = (): void => tell(batteryFrom(battery));
    say();
    if (!(battery instanceof EventTarget)) return;
    for (const change of ['levelchange', 'chargingchange'])
      battery.addEventListener(change, say, { signal: stopped.signal });
  };
  void begin();
  return () => stopped.abort();
}
