import {
  countNewMedicalNotes,
  countUnreadMessages,
  type CallShape,
  contractVersion,
  listThreads,
  PatientId,
  versionHeader,
} from '@portal/api';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const json = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { [versionHeader]: String(contractVersion) } });
const asked: string[] = [];
/** What the server answers to `readCounts`; the single calls answer 1. */
let together: () => Promise<Response> = () => Promise.resolve(json({}));
vi.stubGlobal('fetch', (url: string) => {
  asked.push(url);
  return url.endsWith('/counts') ? together() : Promise.resolve(json(1));
});
// Other files of this process have let foreign servers answer, which have no calls of ours.
vi.resetModules();
const { sendAny, tokens } = await import('../http.ts');
const { sendMaybeTogether } = await import('./counts.ts');
tokens().adopt({ access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' }, 'userNamePassword');

const patientId = v.parse(PatientId, 12);
const params = { patientId };
const read = (call: CallShape) => sendMaybeTogether(call, { params }, () => sendAny(call, { params }));
const base = '/api/patients/12';
const [messages, notes] = [`${base}/SecureMessages/countUnread`, `${base}/medicalnotes/notReviewedCount`];

afterEach(() => asked.splice(0));

describe('numbers of tabs', () => {
  test('that are asked for at once go as one request', async () => {
    together = () => Promise.resolve(json({ countUnreadMessages: 3, countNewMedicalNotes: 0 }));
    expect(await Promise.all([read(countUnreadMessages), read(countNewMedicalNotes)])).toEqual([3, 0]);
    expect(asked).toEqual([`${base}/counts`]);
  });

  test('one alone is its own request, and so is whatever is no number of a tab', async () => {
    await read(countUnreadMessages);
    await read(listThreads).catch(() => undefined);
    expect(asked).toEqual([messages, `${base}/SecureMessages`]);
  });

  test('are asked for one by one where the answer lacks them', async () => {
    together = () => Promise.resolve(json({ countUnreadMessages: 3 }));
    expect(await Promise.all([read(countUnreadMessages), read(countNewMedicalNotes)])).toEqual([3, 1]);
    expect(asked).toEqual([`${base}/counts`, notes]);
  });

  test('and where the server does not have the call', async () => {
    together = () => Promise.resolve(json({ error: 'not_found' }, 404));
    expect(await Promise.all([read(countUnreadMessages), read(countNewMedicalNotes)])).toEqual([1, 1]);
    expect(asked).toEqual([`${base}/counts`, messages, notes]);
  });

  test('fail together without a connection, and the single calls are not tried', async () => {
    together = () => Promise.reject(new TypeError('Failed to fetch'));
    const failed = await Promise.allSettled([read(countUnreadMessages), read(countNewMedicalNotes)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual([`${base}/counts`]);
  });
});
