import { describe, expect, it } from 'vitest';
import { fullScreenAfter } from './fullScreen.ts';

describe('full screen', () => {
  it('asks the person to return when it was lost, until it is back', () => {
    const full = fullScreenAfter('notYet', { kind: 'entered' });
    const lost = fullScreenAfter(full, { kind: 'left' });
    expect([full, lost, fullScreenAfter(lost, { kind: 'entered' })]).toEqual(['full', 'lost', 'full']);
  });

  it('lets a browser that cannot do it alone', () => {
    const refused = fullScreenAfter('notYet', { kind: 'refused' });
    expect(refused).toBe('unavailable');
    expect(fullScreenAfter(refused, { kind: 'left' })).toBe('unavailable');
  });

  it('keeps asking when the way back was refused once', () => {
    expect(fullScreenAfter('lost', { kind: 'refused' })).toBe('lost');
  });
});
