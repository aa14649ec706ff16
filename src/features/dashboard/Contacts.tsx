import { type Contact, listContacts, type PatientId } from '@portal/api';
import { memo, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useCall } from '../../data/query.ts';
import { useFollowed } from '../../data/useFollowed.ts';
import { Avatar, initialsOf } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { card } from '../../ui/Card.css.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Lock, MapPin, Phone, Plus, Star, User } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { PopoverSurface, useDismiss } from '../../ui/Popover.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useGrowing } from '../../ui/useGrowing.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWindowSize, type WindowSize } from '../../ui/useWindowSize.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatPersonName, useWords } from '../../words/index.ts';
import { cardRoom, group, groups, inGroup, inLine, people, person, personFoot, personHead, personName, wholeCard } from './dashboard.css.ts';
import { EmailFact, Fact, Facts, PhoneFact } from './Facts.tsx';
import { Fetched } from './Fetched.tsx';
import { accessOf, addressLines, contactOrder } from './people.ts';
import { phoneShown } from './phone.ts';
import type { WayTo } from './ways.ts';
import { type CardField, hiddenFields } from './wrapping.ts';

export interface ContactsProps {
  readonly patientId: PatientId;
  readonly wayTo: WayTo;
  /** The patient may add and change contacts, and sees who may see the record. */
  readonly canChange: boolean;
}

/** Family and friends of the patient (specification 2, section 2). */
export function Contacts({ patientId, wayTo, canChange }: ContactsProps): ReactNode {
  const { t } = useWords();
  const asked = useCall(listContacts, { params: { patientId } });
  const add = canChange ? wayTo('/add-contact') : null;
  return (
    <Section
      id="dashboard-contacts"
      title={t('dashboard.contacts')}
      end={
        add ? (
          <TextLink standalone className={screenOnly} icon={Plus} {...add}>
            {t('dashboard.addContact')}
          </TextLink>
        ) : null
      }
    >
      <Fetched
        asked={asked}
        isEmpty={(contacts) => contacts.length === 0}
        empty={
          <EmptyState icon={User} title={t('dashboard.noContacts')}>
            {t('dashboard.noContactsText')}
          </EmptyState>
        }
      >
        {(contacts) => <Cards contacts={contacts} wayTo={wayTo} canChange={canChange} />}
      </Fetched>
    </Section>
  );
}

/** Cards that the browser is to draw although they are far from the window: then their heights are known, and nothing moves when they come near. */
const fewContacts = 24;

/** All cards; of hundreds a windowful first. */
function Cards({ contacts, wayTo, canChange }: { contacts: readonly Contact[] } & Omit<ContactsProps, 'patientId'>): ReactNode {
  const { locale } = useWords();
  const size = useWindowSize();
  const ordered = useMemo(() => contactOrder(contacts, locale), [contacts, locale]);
  const drawn = Math.min(useGrowing(ordered.length), ordered.length);
  const areMany = ordered.length > fewContacts;
  const grouped = Array.from({ length: Math.ceil(drawn / inGroup) }, (_, at) => ordered.slice(at * inGroup, Math.min(drawn, (at + 1) * inGroup)));
  return (
    <div className={groups} role="list">
      {grouped.map((some, at) => (
        <div key={at} role="none" className={classes(people, areMany && group)} style={areMany ? { containIntrinsicBlockSize: `auto calc(${some.length} * ${cardRoom})` } : undefined}>
          {some.map((contact) => (
            <ContactCard key={contact.contactId} contact={contact} size={size} wayTo={wayTo} canChange={canChange} />
          ))}
        </div>
      ))}
    </div>
  );
}

const accessTexts = { authorized: 'dashboard.authorized', notAuthorized: 'dashboard.notAuthorized', pending: 'dashboard.pending' } as const;

