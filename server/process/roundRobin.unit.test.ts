import { expect, test } from 'vitest';
import { roundRobin } from './roundRobin.ts';

test('whoever asks for one waits for one of those who ask for many; these have an end too', async () => {
  const order: string[] = [];
  const turn = roundRobin(1, 20, 100);
  const ask = (who: string) =>
    turn(who, async () => {
      order.push(who);
      await Promise.resolve();
    });
  const many = Array.from({ length: 300 }, () => ask('stranger'));
  const one = await ask('patient');
  expect(one).toEqual({ done: undefined });
  expect(order.slice(0, 3)).toEqual(['stranger', 'stranger', 'patient']);
  const outcomes = await Promise.all(many);
  expect(outcomes.filter((outcome) => outcome === 'too_many_of_one')).toHaveLength(279);
  expect(order).toHaveLength(22);
});

test('all together have an end, and a work that fails gives its place on', async () => {
  const turn = roundRobin(1, 5, 2);
  const failing = turn('a', () => Promise.reject(new Error('no')));
  const waiting = [turn('b', () => Promise.resolve('b')), turn('c', () => Promise.resolve('c'))];
  expect(await turn('d', () => Promise.resolve('d'))).toBe('too_many');
  await expect(failing).rejects.toThrow('no');
  expect(await Promise.all(waiting)).toEqual([{ done: 'b' }, { done: 'c' }]);
  expect(await turn('d', () => Promise.resolve('d'))).toEqual({ done: 'd' });
});

test('where all places are taken, those who wait with many make place for one who waits with fewer', async () => {
  const order: string[] = [];
  const turn = roundRobin(1, 4, 8);
  const ask = (who: string) =>
    turn(who, async () => {
      order.push(who);
      await Promise.resolve();
    });
  // One task runs, and two strangers fill all eight places in the queue.
  const strangers = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'].map(ask);
  const patients = ['c', 'd'].map(ask);
  const outcomes = await Promise.all(strangers);
  expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(2);
  expect(await Promise.all(patients)).toEqual([{ done: undefined }, { done: undefined }]);
  expect(order).toEqual(['a', 'a', 'b', 'c', 'd', 'a', 'b', 'a', 'b']);
});

test('a long queue of one each makes no place, and the last one hears it at once', async () => {
  const turn = roundRobin(1, 4, 2);
  const waiting = ['a', 'b', 'c'].map((who) => turn(who, () => Promise.resolve(who)));
  expect(await turn('d', () => Promise.resolve('d'))).toBe('too_many');
  expect(await Promise.all(waiting)).toEqual([{ done: 'a' }, { done: 'b' }, { done: 'c' }]);
});

test('an earlier lane goes first and takes a place of a later one, never the other way round', async () => {
  const order: string[] = [];
  const turn = roundRobin(1, 4, 3);
  const ask = (who: string, lane: 'first' | 'second' | 'last') =>
    turn(
      who,
      async () => {
        order.push(who);
        await Promise.resolve();
      },
      lane,
    );
  const strangers = ['a', 'b', 'c', 'd'].map((who) => ask(who, 'last'));
  const people = [ask('new', 'second'), ask('known', 'first')];
  expect(await ask('e', 'last')).toBe('too_many');
  expect(await Promise.all(people)).toEqual([{ done: undefined }, { done: undefined }]);
  expect((await Promise.all(strangers)).filter((outcome) => outcome === 'too_many')).toHaveLength(2);
  expect(order).toHaveLength(4);
  expect(order.slice(0, 3)).toEqual(['a', 'known', 'new']);
});
