import * as v from 'valibot';
import { connection, subscribeToConnection } from '../connection.ts';
import { tokens } from '../http.ts';
import { currentSession } from '../session.ts';
import type { Obstacle } from './aheadEnvironment.ts';

/** Below this charge (0 to 1) nothing is fetched ahead of time. */
const lowBattery = 0.2;
/** Milliseconds that a page may be hidden before fetching pauses. */
const hiddenFor = 60_000;
/** Milliseconds between two looks at conditions that have no change event. */
const lookAgain = 2_000;

const Battery = v.object({ level: v.number(), charging: v.boolean() });
const Network = v.object({ saveData: v.boolean() });

/** A property of `navigator` that only some browsers have; undefined in the others. */
const told = (name: string): unknown => Reflect.get(navigator, name);
const isTarget = (one: unknown): one is EventTarget => one instanceof EventTarget;

/** Watches whether this is a good moment to fetch data that nobody has opened yet. */
interface AheadConditions {
  readonly obstacle: () => Obstacle | null;
  /** Resolves when an obstacle may have changed, or when the signal aborts. */
  readonly change: (signal: AbortSignal) => Promise<void>;
}

let watching: AheadConditions | null = null;

function watch(): AheadConditions {
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const one of waiting) one();
  };
  let battery: unknown = null;
  const getBattery = told('getBattery');
  if (typeof getBattery === 'function')
    Promise.resolve(Reflect.apply(getBattery, navigator, [])).then(
      (found: unknown) => {
        battery = found;
        if (!isTarget(found)) return;
        found.addEventListener('levelchange', changed);
        found.addEventListener('chargingchange', changed);
      },
      () => undefined,
    );
  const network = told('connection');
  if (isTarget(network)) network.addEventListener('change', changed);
  subscribeToConnection(changed);
  let hiddenAt: number | null = document.visibilityState === 'hidden' ? performance.now() : null;
  document.addEventListener('visibilitychange', () => {
    hiddenAt = document.visibilityState === 'hidden' ? performance.now() : null;
    changed();
  });
  return {
    obstacle() {
      if (connection() === 'offline' || currentSession()?.mode !== 'online') return 'network';
      const saver = v.safeParse(Network, told('connection'));
      if (saver.success && saver.output.saveData) return 'dataSaver';
      const power = v.safeParse(Battery, battery);
      if (power.success && !power.output.charging && power.output.level < lowBattery) return 'battery';
      if (hiddenAt !== null && performance.now() - hiddenAt > hiddenFor) return 'away';
      // The page refreshes its tokens when somebody uses it. Background work must not keep a session alive.
      return tokens().isUsable() ? null : 'away';
    },
    change: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, lookAgain);
        waiting.add(done);
        signal.addEventListener('abort', done);
        if (signal.aborted) done();
      }),
  };
}

/** The conditions of this browser. */
export const aheadConditions = (): AheadConditions => (watching ??= watch());
