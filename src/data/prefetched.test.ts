import { languageHeader } from '@portal/api';
import { afterEach, expect, test, vi } from 'vitest';
import { dropPrefetched, fetchOrTake } from './prefetched.ts';

const address = '/api/patientportaluser/loginprofile';
const asSignedIn = { headers: { authorization: 'Bearer a' } };

function prefetched(token = 'a', language: string | null = null): void {
  globalThis.vestibulePrefetched = new Map([
    [
      address,
      {
        token,
        language,
        at: performance.now(),
        response: Promise.resolve(new Response('early')),
        stop: new AbortController(),
      },
    ],
  ]);
}
const network = () => vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('asked')));
const answer = async (...request: Parameters<typeof fetchOrTake>) => (await fetchOrTake(...request)).text();

afterEach(() => {
  vi.restoreAllMocks();
  delete globalThis.vestibulePrefetched;
});

test('an answer that was asked for early is taken once', async () => {
  network();
  prefetched();
  expect(await answer(address, asSignedIn)).toBe('early');
  expect(await answer(address, asSignedIn)).toBe('asked');
});

test('an answer to somebody else is not taken', async () => {
  network();
  prefetched('b');
  expect(await answer(address, asSignedIn)).toBe('asked');
});

test('an answer in another language is not taken', async () => {
  const inSpanish = { headers: { ...asSignedIn.headers, [languageHeader]: 'es' } };
  network();
  prefetched('a', 'en');
  expect(await answer(address, inSpanish)).toBe('asked');
  prefetched('a', 'es');
  expect(await answer(address, inSpanish)).toBe('early');
});

test('after something was changed no answer from before is taken, and its request ends', async () => {
  network();
  prefetched();
  const stopped = [...(globalThis.vestibulePrefetched?.values() ?? [])].map(({ stop }) => stop.signal);
  dropPrefetched();
  expect(await answer(address, asSignedIn)).toBe('asked');
  expect(stopped.map(({ aborted }) => aborted)).toEqual([true]);
});

test('once the app asks by itself it is too late to prefetch', async () => {
  network();
  expect(await answer(address, asSignedIn)).toBe('asked');
  expect(globalThis.vestibulePrefetched).toBeDefined();
});
