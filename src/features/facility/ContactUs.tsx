import { type Facility, type FacilityContact, getFacilityText, listFacilityContacts } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Phone } from '../../ui/icons.ts';
import { PageHead, Section } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { safeHref } from '../../ui/richTree.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { useWords } from '../../words/index.ts';
import { contactCards, contactFacts, contactTable, label, numbers, reach } from './facility.css.ts';
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

function ContactList({ contacts }: { contacts: readonly FacilityContact[] }): ReactNode {
  const { t } = useWords();
  const size = useWindowSize();
  if (size === 'Medium' || size === 'Large') {
    return (
      <Card flush>
        <table className={contactTable} aria-labelledby="contacts-title">
          <thead>
            <tr>
              <th scope="col">{t('resources.contactName')}</th>
              <th scope="col">{t('resources.address')}</th>
              <th scope="col">{t('resources.phoneAndFax')}</th>
              <th scope="col">{t('resources.email')}</th>
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact, index) => (
              <tr key={index}>
                <th scope="row">{contact.contactName}</th>
                <td>
                  <Address contact={contact} />
                </td>
                <td>
                  <Numbers contact={contact} />
                </td>
                <td>
                  <Email contact={contact} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    );
  }
  return (
    <ul className={contactCards}>
      {contacts.map((contact, index) => (
        <li key={index}>
          <Card title={contact.contactName} level={3}>
            <dl className={contactFacts}>
              <Fact name={t('resources.phone')}>{contact.phone ? <Number written={contact.phone} /> : null}</Fact>
              <Fact name={t('resources.fax')}>{contact.fax ? phoneShown(contact.fax) : null}</Fact>
              <Fact name={t('resources.email')}>{contact.email ? <Email contact={contact} /> : null}</Fact>
              <Fact name={t('resources.address')}>{addressLines(contact).length > 0 ? <Address contact={contact} /> : null}</Fact>
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  if (children === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The lines of an address that there are. */
function addressLines({ address1, address2, city, state, zipCode, country }: FacilityContact): string[] {
  const region = [state, zipCode].filter(Boolean).join(' ');
  return [address1, address2, [city, region].filter(Boolean).join(', '), country].flatMap((line) => (line ? [line] : []));
}

const Address = ({ contact }: { contact: FacilityContact }): ReactNode => addressLines(contact).map((line, index) => <div key={index}>{line}</div>);

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
          <span className={label}>{t('resources.phone')}</span>
          <Number written={phone} />
        </div>
      ) : null}
      {fax ? (
        <div>
          <span className={label}>{t('resources.fax')}</span>
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
