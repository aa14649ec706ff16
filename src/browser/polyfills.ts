/**
 * Adds the built-ins that our code uses and Chrome 109, Safari 16.4 and Firefox 115 lack (`src/layout/build/builtIns.build.ts` fails the
 * build where it uses another). Only those browsers load this file, through `missingBuiltIns.ts`.
 */
function add(to: object, name: string, value: (...given: never[]) => unknown): void {
  if (!(name in to)) Object.defineProperty(to, name, { value, writable: true, configurable: true });
}

/** The index at which an array method starts; negative numbers count from the end. */
const place = (at: number, length: number): number => (at < 0 ? length + at : at);

/** Adds the missing methods of arrays, URLs and elements. */
export function addPolyfills(arrays: object, urls: object, elements: object): void {
  add(arrays, 'toSorted', function <T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
    return [...this].sort(compare);
  });
  add(arrays, 'toReversed', function <T>(this: readonly T[]): T[] {
    return [...this].reverse();
  });
  add(arrays, 'toSpliced', function <T>(this: readonly T[], ...change: [number, number, ...T[]]): T[] {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  });
  add(arrays, 'with', function <T>(this: readonly T[], at: number, value: T): T[] {
    const index = place(Math.trunc(at) || 0, this.length);
    if (index < 0 || index >= this.length) throw new RangeError('There is no such place in the array.');
    const copy = [...this];
    copy[index] = value;
    return copy;
  });
  add(urls, 'canParse', (address: string | URL, base?: string | URL): boolean => {
    try {
      return new URL(address, base) instanceof URL;
    } catch {
      return false;
    }
  });
  add(
    elements,
    'checkVisibility',
    function (this: Element, { visibilityProperty = false }: CheckVisibilityOptions = {}): boolean {
      return (
        this.getClientRects().length > 0 && !(visibilityProperty && getComputedStyle(this).visibility !== 'visible')
      );
    },
  );
}
