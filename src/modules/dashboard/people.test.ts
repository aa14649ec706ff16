import { InvitationId, UserId } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { careProviderName, takesMessages } from '../../records/careProvider.ts';
import { accessOf, careTeamOrder, contactOrder } from './people.ts';

const member = (firstName: string, lastName: string) => ({ firstName, lastName });
const contact = (contactFirstName: string, contactLastName: string) => ({ contactFirstName, contactLastName });

describe('care team cards are sorted by last then first name, case-insensitive', () => {
  test('whatever the capitals', () => {
    const members = [
      member('zoe', 'adams'),
      member('Bea', 'ADAMS'),
      member('Al', 'de Vries'),
      member('al', 'Brown'),
      member('Yves', 'Éclair'),
    ];
    expect(careTeamOrder(members, 'en-US').map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      'Bea ADAMS',
      'zoe adams',
      'al Brown',
      'Al de Vries',
      'Yves Éclair',
    ]);
  });
  test('any names: the order does not depend on capitals, nobody is lost, and equal names stay as they came', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ firstName: fc.string(), lastName: fc.string() })), (members) => {
        const sorted = careTeamOrder(members, 'en-US');
        expect(new Set(sorted)).toEqual(new Set(members));
        expect(careTeamOrder(sorted, 'en-US')).toEqual(sorted);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('Ann', 'ann', 'ANN', 'Bo', 'bO'), fc.constantFrom('Lee', 'LEE', 'Kay', 'kay')),
        ),
        (names) => {
          const low = (list: readonly { firstName: string; lastName: string }[]) =>
            list.map(({ firstName, lastName }) => `${lastName} ${firstName}`.toLowerCase());
          const sorted = low(
            careTeamOrder(
              names.map(([first, last]) => member(first, last)),
              'en-US',
            ),
          );
          expect(sorted).toEqual(sorted.toSorted());
        },
      ),
    );
  });
});

test('of personal contacts the primary one comes first, then they are sorted by first and last name', () => {
  const contacts = [
    contact('Tansy', 'Adams'),
    contact('pascoe', 'Zed'),
    contact('Pascoe', 'applewhistle'),
    contact('Émile', 'Roux'),
  ];
  const namesOf = (primary: string | null) =>
    contactOrder(
      contacts.map((one) => ({ ...one, isPrimaryContact: one.contactLastName === primary })),
      'fr-CA',
    ).map(({ contactFirstName, contactLastName }) => `${contactFirstName} ${contactLastName}`);
  expect(namesOf(null)).toEqual(['Émile Roux', 'Pascoe applewhistle', 'pascoe Zed', 'Tansy Adams']);
  expect(namesOf('Zed')).toEqual(['pascoe Zed', 'Émile Roux', 'Pascoe applewhistle', 'Tansy Adams']);
});

test('a card shows the name with title and suffix, where there are any', () => {
  expect(careProviderName({ careProviderTitleValue: 'Dr.', suffix: 'MD' }, 'Ottoline Fernbrook')).toBe(
    'Dr. Ottoline Fernbrook, MD',
  );
  expect(careProviderName({ careProviderTitleValue: null, suffix: null }, 'Marlow Pebblecreek')).toBe(
    'Marlow Pebblecreek',
  );
  expect(careProviderName({ careProviderTitleValue: '', suffix: 'RN' }, 'Marlow Pebblecreek')).toBe(
    'Marlow Pebblecreek, RN',
  );
});

test.each([
  [1, true, true],
  [0, true, true],
  [1, false, false],
  [null, true, false],
  [null, false, false],
])(
  'Send Secure Message with system %s and recipient %s: %s',
  (preferredSecureMessageIfSystemId, secureMessageRecipientForPatient, shown) =>
    expect(takesMessages({ preferredSecureMessageIfSystemId, secureMessageRecipientForPatient })).toBe(shown),
);

describe('authorization texts', () => {
  const [userId, invitationId] = [v.parse(UserId, 4), v.parse(InvitationId, 9)];
  const base = {
    isAuthorizedRepresentativeActive: false,
    authorizedRepresentativeUserId: null,
    invitationId: null,
    isInvitationExpired: false,
    isInvitationLocked: false,
  };
  test.each([
    [
      'an account with access',
      { isAuthorizedRepresentativeActive: true, authorizedRepresentativeUserId: userId },
      'authorized',
    ],
    ['an account whose access was taken', { authorizedRepresentativeUserId: userId, invitationId }, 'notAuthorized'],
    ['neither account nor invitation', {}, 'notAuthorized'],
    ['an invitation', { invitationId }, 'pending'],
    ['an invitation that ran out', { invitationId, isInvitationExpired: true }, 'notAuthorized'],
    ['an invitation that is locked', { invitationId, isInvitationLocked: true }, 'notAuthorized'],
  ] as const)('%s', (_, given, access) => expect(accessOf({ ...base, ...given })).toBe(access));
});
