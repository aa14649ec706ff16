import {
  type Contact,
  type PatientId,
  type SectionRight,
  getContactRights,
  listContacts,
  setContactRight,
  setSectionEnd,
  withRight,
} from '@portal/api';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { invalidate, invalidateAfter, keyOf, queryClient, useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Check } from '../../ui/icons.ts';
import { formatDate, useWords } from '../../words/index.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { sectionNames } from '../../records/sectionNames.ts';
import { access, hint } from './contacts.css.ts';
import { isEndOver } from './endForm.ts';
import { RightsChoice } from './RightsChoice.tsx';
import { adopt } from './saving.ts';
import { SectionEnd } from './SectionEnd.tsx';

interface RightsTableProps {
  readonly patientId: PatientId;
  readonly contact: Contact;
  readonly name: string;
  /** There is no account yet: these rights are those that it will start with. */
  readonly isPending: boolean;
}

/** What a contact may see and do, section by section (beyond the specification). Each press is saved at once, not with the form. */
export function RightsTable(props: RightsTableProps): ReactNode {
  return isOffered(getContactRights) ? <RightsCard {...props} /> : null;
}

function RightsCard({ patientId, contact, name, isPending }: RightsTableProps): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const { contactId, endsByAge, sectionEnds } = contact;
  const asked = useCall(getContactRights, { params: { patientId, contactId } });
  return (
    <Card labelledBy={id}>
      <div className={access}>
        <h2 id={id}>{t('contacts.rights', { name })}</h2>
        <p className={hint}>{isPending ? t('contacts.rightsPendingText', { name }) : t('contacts.rightsText')}</p>
        {endsByAge.map(({ age, birthday, isOver, sections }) => {
          const values = { age, name, sections: sectionNames(sections, { t, locale }) };
          return (
            <p key={`${birthday} ${String(isOver)}`}>
              {isOver
                ? t('contacts.ageEnded', values)
                : t('contacts.ageEnds', { ...values, date: formatDate(locale, birthday, 'long') })}
            </p>
          );
        })}
        <QueryBoundary query={asked} isEmpty={({ offered }) => offered.length === 0} empty={null} level={3}>
          {({ offered, given }) => (
            <Table
              patientId={patientId}
              contact={contact}
              name={name}
              offered={offered}
              held={given}
              labelledBy={id}
              onSaved={() => {
                // What is given again is no longer among what has ended, which the list of contacts says.
                if (endsByAge.length + sectionEnds.length > 0) void invalidate(listContacts);
              }}
            />
          )}
        </QueryBoundary>
      </div>
    </Card>
  );
}

type Saving = 'no' | 'saving' | 'saved' | 'failed';

/** A pressed box that the server has not confirmed yet. */
interface Press {
  readonly one: SectionRight;
  readonly isGiven: boolean;
}

interface TableProps {
  readonly patientId: PatientId;
  readonly contact: Contact;
  readonly name: string;
  readonly offered: readonly SectionRight[];
  /** The rights on the server, as far as this page knows. */
  readonly held: readonly SectionRight[];
  readonly labelledBy: string;
  readonly onSaved: () => void;
}

function Table({ patientId, contact, name, offered, held, labelledBy, onSaved }: TableProps): ReactNode {
  const { t } = useWords();
  const { contactId } = contact;
  const isOffline = useConnection() === 'offline';
  const [pressed, setPressed] = useState<readonly Press[]>([]);
  const [saving, setSaving] = useState<Saving>('no');
  /** The same presses for the sender, which runs between renders: one after the other, so that the last one wins. */
  const line = useRef<{ presses: readonly Press[]; isSending: boolean }>({ presses: [], isSending: false });
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const show = (presses: readonly Press[]) => {
    line.current.presses = presses;
    setPressed(presses);
  };
  const sendPresses = async () => {
    const now = line.current;
    if (now.isSending) return;
    now.isSending = true;
    try {
      for (let next = now.presses[0]; next !== undefined; next = now.presses[0]) {
        const answer = await send(setContactRight, {
          params: { patientId, contactId },
          body: { ...next.one, isGiven: next.isGiven },
        });
        queryClient.setQueryData(keyOf(getContactRights, { params: { patientId, contactId } }), answer);
        show(now.presses.slice(1));
      }
      if (!gone.current) setSaving('saved');
      onSaved();
    } catch (error) {
      show([]);
      if (gone.current || failureOf(error)?.kind === 'sessionEnded') return;
      setSaving('failed');
      // The boxes show the rights on the server, which are not known after a lost answer.
      void invalidateAfter(setContactRight);
    } finally {
      now.isSending = false;
    }
  };
  const press = (one: SectionRight, isGiven: boolean) => {
    show([...line.current.presses, { one, isGiven }]);
    setSaving('saving');
    void sendPresses();
  };

  const given = pressed.reduce((rights, { one, isGiven }) => withRight(rights, one, isGiven), held);
  return (
    <>
      <RightsChoice
        offered={offered}
        given={given}
        onPress={press}
        labelledBy={labelledBy}
        disabled={isOffline}
        endOf={
          isOffered(setSectionEnd)
            ? (section) => (
                <SectionEnd
                  name={name}
                  section={section}
                  ends={contact.sectionEnds}
                  latest={isEndOver(contact, facilityToday()) ? null : contact.lastDay}
                  // As the server has it: a box that was just pressed may still be refused.
                  isGiven={[held, given].every((rights) => rights.some((one) => one.section === section))}
                  onChoose={async ({ section: of, ...body }) =>
                    adopt(patientId, await send(setSectionEnd, { params: { patientId, contactId, section: of }, body }))
                  }
                />
              )
            : undefined
        }
      />
      <div role="status">
        {saving === 'saving' ? <span className={hint}>{t('contacts.rightsSaving')}</span> : null}
        {saving === 'saved' ? (
          <Chip kind="saved" icon={Check}>
            {t('contacts.rightsSaved')}
          </Chip>
        ) : null}
        {saving === 'failed' ? <Banner kind="error">{t('contacts.rightsFailed')}</Banner> : null}
      </div>
    </>
  );
}
