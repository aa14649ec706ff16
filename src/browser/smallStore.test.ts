import { expect, test, vi } from 'vitest';
import { createEvents, firstStore } from '../words/smallStore.ts';
import { smallStore } from './smallStore.ts';

test.each([
  ['before the login form', firstStore],
  ['after it', smallStore],
])('a store of what loads %s tells of each change, once, until it is stopped', (_, make) => {
  const store = make<string>('a');
  const heard = vi.fn<() => void>();
  const other = vi.fn<() => void>();
  const stop = store.subscribe(heard);
  store.subscribe(other);
  expect(heard).not.toHaveBeenCalled();
  store.set('b');
  store.set('b');
  expect([store.get(), heard.mock.calls.length]).toEqual(['b', 1]);
  stop();
  store.set('c');
  expect([store.get(), heard.mock.calls.length, other.mock.calls.length]).toEqual(['c', 1, 2]);
});

test.each([
  ['before the login form', firstStore],
  ['after it', smallStore],
])('a listener of a store of what loads %s may change another one', (_, make) => {
  const [first, second] = [make<number>(0), make<number>(0)];
  const seen: number[] = [];
  first.subscribe(() => second.set(first.get() * 2));
  second.subscribe(() => seen.push(second.get()));
  first.set(1);
  first.set(2);
  expect(seen).toEqual([2, 4]);
});

test('an event reaches whoever listens at that moment, and nobody after the channel was cleared', () => {
  const events = createEvents<[number]>();
  const heard: number[] = [];
  events.emit(1);
  events.on((value) => heard.push(value));
  events.emit(2);
  events.clear();
  events.emit(3);
  expect(heard).toEqual([2]);
});
