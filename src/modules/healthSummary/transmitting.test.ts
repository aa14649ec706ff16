import { expect, test } from 'vitest';
import type { Failure } from '../../data/errors.ts';
import { refused } from '../../../tests/apps/data/refused.ts';
import { notSent, type TransmitKind } from './transmitting.ts';

const said = (kind: TransmitKind, failure: Failure) => notSent(kind, failure).said?.key ?? null;

test('email sending: healthsummarysendfailed, healthsummarysendsecurelyfailed for secure sending, not on a session timeout', () => {
  for (const failure of [refused(500, 'unexpected'), { kind: 'malformed' }, { kind: 'offline' }] as const) {
    expect(said('email', failure)).toBe('bar.healthsummarysendfailed');
    expect(said('sendSecurely', failure)).toBe('bar.healthsummarysendsecurelyfailed');
  }
  expect(notSent('email', { kind: 'sessionEnded' })).toEqual({ fields: {}, said: null });
  expect(notSent('sendSecurely', { kind: 'sessionEnded' })).toEqual({ fields: {}, said: null });
});

test('send securely while disabled: noCcdaConfigured', () => {
  expect(said('sendSecurely', refused(400, 'direct_not_configured'))).toBe('bar.noCcdaConfigured');
});

test('an address that is none is said at its field, in the words of its kind', () => {
  const invalid = refused(422, 'recipient_invalid');
  expect(notSent('email', invalid).fields).toEqual({ recipient: { text: 'form.email' } });
  expect(notSent('sendSecurely', invalid).fields).toEqual({ recipient: { text: 'healthSummary.directInvalid' } });
});
