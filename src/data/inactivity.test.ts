import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchInactivity } from './inactivity.ts';
import { browserTabs } from './tabs.ts';

const seconds = 900;
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const screen = new EventTarget();
let told: string[];
/** Simulates activity of the person in another tab. */
let anotherTab: () => void;
let watch: ReturnType<typeof watchInactivity>;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
  vi.stubGlobal('window', screen);
  vi.stubGlobal('document', page);
  vi.spyOn(browserTabs, 'channel').mockImplementation((_, hear) => {
    anotherTab = () => hear('alive');
    return { post: () => undefined, close: () => undefined };
  });
  told = [];
  watch = watchInactivity({
    seconds,
    warnBefore: 120,
    onWarn: (left) => told.push(`warned ${left}`),
    onBack: () => told.push('back'),
    onLock: () => told.push('locked'),
  });
});
afterEach(() => {
  watch.stop();
  page.visibilityState = 'visible';
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (time: number) => vi.advanceTimersByTime(time * 1000);
/** The device sleeps: its clock goes on, no timer runs, and the monotonic clock stands still. */
const sleep = (time: number) => vi.setSystemTime(Date.now() + time * 1000);
function show(state: 'hidden' | 'visible'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

describe('a watch over inactivity', () => {
  it('warns, then locks', () => {
    pass(seconds - 121);
    expect(told).toEqual([]);
    pass(1);
    expect(told).toEqual(['warned 120']);
    pass(120);
    expect(told.at(-1)).toBe('locked');
  });

  it('begins anew with every sign of the person, until the warning shows', () => {
    pass(seconds - 130);
    screen.dispatchEvent(new Event('keydown'));
    pass(seconds - 121);
    expect(told).toEqual([]);
    pass(1);
    screen.dispatchEvent(new Event('keydown'));
    expect(told).toEqual(['warned 120']);
    watch.stay();
    expect(told.at(-1)).toBe('back');
    pass(119);
    expect(told.at(-1)).toBe('back');
  });

  it('locks as soon as the page is seen again on a device that slept for the whole time', () => {
    pass(60);
    show('hidden');
    sleep(seconds);
    expect(told).toEqual([]);
    show('visible');
    expect(told).toEqual(['locked']);
  });

  it('warns when the device woke up shortly before the end', () => {
    show('hidden');
    sleep(seconds - 60);
    show('visible');
    expect(told).toEqual(['warned 60']);
  });

  it('counts a short sleep to what was before it', () => {
    pass(600);
    show('hidden');
    sleep(200);
    show('visible');
    expect(told).toEqual(['warned 100']);
  });

  it('does not count a sleep after which the person was at another tab', () => {
    show('hidden');
    sleep(seconds);
    anotherTab();
    pass(10);
    show('visible');
    expect(told).toEqual([]);
  });

  it('does not believe a device clock that jumps while the page is seen, or one that was set back', () => {
    sleep(86_400);
    pass(1);
    show('hidden');
    sleep(-86_400);
    show('visible');
    pass(1);
    expect(told).toEqual([]);
  });
});
