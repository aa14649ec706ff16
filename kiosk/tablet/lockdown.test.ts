import { describe, expect, it } from 'vitest';
import { leavesThePage, staysInside } from './lockdown.ts';

const press = (key: string, held: Partial<{ ctrlKey: boolean; metaKey: boolean; altKey: boolean }> = {}) =>
  leavesThePage({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('the way out', () => {
  it('is closed for reload, print, save and history keys', () => {
    expect([
      press('F5'),
      press('r', { ctrlKey: true }),
      press('P', { metaKey: true }),
      press('ArrowLeft', { altKey: true }),
    ]).toEqual([true, true, true, true]);
  });

  it('leaves typing, moving and copying alone', () => {
    expect([
      press('r'),
      press('ArrowLeft'),
      press('Tab'),
      press('v', { ctrlKey: true }),
      press('a', { ctrlKey: true }),
    ]).toEqual([false, false, false, false, false]);
  });

  it('is closed for links to other places and open within the page', () => {
    const page = 'https://kiosk.example/complete-kiosk-questionnaire';
    expect(staysInside('#main', page)).toBe(true);
    expect(staysInside('/kioskLogin', page)).toBe(true);
    expect(staysInside('https://elsewhere.example/', page)).toBe(false);
    expect(staysInside('mailto:a@b.example', page)).toBe(false);
  });
});
