import type { WireErrorCode } from '@portal/api';
import { CallError } from '../../../src/data/errors.ts';
import type { DeviceClock } from '../../../src/data/unsent/clock.ts';
import { refused } from './refused.ts';

/**
 * A world without timers: the test draws what happens next. Everything that waits stands in one queue, and the test picks which entry goes
 * on. `turn` lets everything that is ready run.
 */
export function drawnWorld(draw: () => number, turn: () => Promise<void>) {
  const waiting: { readonly go: () => void; alive: boolean }[] = [];
  const gate = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ go: resolve, alive: true });
    });

  return {
    gate,
    later(run: () => void): () => void {
      const entry = { go: run, alive: true };
      waiting.push(entry);
      return () => {
        entry.alive = false;
      };
    },
    /** Lets one waiting entry go on; false when none waits. */
    async step(): Promise<boolean> {
      await turn();
      const living = waiting.filter((entry) => entry.alive);
      waiting.length = 0;
      waiting.push(...living);
      if (waiting.length === 0) return false;
      const [chosen] = waiting.splice(draw() % waiting.length, 1);
      chosen?.go();
      await turn();
      return true;
    },
    async drain(most = 3_000): Promise<void> {
      for (let steps = 0; await this.step(); steps += 1)
        if (steps > most) throw new Error('the world never comes to rest');
    },
  };
}
export type DrawnWorld = ReturnType<typeof drawnWorld>;

/** What the network does with one request. */
export type Fate = 'fine' | 'requestLost' | 'replyLost' | 'twice';

/** The network to a server: applies to each request what `fate` returns. */
export function drawnNetwork(world: DrawnWorld, fate: () => Fate) {
  const offline = () => new CallError('model', { kind: 'offline' });
  const refuse = (status: number, { error, ...more }: { error: WireErrorCode } & Record<string, unknown>) =>
    new CallError('model', refused(status, error, more));

  const over = async <T>(apply: () => T): Promise<T> => {
    await world.gate();
    const mine = fate();
    if (mine === 'requestLost') throw offline();
    let answer: { readonly value: T } | null = null;
    let refusal: unknown = null;
    try {
      answer = { value: apply() };
      if (mine === 'twice') answer = { value: apply() };
    } catch (error) {
      refusal = error;
    }
    await world.gate();
    if (mine === 'replyLost') throw offline();
    if (refusal !== null || answer === null) throw refusal;
    return answer.value;
  };
  return { over, refuse };
}

/** One page's process. After `end` it receives no answers and sends no requests. */
export function drawnProcess(world: DrawnWorld, wall: () => number) {
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const later = (run: () => void) =>
    world.later(() => {
      if (!isDead) run();
    });
  const clock: DeviceClock = { wall, later: (_, run) => later(run), random: () => 0.5, afterPaint: later };
  const living = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isDead) return never;
    try {
      const answer = await ask();
      return isDead ? await never : answer;
    } catch (error) {
      if (isDead) return never;
      throw error;
    }
  };
  const end = (): void => {
    isDead = true;
  };
  return { clock, living, end };
}