const ContactCard = memo(function ContactCard({ contact, size, wayTo, canChange }: { contact: Contact; size: WindowSize } & Omit<ContactsProps, 'patientId'>): ReactNode {
  const { t, locale } = useWords();
  const name = [formatPersonName(locale, { firstName: contact.contactFirstName, lastName: contact.contactLastName }), contact.suffix].filter(Boolean).join(', ');
  const edit = canChange ? wayTo('/edit-contact', { contactId: String(contact.contactId) }) : null;
  const access = canChange ? t(accessTexts[accessOf(contact)]) : null;
  const address = addressLines(contact, locale);
  const number = (phone: string | null, label: string) => (phone ? [`${label} ${phoneShown(phone)}`] : []);
  // On paper nothing can be opened.
  const isPrinting = usePrinting();
  const hidden = isPrinting ? [] : hiddenFields(
    {
      name: [`${name}, ${contact.relationship}`],
      address,
      email: contact.contactEmail ? [contact.contactEmail] : [],
      homePhone: number(contact.homePhone, t('dashboard.homePhone')),
      mobilePhone: number(contact.mobilePhone, t('dashboard.mobilePhone')),
      workPhone: number(contact.workPhone, t('dashboard.workPhone')),
      access: access === null ? [] : [access],
    },
    size,
  );
  const factsBut = (left: readonly CardField[]) => (
    <>
      <Fact icon={MapPin} name={t('dashboard.address')} lines={left.includes('address') ? [] : address} />
      <PhoneFact isShown icon={Phone} name={t('dashboard.homePhone')} phone={left.includes('homePhone') ? null : contact.homePhone} />
      <PhoneFact isShown icon={Phone} name={t('dashboard.mobilePhone')} phone={left.includes('mobilePhone') ? null : contact.mobilePhone} />
      <PhoneFact isShown icon={Phone} name={t('dashboard.workPhone')} phone={left.includes('workPhone') ? null : contact.workPhone} />
      <EmailFact email={left.includes('email') ? null : contact.contactEmail} />
    </>
  );
  return (
    <div role="listitem" className={`${card} ${person}`}>
      <div className={personHead}>
        <Avatar initials={initialsOf(contact.contactFirstName, contact.contactLastName)} />
        <div className={personName}>
          <h3>{name}</h3>
          <p>{contact.relationship}</p>
        </div>
        {edit ? (
          <TextLink standalone className={screenOnly} hiddenContext={t('dashboard.ofPerson', { name })} {...edit}>
            {t('dashboard.edit')}
          </TextLink>
        ) : null}
      </div>
      {contact.isPrimaryContact ? (
        <p>
          <Badge>
            <Icon of={Star} size="xs" />
            {t('dashboard.primaryContact')}
          </Badge>
        </p>
      ) : null}
      <Facts>
        {factsBut(hidden)}
        {access === null ? null : (
          <li>
            <Icon of={Lock} size="s" />
            <span>
              {access}{' '}
              {edit ? (
                <TextLink className={screenOnly} hiddenContext={t('dashboard.ofPerson', { name })} {...edit}>
                  {t('dashboard.change')}
                </TextLink>
              ) : null}
            </span>
          </li>
        )}
      </Facts>
      {hidden.length > 0 ? (
        <More name={name}>
          <Facts>{factsBut([])}</Facts>
        </More>
      ) : null}
    </div>
  );
});

/** What had no room on the card, and the rest of it again. */
function More({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const isShown = useFollowed(open) && open;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open, frame, opener, close);
  return (
    <div className={personFoot}>
      <div ref={frame}>
        <Button className={inLine} ref={opener} variant="quiet" size="small" aria-expanded={open} aria-controls={isShown ? id : undefined} onClick={() => setOpen(!open)}>
          {t('dashboard.more')}
          <VisuallyHidden> {t('dashboard.viewMoreAbout', { title: name })}</VisuallyHidden>
        </Button>
        {isShown ? (
          <PopoverSurface id={id} align="start" className={wholeCard}>
            {children}
          </PopoverSurface>
        ) : null}
      </div>
    </div>
  );
}
