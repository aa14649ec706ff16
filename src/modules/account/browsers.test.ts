import { KeepingDevice, SignedInPlace } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { browserLines } from './browsers.ts';

const place = (sessionId: number, part: Partial<v.InferInput<typeof SignedInPlace>> = {}) =>
  v.parse(SignedInPlace, {
    sessionId,
    device: { kind: 'phone', browser: 'Safari' },
    startedAt: '2026-11-01T10:00:00.000Z',
    lastUsedAt: '2026-11-01T10:00:00.000Z',
    isThis: false,
    isLink: false,
    ...part,
  });
const device = (name: string, part: Partial<v.InferInput<typeof KeepingDevice>> = {}) =>
  v.parse(KeepingDevice, {
    deviceId: `device-${name}-0000000000`,
    name,
    device: { kind: 'tablet', browser: 'Safari' },
    createdAt: '2026-10-01T10:00:00.000Z',
    lastSeenAt: '2026-11-01T10:00:00.000Z',
    keepsRecords: false,
    sessionId: null,
    ...part,
  });
const nowhere = { deviceId: null, keepsRecords: false };
const short = (lines: ReturnType<typeof browserLines>) =>
  lines.map(({ place: at, copy, keeps, isThis }) => [at?.sessionId ?? null, copy?.name ?? null, keeps, isThis]);

test('a browser that is signed in and keeps records is one line', () => {
  const own = device('own', { sessionId: 1, keepsRecords: true });
  const places = [place(1, { isThis: true }), place(2), place(3)];
  const devices = [own, device('second', { sessionId: 2 }), device('away', { keepsRecords: true })];
  expect(short(browserLines(places, devices, { deviceId: own.deviceId, keepsRecords: true }))).toEqual([
    [1, 'own', 'records', true],
    [2, 'second', 'unsent', false],
    [3, null, 'nothing', false],
    [null, 'away', 'records', false],
  ]);
});

test('this browser knows itself better than the server does', () => {
  const own = device('own', { keepsRecords: true });
  const lines = browserLines([place(1, { isThis: true })], [own], { deviceId: own.deviceId, keepsRecords: false });
  expect(short(lines)).toEqual([[1, 'own', 'unsent', true]]);
});

test('of two copies in one browser the last seen is that of its line', () => {
  const devices = [
    device('old', { sessionId: 1, lastSeenAt: '2026-09-01T10:00:00.000Z' }),
    device('new', { sessionId: 1 }),
  ];
  expect(short(browserLines([place(1)], devices, nowhere))).toEqual([
    [1, 'new', 'unsent', false],
    [null, 'old', 'unsent', false],
  ]);
});

test('a server that knows less is not made to say more', () => {
  expect(short(browserLines([place(1, { isThis: true }), place(2)], null, nowhere))).toEqual([
    [1, null, 'nothing', true],
    [2, null, null, false],
  ]);
  const [line] = browserLines([], [{ ...device('old'), sessionId: undefined }], nowhere);
  expect(line?.isSignedOut).toBe(false);
  expect(browserLines([], [device('away')], nowhere)[0]?.isSignedOut).toBe(true);
});
