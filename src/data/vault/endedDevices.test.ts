import { DeviceId } from '@portal/api';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

// Other files of this process have let foreign servers answer, to which no ended device is reported.
vi.resetModules();
const { noteEnded, tellEnded } = await import('./endedDevices.ts');

/** The status that the server answers next; null: no answer. */
let answers: (number | null)[] = [];
const told: string[] = [];
vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
  const status = answers.shift() ?? null;
  if (status === null) return Promise.reject(new TypeError('no network'));
  told.push(v.parse(v.pipe(v.string(), v.parseJson(), v.looseObject({ deviceId: v.string() })), body).deviceId);
  if (status === 204) return Promise.resolve(new Response(null, { status }));
  return Promise.resolve(Response.json({ error: 'not_found' }, { status }));
});

const device = (letter: string) => ({ deviceId: v.parse(DeviceId, letter.repeat(32)), proof: 'p'.repeat(43) });
beforeEach(() => {
  stored.clear();
  answers = [];
  told.length = 0;
});

test('a log-out that the server did not hear is told again until it does, each device for itself', async () => {
  noteEnded(device('a'));
  noteEnded(device('b'));
  await tellEnded();
  answers = [503, 204];
  await tellEnded();
  answers = [204];
  await tellEnded();
  expect(told).toEqual([device('a').deviceId, device('b').deviceId, device('a').deviceId]);
  expect(stored.size).toBe(0);
});

test('a back end that knows nothing of it is not told again', async () => {
  noteEnded(device('a'));
  answers = [404];
  await tellEnded();
  expect(stored.size).toBe(0);
});
