import { type Facility, type FacilityContact, getFacilityText, listFacilityContacts } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../data/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Phone } from '../../ui/icons.ts';
import { PageHead, Section } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { safeHref } from '../../ui/richTree.ts';
import { type Column, DataTable, type TableRow } from '../../ui/table/DataTable.tsx';
import { countryName } from '../../words/countryName.ts';
import { useWords } from '../../words/index.ts';
import { label, numbers, reach } from './facility.css.ts';
import { Fetched, useFailureMessage, WithFacility } from './Fetched.tsx';
import { phoneHref, phoneShown } from './phone.ts';

/** How to reach the facility: its instructions, then whom to call (specification 3, section 2). */
export function ContactUs(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('shell.contactUs')} />
      <WithFacility>
        {(facility) => (
          <>
            <Instructions facility={facility} />
            <Contacts facility={facility} />
          </>
        )}
      </WithFacility>
    </>
  );
}

function Instructions({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { language } = useWords();
  const asked = useCall(getFacilityText, { params: { contentKey: 'ContactUsHeading', facilityId }, query: { language } });
  useFailureMessage(getFacilityText.name, asked.error, 'noInstructionsInContactUs');
  return (
    <Fetched asked={asked} isEmpty={({ content }) => content.trim() === ''} empty={null} lines={3}>
      {({ content }) => (
        <Card>
          <RichText html={content} />
        </Card>
      )}
    </Fetched>
  );
}

function Contacts({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(listFacilityContacts, { params: { facilityId }, query: { language } });
  useFailureMessage(listFacilityContacts.name, asked.error, 'noContactsInContactUs');
  return (
    <Section id="contacts" title={t('resources.contacts')}>
      <Fetched
        asked={asked}
        level={3}
        isEmpty={(contacts) => contacts.length === 0}
        empty={
          <EmptyState icon={Phone} level={3} title={t('resources.noContacts')}>
            {t('resources.noContactsText')}
          </EmptyState>
        }
      >
        {(contacts) => <ContactList contacts={contacts.toSorted((a, b) => a.sortOrder - b.sortOrder)} />}
      </Fetched>
    </Section>
  );
}

type ContactRow = FacilityContact & TableRow;

function ContactList({ contacts }: { contacts: readonly FacilityContact[] }): ReactNode {
  const { t, locale } = useWords();
  const rows = useMemo(() => contacts.map((contact, index): ContactRow => ({ ...contact, id: index })), [contacts]);
  const columns = useMemo(
    (): readonly Column<ContactRow>[] => [
      { field: 'contactName', name: t('resources.contactName'), text: ({ contactName }) => contactName },
      // Whoever is in need of help reads the number first, on a phone too.
      { field: 'phone', name: t('resources.phoneAndFax'), text: ({ phone }) => phone ?? '', render: (contact) => <Numbers contact={contact} />, inCollapsedRow: true },
      { field: 'email', name: t('resources.email'), text: ({ email }) => email ?? '', render: (contact) => <Email contact={contact} /> },
      { field: 'address', name: t('resources.address'), text: (contact) => addressLines(contact, locale).join(', '), render: (contact) => <Address contact={contact} /> },
    ],
    [t, locale],
  );
  return <DataTable caption={t('resources.contacts')} columns={columns} rows={rows} empty={null} />;
}

/** The lines of an address that there are. */
function addressLines({ address1, address2, city, state, zipCode, country }: FacilityContact, locale: string): string[] {
  const region = [state, zipCode].filter(Boolean).join(' ');
  return [address1, address2, [city, region].filter(Boolean).join(', '), country === null ? null : countryName(country, locale)].flatMap((line) => (line ? [line] : []));
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
          <span className={label}>{t('resources.phone')}</span>{' '}
          <Number written={phone} />
        </div>
      ) : null}
      {fax ? (
        <div>
          <span className={label}>{t('resources.fax')}</span>{' '}
          {phoneShown(fax)}
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
