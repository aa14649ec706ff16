import { expect, test } from 'vitest';
import { inOrder } from './inOrder.ts';

/** Work that ends when the test says so. */
function held() {
  let end: (how: 'well' | 'badly') => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (how) => (how === 'well' ? resolve() : reject(new Error('no answer')));
  });
  return { ended, end };
}

test.each(['well', 'badly'] as const)(
  'of two saves under one name the second begins when the first has ended %s; another name waits for neither',
  async (how) => {
    const begun: string[] = [];
    const first = held();
    const one = inOrder('a', () => {
      begun.push('first');
      return first.ended;
    });
    const two = inOrder('a', async () => {
      begun.push('second');
      return 2;
    });
    await inOrder('b', async () => begun.push('other'));
    expect(begun).toEqual(['first', 'other']);
    first.end(how);
    await one.catch(() => undefined);
    expect(await two).toBe(2);
    expect(begun).toEqual(['first', 'other', 'second']);
  },
);
