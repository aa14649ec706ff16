import { type ContactId, listContacts, type PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Row, Rows } from '../../ui/Row.tsx';
import { formatPersonName, useWords } from '../../words/index.ts';
import { placesList } from './account.css.ts';
import type { PageLink } from './AccountNav.tsx';
import { SettingRow } from './SettingRow.tsx';

export interface ContactsCardProps {
  readonly patientId: PatientId;
  readonly linkOf: (contactId: ContactId) => PageLink;
}

/** The patient's own contacts, each with the link that changes it and stays there after a save (specification 2, section 2). */
export function ContactsCard({ patientId, linkOf }: ContactsCardProps): ReactNode {
  const { t, locale } = useWords();
  const query = useCall(listContacts, { params: { patientId } });
  return (
    <SettingRow
      id="contacts"
      title={t('records.section_PersonalContacts')}
      value={query.data === undefined ? null : t('account.contactsCount', { count: query.data.length })}
    >
      <QueryBoundary
        query={query}
        isEmpty={(all) => all.length === 0}
        empty={<p>{t('records.noContacts')}</p>}
        emptyIsRow
        isPart
      >
        {(contacts) => (
          <div className={placesList}>
            <Rows label={t('records.section_PersonalContacts')}>
              {contacts.map(({ contactId, contactFirstName, contactLastName, relationship }) => (
                <Row
                  key={contactId}
                  title={formatPersonName(locale, { firstName: contactFirstName, lastName: contactLastName })}
                  sub={relationship}
                  renderLink={({ className, children }) => (
                    <a {...linkOf(contactId)} className={className}>
                      {children}
                    </a>
                  )}
                />
              ))}
            </Rows>
          </div>
        )}
      </QueryBoundary>
    </SettingRow>
  );
}
