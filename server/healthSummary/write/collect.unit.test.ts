import { emptyHealthEntry, HealthEntry } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { sorted } from './collect.ts';

test('no past treatment stands among the medicines of today, whether or not its end has a status', () => {
  const medicine = (name: string, more: Readonly<Record<string, string>>) => ({
    id: name,
    entry: v.parse(HealthEntry, { ...emptyHealthEntry, name, ...more }),
  });
  const order = sorted('medications', [
    medicine('chemotherapy', { start: '2026-05-01', end: '2026-07-01' }),
    medicine('tablets', { status: 'active', start: '2014' }),
    medicine('stopped', { status: 'stopped', start: '2026-06-01' }),
    medicine('unsaid', { start: '2025-01-01' }),
    medicine('letrozole', { status: 'active', start: '2025-09-01' }),
  ]);
  expect(order.map(({ id }) => id)).toEqual(['letrozole', 'tablets', 'unsaid', 'stopped', 'chemotherapy']);
});
