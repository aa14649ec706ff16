import {
  type AnswerOf,
  type PatientId,
  type SectionRight,
  getContactRights,
  inviteContact,
  offeredRights,
  withRight,
} from '@portal/api';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../data/errors.ts';
import { useFacilityText } from '../../data/facilityText.ts';
import { send } from '../../data/http.ts';
import { keysByBody } from '../../data/idempotencyKey.ts';
import { invalidateAfter, useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorText } from '../../ui/FieldParts.tsx';
import { Form } from '../../ui/Form.tsx';
import { type RefusedSubmit, useForm } from '../../ui/form/useForm.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type MessageBarCodeName, useWords } from '../../words/index.ts';
import { calendarDate } from '../../ui/calendar.ts';
import { type EndValues, endOfValues, endProblems, endRules, endValuesOf, isEndOver } from './endForm.ts';
import { access, hint } from './contacts.css.ts';
import { EndFields } from './EndFields.tsx';
import type { Invitee } from './invitee.ts';
import { RightsChoice } from './RightsChoice.tsx';
import { SectionEnd } from './SectionEnd.tsx';
import { WorkFrame } from './WorkFrame.tsx';

export type Invitation = AnswerOf<typeof inviteContact>;

interface InvitationFormProps {
  readonly patientId: PatientId;
  readonly person: ReactNode;
  readonly invitee: Invitee;
  readonly onInvited: (invitation: Invitation) => void;
  /** The contact has no address that a mail can be sent to. */
  readonly onNotInvited: (code: MessageBarCodeName) => void;
  readonly onCancel: () => void;
}

/**
 * What an invited contact may see and do, and the patient's consent: both come before the mail (rulings, section 9). Nothing is ticked that
 * the patient has not ticked. A facility's own back end knows no rights, so none are asked for there.
 */
export function InvitationForm({
  patientId,
  person,
  invitee: { contactId, name, end },
  onInvited,
  onNotInvited,
  onCancel,
}: InvitationFormProps): ReactNode {
  const { t } = useWords();
  const rightsId = useId();
  const endId = useId();
  const formId = useId();
  const isOffline = useConnection() === 'offline';
  const statement = useFacilityText('InvitationStatement');
  const hasRights = isOffered(getContactRights);
  // The rights of an earlier invitation of this contact.
  const asked = useCall(getContactRights, { params: { patientId, contactId } }, { enabled: hasRights });
  const [ticked, setTicked] = useState<readonly SectionRight[] | null>(null);
  /** How often the form was submitted with nothing ticked. */
  const [emptyTries, setEmptyTries] = useState(0);
  /** Trying again after a lost answer sends no second mail; another choice is another invitation, which ends the first. */
  const [keyOf] = useState(keysByBody);
  const boxes = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const given = ticked ?? asked.data?.given ?? [];
  const isTickMissing = emptyTries > 0 && given.length === 0;
  useEffect(() => {
    if (emptyTries === 0) return;
    boxes.current?.querySelector('input')?.focus({ preventScroll: true });
    // The button is far below the boxes, so the page scrolls to the error above the first of them.
    alert.current?.scrollIntoView({ block: 'center' });
  }, [emptyTries]);

  const today = facilityToday();
  const [sectionEnds, setSectionEnds] = useState(() => end.sectionEnds.filter((one) => !isEndOver(one, today)));
  const form = useForm<EndValues>({
    initial: endValuesOf(end, today),
    ...endRules(today),
    errorsFrom: 'submit',
    onSubmit: (values) => agree(values),
  });
  const agree = async (values: EndValues): Promise<RefusedSubmit<EndValues> | null> => {
    if (hasRights && given.length === 0) {
      setEmptyTries(emptyTries + 1);
      return null;
    }
    try {
      const body = hasRights
        ? { given: [...given], hasAgreed: true as const, ...endOfValues(values), sectionEnds }
        : undefined;
      const invitation = await send(inviteContact, {
        params: { contactId },
        headers: { 'idempotency-key': keyOf(body ?? {}) },
        body,
      });
      void invalidateAfter(inviteContact);
      onInvited(invitation);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      void invalidateAfter(inviteContact);
      const refusal = refusalOf(inviteContact, failure);
      if (refusal === 'last_day_over' || refusal === 'last_day_too_late')
        return { fields: { lastDay: endProblems[refusal] } };
      if (refusal === 'email_required') onNotInvited('contactEmailRequiredForInvite');
      else if (refusal === 'failed_sending_email') onNotInvited('failedSendingEmail');
      else {
        const message = messageFor(failure);
        return message === null ? null : { message };
      }
      return null;
    }
  };

  const isUnread = statement.kind === 'failed' && !statement.isMissing;
  return (
    <WorkFrame
      title={t('contacts.invite')}
      person={person}
      onLeave={onCancel}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            busy={form.isBusy}
            disabled={isOffline || statement.kind === 'waiting' || (hasRights && asked.data === undefined)}
            disabledReason={isUnread ? t('contacts.statementFailed') : null}
          >
            {t('contacts.agree')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('core.cancel')}
          </Button>
        </>
      }
    >
      {hasRights ? (
        <Card labelledBy={rightsId}>
          <div className={access}>
            <h2 id={rightsId}>{t('contacts.rights', { name })}</h2>
            <p className={hint}>{t('contacts.rightsChooseText', { name })}</p>
            <div ref={alert} role="alert">
              {isTickMissing ? <ErrorText id={`${rightsId}-error`}>{t('contacts.tickOne')}</ErrorText> : null}
            </div>
            <QueryBoundary query={asked} notFound="failed" level={3}>
              {() => (
                <RightsChoice
                  ref={boxes}
                  offered={offeredRights}
                  given={given}
                  onPress={(one, isGiven) => setTicked(withRight(given, one, isGiven))}
                  labelledBy={rightsId}
                  describedBy={isTickMissing ? `${rightsId}-error` : undefined}
                  endOf={(section) => (
                    <SectionEnd
                      name={name}
                      section={section}
                      ends={sectionEnds}
                      latest={calendarDate(form.values.lastDay)}
                      isGiven={given.some((one) => one.section === section)}
                      onChoose={async (chosen) =>
                        setSectionEnds((all) => [...all.filter((one) => one.section !== section), chosen])
                      }
                    />
                  )}
                />
              )}
            </QueryBoundary>
          </div>
        </Card>
      ) : null}
      <Form id={formId} {...form.props}>
        {hasRights ? (
          <Card labelledBy={endId}>
            <div className={access}>
              <h2 id={endId}>{t('contacts.end', { name })}</h2>
              <EndFields form={form} name={name} />
            </div>
          </Card>
        ) : null}
      </Form>
      <div className={access}>
        <h2>{t('contacts.statement', { name })}</h2>
        {statement.kind === 'waiting' ? <Skeleton lines={6} /> : null}
        {statement.kind === 'text' ? <RichText html={statement.html} lang={statement.lang} /> : null}
        {isUnread ? (
          <div role="alert">
            <p>{t('contacts.statementFailed')}</p>
            <Button variant="secondary" onClick={statement.again}>
              {t('core.tryAgain')}
            </Button>
          </div>
        ) : null}
        <p>{t(hasRights ? 'contacts.consent' : 'contacts.consentWhole', { name })}</p>
      </div>
    </WorkFrame>
  );
}
