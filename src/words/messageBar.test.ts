import { beforeEach, expect, test, vi } from 'vitest';
import { clearMessage, clearMessageOnRouteChange, currentMessage, keepMessages, showMessage, words } from './index.ts';

/** A browser's storage, empty at first. */
function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (at) => [...items.keys()][at] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

const loaded = (key: Parameters<ReturnType<typeof words>['t']>[0]) =>
  vi.waitFor(() => expect(words().t(key)).not.toBe(key), { timeout: 20_000 });

beforeEach(clearMessage);

test('a message goes when the route changes, one that persists goes along to the page that it is for and ends with it', () => {
  const time = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  showMessage('invalidgrant');
  clearMessageOnRouteChange(false);
  expect(currentMessage()).toBeNull();
  showMessage('updatePasswordSuccess');
  clearMessageOnRouteChange(false);
  time.mockReturnValue(60_000);
  clearMessageOnRouteChange(true);
  expect(currentMessage()?.code).toBe('updatePasswordSuccess');
  clearMessageOnRouteChange(false);
  expect(currentMessage()).toBeNull();
  showMessage('confirmEmailRequired', {}, () => undefined);
  time.mockReturnValue(600_000);
  clearMessageOnRouteChange(false);
  expect(currentMessage()?.code).toBe('confirmEmailRequired');
  time.mockRestore();
});

test('a session time-out is not overwritten; a new try clears it first', () => {
  showMessage('sessiontimeout');
  showMessage('unspecified');
  showMessage('signupSuccess');
  clearMessageOnRouteChange(false);
  expect(currentMessage()?.code).toBe('sessiontimeout');
  clearMessage();
  showMessage('invalidgrant');
  expect(currentMessage()?.code).toBe('invalidgrant');
});

test('the text of a message that the first download lacks follows it', async () => {
  showMessage('confirmEmailRequired', {}, () => undefined);
  expect(currentMessage()).toMatchObject({ code: 'confirmEmailRequired', kind: 'warning', keepDisplay: true });
  await loaded('bar.confirmEmailRequired');
  expect(words().t('bar.confirmEmailRequired.action')).toBe('Send me a link');
});

test('what is needed before anything else has loaded is in the first download', () => {
  for (const code of [
    'sessiontimeout',
    'lockedout',
    'invalidgrant',
    'facilitySubscriptionExpired',
    'unspecified',
    'serverBusy',
    'noConnection',
    'tooManyRequests',
    'languageNotLoaded',
    'unlockFailed',
  ] as const) {
    expect(words().t(`bar.${code}`, { minutes: 15 })).not.toBe(`bar.${code}`);
  }
});

test('a message that persists outlives a new load of the page, as its code and the time alone', () => {
  const device = storage();
  keepMessages(() => device);
  showMessage('lockedout', { minutes: 9 });
  expect(device.length).toBe(0);
  showMessage('sessiontimeout');
  expect(device.getItem('vestibule.message')).toMatch(/^sessiontimeout \d+$/);
  clearMessage();
  expect(device.length).toBe(0);
  device.setItem('vestibule.message', 'sessiontimeout');
  keepMessages(() => device);
  expect(currentMessage()).toMatchObject({ code: 'sessiontimeout', kind: 'error' });
});

test('a message of half an hour ago was for somebody else', () => {
  const device = storage();
  device.setItem('vestibule.message', `sessiontimeout ${Date.now() - 30 * 60_000}`);
  keepMessages(() => device);
  expect(currentMessage()).toBeNull();
  expect(device.length).toBe(0);
  device.setItem('vestibule.message', `sessiontimeout ${Date.now() - 60_000}`);
  keepMessages(() => device);
  expect(currentMessage()?.code).toBe('sessiontimeout');
  clearMessage();
});

test('what is no code that persists is not shown after a load, and a device that stores nothing shows messages all the same', () => {
  for (const stored of ['invalidgrant', 'constructor', '__proto__', '<b>', '']) {
    const device = storage();
    device.setItem('vestibule.message', stored);
    keepMessages(() => device);
    expect(currentMessage(), stored).toBeNull();
  }
  keepMessages(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  showMessage('updatePasswordSuccess');
  expect(currentMessage()?.code).toBe('updatePasswordSuccess');
});
