import { type Contact, listContacts, type PatientId } from '@portal/api';
import { memo, type ReactNode, useMemo } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { addressLines } from '../../ui/addressLines.ts';
import { Avatar, initialsOf } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyRow } from '../../ui/EmptyRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Lock, MapPin, Pencil, Phone, Plus, User } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Section } from '../../ui/Page.tsx';
import { rows } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatDate, formatPersonName, useWords } from '../../words/index.ts';
import { EmailFact, Fact, Facts, PhoneFact } from './Facts.tsx';
import type { LinkTo } from './links.ts';
import { accessOf, contactOrder } from './people.ts';
import { fromSmallOn, warm } from './people.css.ts';
import { PersonRow } from './PersonRow.tsx';
import { quietly } from './quietly.ts';
import { ShowAll, shownInShortList, useShown } from '../../records/list/ShowAll.tsx';

interface ContactsProps {
  readonly patientId: PatientId;
  readonly linkTo: LinkTo;
  /** The reader is the patient, who sees who may see the record; the links decide what else they can change. */
  readonly canChange: boolean;
}

const none: readonly Contact[] = [];

/** Family and friends of the patient (specification 2, section 2). */
export const Contacts = memo(function Contacts({ patientId, linkTo, canChange }: ContactsProps): ReactNode {
  const { t, locale } = useWords();
  const asked = useCall(listContacts, { params: { patientId } });
  const add = canChange ? linkTo('/add-contact') : null;
  const contacts = useMemo(() => contactOrder(asked.data ?? none, locale), [asked.data, locale]);
  const { shown, isWhole, setWhole } = useShown(contacts);
  return (
    <Section
      id="dashboard-contacts"
      title={t('records.section_PersonalContacts')}
      end={
        <>
          {contacts.length > shownInShortList ? (
            <ShowAll label={t('dashboard.allContacts')} isWhole={isWhole} onChange={setWhole} />
          ) : null}
          {add && contacts.length > 0 ? (
            <TextLink
              standalone
              className={isWhole || contacts.length <= shownInShortList ? screenOnly : `${screenOnly} ${fromSmallOn}`}
              icon={Plus}
              {...add}
            >
              {t('dashboard.addContact')}
            </TextLink>
          ) : null}
        </>
      }
    >
      <QueryBoundary
        isPart
        notFound="failed"
        query={asked}
        texts={quietly}
        isEmpty={(all) => all.length === 0}
        emptyIsRow
        empty={
          <EmptyRow
            icon={User}
            title={t('records.noContacts')}
            action={
              add ? (
                <ButtonLink variant="secondary" size="small" className={screenOnly} {...add}>
                  {t('dashboard.addContact')}
                </ButtonLink>
              ) : null
            }
          >
            {t('dashboard.noContactsText')}
          </EmptyRow>
        }
      >
        {() => (
          <Card flush>
            <ul className={`${rows} ${warm}`}>
              {shown.map((contact) => (
                <ContactRow key={contact.contactId} contact={contact} linkTo={linkTo} canChange={canChange} />
              ))}
            </ul>
          </Card>
        )}
      </QueryBoundary>
    </Section>
  );
});

const accessTexts = {
  authorized: 'dashboard.authorized',
  notAuthorized: 'dashboard.notAuthorized',
  pending: 'dashboard.pending',
} as const;

/** One contact: its name, and in the sheet how to reach them and whether they may see the record. */
function ContactRow({
  contact,
  linkTo,
  canChange,
}: {
  contact: Contact;
  linkTo: LinkTo;
  canChange: boolean;
}): ReactNode {
  const { t, locale } = useWords();
  const name = [
    formatPersonName(locale, { firstName: contact.contactFirstName, lastName: contact.contactLastName }),
    contact.suffix,
  ]
    .filter(Boolean)
    .join(', ');
  const edit = canChange ? linkTo('/edit-contact', { contactId: String(contact.contactId) }) : null;
  const ended = contact.endsByAge.findLast(({ isOver }) => isOver);
  const primary = contact.isPrimaryContact ? t('records.primaryContact') : '';
  return (
    <PersonRow
      name={name}
      role={[contact.relationship, primary].filter((part) => part !== '').join(' · ')}
      face={<Avatar initials={initialsOf(contact.contactFirstName, contact.contactLastName)} />}
      call={null}
      message={null}
      hasChevron
      actions={
        edit === null ? null : (
          <ButtonLink variant="secondary" icon={Pencil} {...edit}>
            {t('records.edit')}
            <VisuallyHidden> {t('records.ofPerson', { name })}</VisuallyHidden>
          </ButtonLink>
        )
      }
      facts={
        <Facts>
          <PhoneFact isShown icon={Phone} name={t('dashboard.homePhone')} phone={contact.homePhone} />
          <PhoneFact isShown icon={Phone} name={t('dashboard.mobilePhone')} phone={contact.mobilePhone} />
          <PhoneFact isShown icon={Phone} name={t('dashboard.workPhone')} phone={contact.workPhone} />
          <EmailFact email={contact.contactEmail} />
          <Fact icon={MapPin} name={t('core.address')} lines={addressLines(contact, locale)} />
          {canChange ? (
            <li>
              <Icon of={Lock} size="s" />
              <span>
                {accessOf(contact) === 'authorized' && contact.lastDay !== null
                  ? t('dashboard.authorizedUntil', { date: formatDate(locale, contact.lastDay, 'long') })
                  : t(accessTexts[accessOf(contact)])}{' '}
                {ended === undefined ? null : `${t('dashboard.lessByAge', { age: ended.age })} `}
                {edit ? (
                  <TextLink className={screenOnly} hiddenContext={t('records.ofPerson', { name })} {...edit}>
                    {t('dashboard.change')}
                  </TextLink>
                ) : null}
              </span>
            </li>
          ) : null}
        </Facts>
      }
    />
  );
}
