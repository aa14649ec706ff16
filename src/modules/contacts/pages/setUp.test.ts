import { expect, test } from 'vitest';
import { setUpFacts } from '../../../../tests/apps/setUp.ts';
import { contact } from '../../../../tests/apps/contacts.ts';
import { helperStep } from './setUp.ts';

const stepFor = (contacts: unknown) => helperStep.item([contacts], setUpFacts);

test('somebody can be invited until anybody was, also where that is over or was ended', () => {
  expect(stepFor([])).toMatchObject({ action: { path: '/add-contact' } });
  expect(stepFor([contact()])).toMatchObject({ action: { path: '/dashboard', part: 'dashboard-contacts' } });
  expect(stepFor([contact(), contact({ contactId: 6, invitationId: 4 })])).toBeNull();
  expect(stepFor([contact({ invitationId: 4, isInvitationExpired: true })])).toBeNull();
  expect(stepFor([contact({ authorizedRepresentativeUserId: 9 })])).toBeNull();
});

test('whoever may not see the contacts is not asked', () => expect(stepFor(null)).toBeNull());
