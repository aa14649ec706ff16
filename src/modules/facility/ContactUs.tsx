import {
  type Facility,
  type FacilityContact,
  getFacilityText,
  listFacilityContacts,
  phoneHref,
  phoneShown,
} from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useCall } from '../../data/query/query.ts';
import { addressLines } from '../../ui/addressLines.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Phone } from '../../ui/icons.ts';
import { PageHead, Section } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { safeHref } from '../../ui/richTree.ts';
import { type Column, DataTable, type TableRow } from '../../ui/table/DataTable.tsx';
import { langOf, useWords } from '../../words/index.ts';
import { below, label, numbers, reach } from './facility.css.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';

/** How to reach the facility: its instructions, then whom to call (specification 3, section 2). */
export function ContactUs(): ReactNode {
  const { t } = useWords();
  // Without a connection there is still the telephone.
  const isOffline = useConnection() === 'offline';
  return (
    <>
      <PageHead title={t('facility.contactUs')} />
      <FacilityBoundary>
        {(facility) =>
          isOffline ? (
            <>
              <Contacts facility={facility} />
              <div className={below}>
                <Instructions facility={facility} />
              </div>
            </>
          ) : (
            <>
              <Instructions facility={facility} />
              <Contacts facility={facility} />
            </>
          )
        }
      </FacilityBoundary>
    </>
  );
}

function Instructions({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { language } = useWords();
  const asked = useCall(getFacilityText, {
    params: { contentKey: 'ContactUsHeading', facilityId },
    query: { language },
  });
  const isOffline = useConnection() === 'offline';
  useFailureMessage(asked.error, 'noInstructionsInContactUs');
  if (isOffline && asked.data === undefined) return null;
  return (
    <QueryBoundary query={asked} isEmpty={({ content }) => content.trim() === ''} empty={null} lines={3}>
      {({ content, language: written }) => (
        <Card>
          <RichText html={content} lang={langOf(written)} />
        </Card>
      )}
    </QueryBoundary>
  );
}

function Contacts({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(listFacilityContacts, { params: { facilityId }, query: { language } });
  useFailureMessage(asked.error, 'noContactsInContactUs');
  return (
    <Section id="contacts" title={t('facility.contacts')}>
      <QueryBoundary
        query={asked}
        level={3}
        isEmpty={(contacts) => contacts.length === 0}
        empty={
          <EmptyState icon={Phone} level={3} title={t('facility.noContacts')}>
            {t('facility.noContactsText')}
          </EmptyState>
        }
      >
        {(contacts) => <ContactList contacts={contacts.toSorted((a, b) => a.sortOrder - b.sortOrder)} />}
      </QueryBoundary>
    </Section>
  );
}

type ContactRow = FacilityContact & TableRow;

function ContactList({ contacts }: { contacts: readonly FacilityContact[] }): ReactNode {
  const { t, locale } = useWords();
  const rows = useMemo(() => contacts.map((contact, index): ContactRow => ({ ...contact, id: index })), [contacts]);
  const columns = useMemo(
    (): readonly Column<ContactRow>[] => [
      {
        field: 'contactName',
        name: t('facility.contactName'),
        text: ({ contactName }) => contactName,
        render: ({ contactName, language: written }) => <span lang={langOf(written)}>{contactName}</span>,
      },
      // The number comes first, on a phone too: a person in need looks for it.
      {
        field: 'phone',
        name: t('facility.phoneAndFax'),
        text: ({ phone }) => phone ?? '',
        render: (contact) => <Numbers contact={contact} />,
        inCollapsedRow: true,
      },
      {
        field: 'email',
        name: t('core.email'),
        text: ({ email }) => email ?? '',
        render: (contact) => <Email contact={contact} />,
      },
      {
        field: 'address',
        name: t('core.address'),
        text: (contact) => addressLines(contact, locale).join(', '),
        render: (contact) => <Address contact={contact} />,
      },
    ],
    [t, locale],
  );
  return <DataTable caption={t('facility.contacts')} columns={columns} rows={rows} empty={null} />;
}

function Address({ contact }: { contact: FacilityContact }): ReactNode {
  const { locale } = useWords();
  return addressLines(contact, locale).map((line, index) => <div key={index}>{line}</div>);
}

function Number({ written }: { written: string }): ReactNode {
  const href = phoneHref(written);
  return href === null ? (
    phoneShown(written)
  ) : (
    <a className={reach} href={href}>
      {phoneShown(written)}
    </a>
  );
}

function Numbers({ contact: { phone, fax } }: { contact: FacilityContact }): ReactNode {
  const { t } = useWords();
  return (
    <div className={numbers}>
      {phone ? (
        <div>
          <span className={label}>{t('records.phone')}</span> <Number written={phone} />
        </div>
      ) : null}
      {fax ? (
        <div>
          <span className={label}>{t('facility.fax')}</span> {phoneShown(fax)}
        </div>
      ) : null}
    </div>
  );
}

function Email({ contact: { email } }: { contact: FacilityContact }): ReactNode {
  if (!email) return null;
  const href = safeHref(`mailto:${email}`);
  return href === null ? (
    email
  ) : (
    <a className={reach} href={href}>
      {email}
    </a>
  );
}
