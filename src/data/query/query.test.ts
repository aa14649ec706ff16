import {
  chooseLabResultOpening,
  contractVersion,
  countNotReviewedLabResults,
  PatientId,
  versionHeader,
} from '@portal/api';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const answers: ((answer: number | 'starting') => void)[] = [];
let isServerDown = false;
vi.stubGlobal(
  'fetch',
  () =>
    new Promise<Response>((resolve, reject) => {
      if (isServerDown) return reject(new TypeError('Failed to fetch'));
      const headers = { [versionHeader]: String(contractVersion) };
      answers.push((answer) =>
        resolve(
          answer === 'starting'
            ? Response.json({ error: 'unavailable' }, { status: 503, headers })
            : Response.json(answer, { headers }),
        ),
      );
    }),
);
// Other files of this process have let foreign servers answer, which have no calls of ours.
vi.resetModules();
const { tokens } = await import('../http.ts');
const { connection, noteExchange } = await import('../connection.ts');
const { invalidate, mutationFor, queryClient, queryFor } = await import('./query.ts');
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

test('what nobody answered is asked for again once the server can be reached, and again while it starts', async () => {
  const query = queryFor(countNotReviewedLabResults, { params: { patientId: v.parse(PatientId, 13) } });
  const shown: (number | undefined)[] = [];
  isServerDown = true;
  const asked = answers.length;
  const stop = new QueryObserver(queryClient, { ...query, retry: false }).subscribe(
    ({ data }) => void shown.push(data),
  );
  const failures = () => queryClient.getQueryState(query.queryKey)?.errorUpdateCount;
  await vi.waitUntil(() => failures() === 1 && connection() === 'offline', 20_000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isServerDown = false;
  noteExchange(true);
  await vi.waitUntil(() => answers.length === asked + 1, 20_000);
  answers.at(-1)?.('starting');
  await vi.waitUntil(() => answers.length === asked + 2, 20_000);
  answers.at(-1)?.(3);
  await vi.waitUntil(() => shown.at(-1) === 3, 20_000);
  vi.useRealTimers();
  stop();
  queryClient.clear();
});

test('a call that alone does not get through is not asked for ever', async () => {
  const query = queryFor(countNotReviewedLabResults, { params: { patientId: v.parse(PatientId, 14) } });
  isServerDown = true;
  const stop = new QueryObserver(queryClient, { ...query, retry: false }).subscribe(() => undefined);
  const state = () => queryClient.getQueryState(query.queryKey);
  for (const count of [1, 2, 3, 4, 5, 6]) {
    await vi.waitUntil(() => state()?.errorUpdateCount === count && state()?.fetchStatus === 'idle', 20_000);
    noteExchange(false);
    noteExchange(true);
  }
  expect(state()).toMatchObject({ errorUpdateCount: 6, fetchStatus: 'idle' });
  isServerDown = false;
  stop();
  queryClient.clear();
});

test('what a call whose answer was lost may have changed is asked for again', async () => {
  isServerDown = false;
  noteExchange(true);
  const params = { patientId: v.parse(PatientId, 15), labResultId: 1 };
  const query = queryFor(countNotReviewedLabResults, { params: { patientId: params.patientId } });
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  const asked = answers.length;
  await vi.waitUntil(() => answers.length === asked + 1, 20_000);
  answers.at(-1)?.(2);
  await vi.waitUntil(() => queryClient.getQueryData(query.queryKey) === 2, 20_000);
  isServerDown = true;
  const sending = new MutationObserver(queryClient, mutationFor(chooseLabResultOpening)).mutate({
    params,
    body: { choice: 'open' },
  });
  await expect(sending).rejects.toThrow('offline');
  isServerDown = false;
  await vi.waitUntil(() => answers.length === asked + 2, 20_000);
  answers.at(-1)?.(1);
  await vi.waitUntil(() => queryClient.getQueryData(query.queryKey) === 1, 20_000);
  stop();
  queryClient.clear();
});
