import { type CallShape, FacilityId, getLanguagePack, getTranslations } from '@portal/api';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from './errors.ts';
import { refused } from '../../tests/apps/data/refused.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn<(call: CallShape, input: unknown) => Promise<unknown>>() }));
vi.mock('./fetchCall.ts', () => ({ fetchCall: send }));
// A file before this one may have loaded it with the calls of the app.
vi.resetModules();
const { CallError } = await import('./errors.ts');
const { askLanguagePack } = await import('./languagePack.ts');
beforeEach(() => void send.mockReset());

const facilityId = v.parse(FacilityId, 3);
const pack = { 'core.logIn': 'Enter' };
const fails = (failure: Failure) => send.mockRejectedValueOnce(new CallError('getLanguagePack', failure));
const asked = () => send.mock.calls.map(([call]) => call.name);

test('the first form of the call is enough where it is there', async () => {
  send.mockResolvedValueOnce(pack);
  expect(await askLanguagePack('en', facilityId)).toEqual(pack);
  expect(asked()).toEqual([getLanguagePack.name]);
});

test('a back end that has the second form alone is read as well', async () => {
  fails(refused(404, 'not_found'));
  send.mockResolvedValueOnce(pack);
  expect(await askLanguagePack('en', facilityId)).toEqual(pack);
  expect(asked()).toEqual([getLanguagePack.name, getTranslations.name]);
});

test('without a connection nothing more is asked', async () => {
  fails({ kind: 'offline' });
  await expect(askLanguagePack('en', undefined)).rejects.toThrow(CallError);
  expect(asked()).toEqual([getLanguagePack.name]);
});
