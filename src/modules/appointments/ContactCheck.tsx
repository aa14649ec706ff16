import { type AnswerOf, confirmContactDetails, getCheckIn, type PatientId, phoneShown } from '@portal/api';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useRepresented } from '../../data/profile.ts';
import { send } from '../../data/http.ts';
import { invalidate, useCall } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { addressLines } from '../../ui/addressLines.ts';
import { Check } from '../../ui/icons.ts';
import { loadWords, useWords } from '../../words/index.ts';
import { contact, details, heading } from './ContactCheck.css.ts';

type AskedDetails = NonNullable<AnswerOf<typeof getCheckIn>['contact']>;

const ContactForm = lazy(async () => {
  const [{ ContactForm: form }] = await Promise.all([import('./ContactForm.tsx'), loadWords('form')]);
  return { default: form };
});

/** "Are these still right?", once a day, for the patient alone, as a tablet asks it. Nothing where the facility does not ask. */
export function ContactCheck({ patientId }: { readonly patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const isOwn = useRepresented() === null;
  const { data } = useCall(getCheckIn, { params: { patientId } }, { enabled: isOwn && !isOffline });
  const [said, setSaid] = useState<'right' | 'changed' | null>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (said !== null) outcome.current?.focus({ preventScroll: true });
  }, [said]);
  const onSaid = (what: 'right' | 'changed'): void => {
    setSaid(what);
    void invalidate(getCheckIn);
  };
  if (said !== null)
    return (
      <p ref={outcome} tabIndex={-1}>
        {t(said === 'right' ? 'appointments.detailsRight' : 'appointments.detailsSent')}
      </p>
    );
  const asked = data?.contact ?? null;
  return asked === null || !isOwn ? null : <DetailsQuestion patientId={patientId} asked={asked} onSaid={onSaid} />;
}

function DetailsQuestion({
  patientId,
  asked,
  onSaid,
}: {
  readonly patientId: PatientId;
  readonly asked: AskedDetails;
  readonly onSaid: (said: 'right' | 'changed') => void;
}): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const [step, setStep] = useState<'asked' | 'sending' | 'failed'>('asked');
  const [isChanging, setChanging] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone, and the focus with it.
  const turn = (toForm: boolean): void => {
    title.current?.focus();
    setChanging(toForm);
  };
  const known = { ...asked.recorded, ...asked.asked };
  const phone = (value: string | null): string[] => (value === null || value.trim() === '' ? [] : [phoneShown(value)]);
  const rows = [
    ['core.address', addressLines(known, locale)],
    ['appointments.detailHomePhone', phone(known.homePhone)],
    ['appointments.detailMobilePhone', phone(known.mobilePhone)],
    ['core.email', [known.emailAddress ?? ''].filter((text) => text.trim() !== '')],
  ] as const;
  const confirm = async (): Promise<void> => {
    if (step === 'sending') return;
    setStep('sending');
    try {
      await send(confirmContactDetails, { params: { patientId } });
    } catch {
      setStep('failed');
      return;
    }
    onSaid('right');
  };
  return (
    <section className={contact} aria-labelledby="contact-check">
      <h3 id="contact-check" ref={title} tabIndex={-1} className={heading}>
        {t('appointments.detailsAsk')}
      </h3>
      {isChanging ? (
        <Suspense fallback={null}>
          <ContactForm
            patientId={patientId}
            known={known}
            onSent={() => onSaid('changed')}
            onUnchanged={() => void confirm()}
            onCancel={() => turn(false)}
          />
        </Suspense>
      ) : (
        <>
          <dl className={details}>
            {rows.map(([label, lines]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  {lines.length === 0
                    ? t('appointments.detailNone')
                    : lines.map((line) => <div key={line}>{line}</div>)}
                </dd>
              </div>
            ))}
          </dl>
          {Object.keys(asked.asked).length === 0 ? null : <p>{t('appointments.detailsWait')}</p>}
          <ButtonRow>
            <Button
              variant="secondary"
              icon={Check}
              busy={step === 'sending'}
              disabledReason={isOffline ? t('records.needsConnection') : null}
              onClick={() => void confirm()}
            >
              {t('appointments.detailsAllRight')}
            </Button>
            <Button variant="secondary" onClick={() => turn(true)}>
              {t('appointments.detailsChanged')}
            </Button>
          </ButtonRow>
        </>
      )}
      <div role="status">
        {step === 'failed' ? <Banner kind="error">{t('appointments.detailsFailed')}</Banner> : null}
      </div>
    </section>
  );
}
