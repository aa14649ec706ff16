import { CalendarDate, type Contact } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { accessState, isPrimaryFixed, withContact } from './access.ts';
import { contact } from '../../../tests/apps/contacts.ts';

const today = v.parse(CalendarDate, '2027-03-03');

describe('the state of access', () => {
  const account = {
    authorizedRepresentativeUserId: 4,
    isAuthorizedRepresentativeActive: true,
    userInfo: { userName: 'linnea', isEmailConfirmed: true, isLockedOut: false, minutesLeftBeforeLockoutExpires: 0 },
  };
  const locked = (minutes: number) => ({
    ...account,
    userInfo: { ...account.userInfo, isLockedOut: true, minutesLeftBeforeLockoutExpires: minutes },
  });
  it.each<[string, object | null, boolean, ReturnType<typeof accessState>]>([
    ['being added, may invite', null, true, { kind: 'notInvited' }],
    ['being added, may not', null, false, { kind: 'nothing' }],
    ['no account, may invite', {}, true, { kind: 'notInvited' }],
    ['no account, may not', {}, false, { kind: 'nothing' }],
    ['invited', { invitationId: 8 }, true, { kind: 'invited', isOver: false, canResend: true }],
    [
      'invited, expired',
      { invitationId: 8, isInvitationExpired: true },
      true,
      { kind: 'invited', isOver: true, canResend: true },
    ],
    [
      'invited, locked',
      { invitationId: 8, isInvitationLocked: true },
      true,
      { kind: 'invited', isOver: true, canResend: true },
    ],
    [
      'invited, may not invite any more',
      { invitationId: 8 },
      false,
      { kind: 'invited', isOver: false, canResend: false },
    ],
    ['enabled', account, false, { kind: 'enabled', lockedMinutes: null }],
    ['enabled and locked', locked(7), true, { kind: 'enabled', lockedMinutes: 7 }],
    ['locked for less than a minute', locked(0), true, { kind: 'enabled', lockedMinutes: 1 }],
    ['disabled', { ...account, isAuthorizedRepresentativeActive: false }, true, { kind: 'disabled' }],
    [
      'over',
      { ...account, isAuthorizedRepresentativeActive: false, lastDay: '2027-03-02' },
      true,
      { kind: 'ended', lastDay: v.parse(CalendarDate, '2027-03-02') },
    ],
    [
      'disabled on the last day',
      { ...account, isAuthorizedRepresentativeActive: false, lastDay: '2027-03-03' },
      true,
      { kind: 'disabled' },
    ],
    ['disabled and locked', { ...locked(7), isAuthorizedRepresentativeActive: false }, false, { kind: 'disabled' }],
  ])('%s', (_name, more, canInvite, state) => {
    expect(accessState(more === null ? null : contact(more), canInvite, today)).toEqual(state);
  });
});

test('there is one primary contact at most, and it stays so while it is being changed', () => {
  const first = contact({ contactId: 1, isPrimaryContact: true });
  const second = contact({ contactId: 2 });
  expect(isPrimaryFixed(first)).toBe(true);
  expect(isPrimaryFixed(second)).toBe(false);
  expect(isPrimaryFixed(null)).toBe(false);
  fc.assert(
    fc.property(
      fc.array(fc.record({ contactId: fc.integer({ min: 1, max: 6 }), isPrimaryContact: fc.boolean() }), {
        maxLength: 20,
      }),
      (saves) => {
        let list: readonly Contact[] = [first, second];
        for (const save of saves) {
          list = withContact(list, contact(save));
          expect(list.filter(({ isPrimaryContact }) => isPrimaryContact).length).toBeLessThanOrEqual(1);
          expect(list.find(({ contactId }) => contactId === save.contactId)).toMatchObject(save);
          expect(new Set(list.map(({ contactId }) => contactId)).size).toBe(list.length);
        }
      },
    ),
  );
});
