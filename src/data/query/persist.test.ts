import { calls, contractVersion, FacilityId, listFaqs } from '@portal/api';
import { QueryObserver } from '@tanstack/react-query';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';

// What another file of this process has loaded may keep answers already, of another facility.
vi.resetModules();
const { isKeptInClear, queryClient, queryFor } = await import('./query.ts');
const { callsKeptInClear, keepAnswers, readKept } = await import('./persist.ts');

const now = Date.UTC(2026, 10, 22);
const day = 24 * 60 * 60 * 1000;
const faqs = [{ question: 'Where do I park?', answer: 'Behind the house.', viewOrder: 1 }];
const key = (name: string, params: unknown = { facilityId: 3 }) => [name, params, { language: 'en' }];
const row = (queryKey: unknown, data: unknown, dataUpdatedAt = now - day) => ({
  queryKey,
  queryHash: 'anything',
  state: { data, dataUpdatedAt, status: 'error', isInvalidated: false },
});
const stored = (...queries: unknown[]) =>
  JSON.stringify({ timestamp: now, buster: '1 here 3', clientState: { queries, mutations: [] } });
const read = (...queries: unknown[]) => readKept(stored(...queries), now).clientState.queries;

test('the calls that are kept in clear are those of the contract', () => {
  const ofContract = Object.values(calls).filter((call) => isKeptInClear(call));
  expect(callsKeptInClear.map(({ name }) => name).toSorted()).toEqual(ofContract.map(({ name }) => name).toSorted());
});

test('a kept answer comes back with its age, as one to be asked again', () => {
  expect(read(row(key(calls.listFaqs.name), faqs))).toMatchObject([
    { state: { data: faqs, dataUpdatedAt: now - day, status: 'success', error: null, isInvalidated: true } },
  ]);
});

test.each([
  ['of a patient', row(key(calls.listAppointments.name, { patientId: 1 }), [])],
  ['of an account', row(key(calls.getLoginProfile.name, {}), { userName: 'ada' })],
  ['of no call of ours', row(key('constructor'), {})],
  ['of another shape', row(key(calls.listFaqs.name), [{ question: 7 }])],
  ['of last year', row(key(calls.listFaqs.name), faqs, now - 31 * day)],
  ['of next year', row(key(calls.listFaqs.name), faqs, now + 31 * day)],
])('an answer %s does not come back, and the others do', (_, other) => {
  expect(read(other, row(key(calls.listFaqs.name), faqs))).toHaveLength(1);
});

test.each(['', '{', 'null', '[]', '{"timestamp":1}', stored({ queryKey: 7 })])('%s is nothing at all', (text) => {
  expect(readKept(text, now)).toMatchObject({ timestamp: 0, clientState: { queries: [] } });
});

test('what a page asked for before it was read stays when that page is left', async () => {
  const facilityId = v.parse(FacilityId, 3);
  const buster = `${contractVersion} portal.example `;
  const text = JSON.stringify({
    ...v.parse(
      v.pipe(v.string(), v.parseJson(), v.looseObject({})),
      stored(row(key(calls.listFaqs.name), faqs, Date.now())),
    ),
    timestamp: Date.now(),
    buster,
  });
  vi.stubGlobal('localStorage', { getItem: () => text, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', { host: 'portal.example' });
  const asked = {
    ...queryFor(listFaqs, { params: { facilityId }, query: { language: 'en' } }),
    // Answers never, as long as somebody waits.
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('left')))),
  };
  // As the loader of a page does; the page itself comes later.
  void queryClient.prefetchQuery(asked);
  keepAnswers();
  await vi.waitFor(() => expect(queryClient.getQueryData(asked.queryKey)).toEqual(faqs), { timeout: 20_000 });
  await new Promise(setImmediate);
  const leave = new QueryObserver(queryClient, asked).subscribe(() => undefined);
  leave();
  await new Promise(setImmediate);
  expect(queryClient.getQueryData(asked.queryKey)).toEqual(faqs);
});
