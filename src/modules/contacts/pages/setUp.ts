import { type Contact, listContacts } from '@portal/api';
import * as v from 'valibot';
import { queryFor } from '../../../data/query/query.ts';
import type { SetUpRules } from '../../../layout/module.ts';
import { facilityToday } from '../../../records/facilityToday.ts';
import { accessState } from '../access.ts';

/** Inviting somebody who helps, until anybody was invited. */
export const helperStep: SetUpRules = {
  queries: (patientId) => [queryFor(listContacts, { params: { patientId } })],
  item: ([listed], { t }) => {
    const contacts = v.safeParse(listContacts.answer, listed);
    const isInvited = (one: Contact) => accessState(one, true, facilityToday()).kind !== 'notInvited';
    if (!contacts.success || contacts.output.some(isInvited)) return null;
    const way =
      contacts.output.length === 0
        ? ({ path: '/add-contact' } as const)
        : ({ path: '/dashboard', part: 'dashboard-contacts' } as const);
    return {
      title: t('contacts.setUp'),
      line: t('contacts.setUpLine'),
      action: { kind: 'page', label: t('contacts.setUpChoose'), search: {}, needsConnection: true, ...way },
    };
  },
};
