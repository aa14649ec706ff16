import { type CalendarDate, type Contact, type PatientId, setContactEnd } from '@portal/api';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { send } from '../../data/http.ts';
import { isOffered } from '../../data/version.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Check } from '../../ui/icons.ts';
import { formatDate, useWords } from '../../words/index.ts';
import { endValuesOf, isEndOver, oneMonthLonger } from './endForm.ts';
import { access } from './contacts.css.ts';
import { EndForm } from './EndFields.tsx';
import { adopt, sayAbove } from './saving.ts';
import { useEndForm } from './useEndForm.ts';

interface AccessEndProps {
  readonly patientId: PatientId;
  readonly contact: Contact;
  readonly name: string;
}

/** Until when a contact may act for the patient, with a press that makes it longer (beyond the specification). */
export const AccessEnd = (props: AccessEndProps): ReactNode =>
  isOffered(setContactEnd) ? <EndCard {...props} /> : null;

function EndCard({ patientId, contact, name }: AccessEndProps): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const isOffline = useConnection() === 'offline';
  /** The press for a month more is being sent. */
  const [isLonger, setLonger] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = facilityToday();
  const { contactId, lastDay, reason } = contact;
  const { form, isOpen, isSaved, open, close, save } = useEndForm({
    end: contact,
    latest: null,
    put: async (body) => adopt(patientId, await send(setContactEnd, { params: { patientId, contactId }, body })),
  });
  useEffect(() => {
    // The pressed button may be gone.
    if (isSaved) heading.current?.focus();
  }, [isSaved]);
  const makeLonger = async (from: CalendarDate) => {
    setLonger(true);
    const refused = await save({ ...endValuesOf(contact, today), lastDay: oneMonthLonger(from, today) });
    setLonger(false);
    if (refused === null) return;
    const { code, values } = refused.message ?? { code: 'unspecified' as const };
    sayAbove(code, values);
  };
  const date = lastDay === null ? '' : formatDate(locale, lastDay, 'long');
  return (
    <Card labelledBy={id}>
      <div className={access}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {t('contacts.end', { name })}
        </h2>
        <p>
          {lastDay === null
            ? t('contacts.endNone')
            : t(isEndOver(contact, today) ? 'contacts.endWas' : 'contacts.endUntil', { date })}
        </p>
        {reason === null ? null : <p>{t('records.youMayReason', { reason })}</p>}
        {isOpen ? (
          <EndForm form={form} name={name} onCancel={close} />
        ) : (
          <ButtonRow>
            {lastDay === null ? null : (
              <Button variant="secondary" disabled={isOffline} busy={isLonger} onClick={() => void makeLonger(lastDay)}>
                {t('contacts.endLonger')}
              </Button>
            )}
            <Button variant="secondary" disabled={isOffline} onClick={open}>
              {t(lastDay === null ? 'contacts.endChoose' : 'contacts.endChange')}
            </Button>
          </ButtonRow>
        )}
        <div role="status">
          {isSaved ? (
            <Chip kind="saved" icon={Check}>
              {t('contacts.rightsSaved')}
            </Chip>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
