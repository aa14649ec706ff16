import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPolyfills } from './polyfills.ts';

// Not added to the real prototypes, because changing what all arrays have slows down the whole process.
const arrays: Partial<Pick<unknown[], 'toSorted' | 'toReversed' | 'toSpliced' | 'with'>> = {};
const urls: Partial<Pick<typeof URL, 'canParse'>> = {};
const elements = {};
addPolyfills(arrays, urls, elements);

/** The result of a call, or its error. */
function outcome(method: ((...given: never[]) => unknown) | undefined, items: unknown, ...given: unknown[]): unknown {
  try {
    return method === undefined ? 'missing' : Reflect.apply(method, items, given);
  } catch (error) {
    return error instanceof RangeError ? 'RangeError' : error;
  }
}

test('what older browsers lack does what the browser’s own does', () => {
  const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
  const list = fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 12 });
  fc.assert(
    fc.property(list, fc.integer({ min: -14, max: 14 }), fc.nat(12), (items, at, count) => {
      const before = [...items];
      const ours = [
        outcome(arrays.toSorted, items, byText),
        outcome(arrays.toReversed, items),
        outcome(arrays.toSpliced, items, at, count, 'new'),
        outcome(arrays.with, items, at, 'new'),
      ];
      expect(items).toEqual(before);
      expect(ours).toEqual([
        items.toSorted(byText),
        items.toReversed(),
        items.toSpliced(at, count, 'new'),
        outcome(Array.prototype.with, items, at, 'new'),
      ]);
    }),
  );
  for (const [address, base] of [
    ['https://example.org/a?b=c#d'],
    ['/a', 'https://example.org'],
    ['/a'],
    ['//', 'https://example.org'],
    ['https://a b'],
    [''],
    ['', 'https://example.org'],
    ['tel:1'],
  ])
    expect(urls.canParse?.(address ?? '', base), address).toBe(URL.canParse(address ?? '', base));
});

test('a loop over an array does not meet them, and what is there stays', () => {
  expect(Object.keys(arrays)).toEqual([]);
  const own = () => true;
  const has = { canParse: own };
  addPolyfills({}, has, {});
  expect(has.canParse).toBe(own);
});
