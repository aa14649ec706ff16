import { describe, expect, test } from 'vitest';
import { createOpenings, type OpenWork } from './openings.ts';

/** Work that lists what was done with it; `flush` and `leave` wait until the test lets them go on. */
function work() {
  const done: string[] = [];
  const gates = new Map<string, () => void>();
  const held = (what: string) => {
    done.push(what);
    return new Promise<void>((resolve) => gates.set(what, resolve));
  };
  let isClosed = false;
  const open: OpenWork = {
    isClosed: () => isClosed,
    settle: () => Promise.resolve(),
    flush: () => held('flush'),
    leave: () => held('leave'),
    stop: () => done.push('stop'),
  };
  return {
    open,
    done,
    close: () => {
      isClosed = true;
    },
    let: (what: 'flush' | 'leave') => gates.get(what)?.(),
  };
}
const turns = () => new Promise((resolve) => void setImmediate(resolve));

describe('work that several parts of a page have open', () => {
  test('is opened once and left after the last of them', async () => {
    const openings = createOpenings();
    const mine = work();
    const [one, two] = await Promise.all([0, 1].map(() => openings.open('draft/1', () => Promise.resolve(mine.open))));
    expect(one).toBe(mine.open);
    expect(two).toBe(mine.open);
    await openings.release(mine.open);
    expect(mine.done).toEqual([]);
    const released = openings.release(mine.open);
    mine.let('flush');
    await turns();
    mine.let('leave');
    await released;
    expect(mine.done).toEqual(['flush', 'leave']);
    expect(openings.at('draft/1')).toBeNull();
  });

  test('stays open where somebody opens it again while it goes to the server', async () => {
    const openings = createOpenings();
    const mine = work();
    const open = () => openings.open('draft/1', () => Promise.resolve(mine.open));
    await open();
    const released = openings.release(mine.open);
    expect(await open()).toBe(mine.open);
    mine.let('flush');
    await released;
    expect(mine.done).toEqual(['flush']);
    expect(openings.at('draft/1')).toBe(mine.open);
  });
});

test('whoever opens it while it is being left gets another, after it was left', async () => {
  const openings = createOpenings();
  const [first, second] = [work(), work()];
  await openings.open('draft/1', () => Promise.resolve(first.open));
  const released = openings.release(first.open);
  first.let('flush');
  await turns();
  let opened: OpenWork | null = null;
  const again = openings
    .open('draft/1', () => Promise.resolve(second.open))
    .then((open) => {
      opened = open;
    });
  await turns();
  expect(opened).toBeNull();
  first.let('leave');
  await Promise.all([released, again]);
  expect(opened).toBe(second.open);
  expect(openings.at('draft/1')).toBe(second.open);
});

test('what was sent or thrown away is not opened again', async () => {
  const openings = createOpenings();
  const [first, second] = [work(), work()];
  await openings.open('draft/1', () => Promise.resolve(first.open));
  first.close();
  expect(await openings.open('draft/1', () => Promise.resolve(second.open))).toBe(second.open);
  openings.forget(first.open);
  expect(openings.at('draft/1')).toBe(second.open);
});

test('an opening that failed is tried anew', async () => {
  const openings = createOpenings();
  const mine = work();
  await expect(openings.open('draft/1', () => Promise.reject(new Error('locked')))).rejects.toThrow('locked');
  expect(await openings.open('draft/1', () => Promise.resolve(mine.open))).toBe(mine.open);
});
