import { describe, expect, it } from 'vitest';
import { shortName } from './shortName.ts';

describe('the name on the hand-over screen', () => {
  it('tells no more than the first name and one letter', () => {
    expect(shortName({ firstName: 'Juniper', lastName: 'Applewhistle' })).toBe('Juniper A.');
  });

  it('bears names of one part and letters outside the basic plane', () => {
    expect(shortName({ firstName: 'Wren', lastName: ' ' })).toBe('Wren');
    expect(shortName({ firstName: '明', lastName: '𠮷田' })).toBe('明 𠮷.');
  });
});
