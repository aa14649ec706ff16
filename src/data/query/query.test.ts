import { contractVersion, countNotReviewedLabResults, PatientId, versionHeader } from '@portal/api';
import { QueryObserver } from '@tanstack/react-query';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const answers: ((count: number) => void)[] = [];
let isServerDown = false;
vi.stubGlobal(
  'fetch',
  () =>
    new Promise<Response>((resolve, reject) => {
      if (isServerDown) return reject(new TypeError('Failed to fetch'));
      answers.push((count) => resolve(Response.json(count, { headers: { [versionHeader]: String(contractVersion) } })));
    }),
);
// Other files of this process have let foreign servers answer, which have no calls of ours.
vi.resetModules();
const { tokens } = await import('../http.ts');
const { connection, noteExchange } = await import('../connection.ts');
const { invalidate, queryClient, queryFor } = await import('./query.ts');
tokens().adopt({ access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' }, 'userNamePassword');

test('a first answer that was on its way when something changed is asked for again', async () => {
  const query = queryFor(countNotReviewedLabResults, { params: { patientId: v.parse(PatientId, 12) } });
  const shown: (number | undefined)[] = [];
  const stop = new QueryObserver(queryClient, query).subscribe(({ data }) => void shown.push(data));
  await vi.waitUntil(() => answers.length === 1);
  const isInvalidated = invalidate(countNotReviewedLabResults);
  expect(answers).toHaveLength(1);
  answers[0]?.(2);
  await vi.waitUntil(() => answers.length === 2, 20_000);
  answers[1]?.(1);
  await vi.waitUntil(() => shown.at(-1) === 1, 20_000);
  await isInvalidated;
  stop();
  queryClient.clear();
});

test('what nobody answered is asked for again once the server can be reached, and no more than a few times in a row', async () => {
  const query = queryFor(countNotReviewedLabResults, { params: { patientId: v.parse(PatientId, 13) } });
  const shown: (number | undefined)[] = [];
  isServerDown = true;
  const asked = answers.length;
  const observer = new QueryObserver(queryClient, { ...query, retry: false });
  const stop = observer.subscribe(({ data }) => void shown.push(data));
  const failures = () => queryClient.getQueryState(query.queryKey)?.errorUpdateCount;
  await vi.waitUntil(() => failures() === 1 && connection() === 'offline', 20_000);
  isServerDown = false;
  noteExchange(true);
  await vi.waitUntil(() => answers.length === asked + 1, 20_000);
  answers.at(-1)?.(3);
  await vi.waitUntil(() => shown.at(-1) === 3, 20_000);

  isServerDown = true;
  await observer.refetch();
  for (const count of [3, 4, 5]) {
    noteExchange(false);
    noteExchange(true);
    await vi.waitUntil(() => failures() === count, 20_000);
  }
  noteExchange(false);
  noteExchange(true);
  expect(queryClient.getQueryState(query.queryKey)?.fetchStatus).toBe('idle');
  stop();
  queryClient.clear();
});
