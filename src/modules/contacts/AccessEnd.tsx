import { type CalendarDate, type Contact, type PatientId, setContactEnd } from '@portal/api';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { isOffered } from '../../data/version.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Form } from '../../ui/Form.tsx';
import { type RefusedSubmit, useForm } from '../../ui/form/useForm.ts';
import { Check } from '../../ui/icons.ts';
import { formatDate, useWords } from '../../words/index.ts';
import {
  type EndValues,
  endOfValues,
  endProblems,
  endRules,
  endValuesOf,
  facilityToday,
  isEndOver,
  oneMonthLonger,
} from './endForm.ts';
import { access } from './contacts.css.ts';
import { EndFields } from './EndFields.tsx';
import { adopt, sayAbove } from './saving.ts';

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
  const [isOpen, setOpen] = useState(false);
  const [isSaved, setSaved] = useState(false);
  /** The press for a month more is being sent. */
  const [isLonger, setLonger] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = facilityToday();
  const form = useForm<EndValues>({
    initial: endValuesOf(contact, today),
    ...endRules(today),
    errorsFrom: 'submit',
    onSubmit: (values) => save(values),
  });
  const save = async (values: EndValues): Promise<RefusedSubmit<EndValues> | null> => {
    setSaved(false);
    try {
      const { contactId } = contact;
      const saved = await send(setContactEnd, { params: { patientId, contactId }, body: endOfValues(values) });
      adopt(patientId, saved);
      form.reset(endValuesOf(saved, today));
      setOpen(false);
      setSaved(true);
      // The pressed button may be gone.
      heading.current?.focus();
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      const refusal = refusalOf(setContactEnd, failure);
      if (refusal === 'last_day_over' || refusal === 'last_day_too_late')
        return { fields: { lastDay: endProblems[refusal] } };
      const message = messageFor(failure);
      return message === null ? {} : { message };
    }
  };
  const makeLonger = async (lastDay: CalendarDate) => {
    setLonger(true);
    const refused = await save({ ...endValuesOf(contact, today), lastDay: oneMonthLonger(lastDay, today) });
    setLonger(false);
    if (refused === null) return;
    const { code, values } = refused.message ?? { code: 'unspecified' as const };
    sayAbove(code, values);
  };
  const { lastDay, reason } = contact;
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
        {reason === null ? null : <p>{t('contacts.endReason', { reason })}</p>}
        {isOpen ? (
          <Form {...form.props}>
            <EndFields form={form} name={name} />
            <ButtonRow>
              <Button type="submit" busy={form.isBusy} disabled={isOffline}>
                {t('contacts.save')}
              </Button>
              <Button
                variant="secondary"
                onClick={() => {
                  form.reset(endValuesOf(contact, today));
                  setOpen(false);
                }}
              >
                {t('contacts.cancel')}
              </Button>
            </ButtonRow>
          </Form>
        ) : (
          <ButtonRow>
            {lastDay === null ? null : (
              <Button variant="secondary" disabled={isOffline} busy={isLonger} onClick={() => void makeLonger(lastDay)}>
                {t('contacts.endLonger')}
              </Button>
            )}
            <Button
              variant="secondary"
              disabled={isOffline}
              onClick={() => {
                setSaved(false);
                setOpen(true);
              }}
            >
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
