import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearMarker, readMarker, writeMarker } from './marker.ts';

/** A cookie store that behaves like `document.cookie`. */
function jar() {
  const cookies = new Map<string, string>([['other', 'records-7']]);
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
}

beforeEach(() => vi.stubGlobal('document', jar()));
afterEach(() => vi.unstubAllGlobals());

describe.each(['https:', 'http:'])('the marker of kept records at %s', (protocol) => {
  beforeEach(() => vi.stubGlobal('location', { protocol }));

  it('is read as it was written, and gone when it was cleared', () => {
    expect(readMarker()).toBeNull();
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), (unsent) => {
        writeMarker({ unsent });
        expect(readMarker()).toEqual({ unsent: Math.min(unsent, 999) });
        clearMarker();
        expect(readMarker()).toBeNull();
      }),
    );
  });

  it('is nothing where it is of another form', () => {
    const name = protocol === 'https:' ? '__Host-vestibule-kept' : 'vestibule-kept';
    for (const value of ['', 'records-', 'records-1234', 'records--1', 'patient-7'])
      expect(readMarker(`a=b; ${name}=${value}`)).toBeNull();
    expect(readMarker(`a=b; ${name}=records-4; c=d`)).toEqual({ unsent: 4 });
    expect(readMarker(`x${name}=records-4`)).toBeNull();
  });
});
