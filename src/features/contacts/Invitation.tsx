import { type InvitationId, getPinPdf } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { openDownload } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { useFacilityText } from '../../data/facilityText.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Printer } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { access, pin as pinClass } from './contacts.css.ts';
import { WorkFrame } from './WorkFrame.tsx';

/** Somebody who was just invited. The PIN is nowhere else. */
export interface Invited {
  readonly name: string;
  readonly email: string;
  readonly invitationId: InvitationId;
  readonly pin: string;
}

/** What the patient agrees to before they get the PIN (specification 2, section 2). */
export function InvitationStatement({ invited, onAgree, onCancel }: { invited: Invited; onAgree: () => void; onCancel: () => void }): ReactNode {
  const { t } = useWords();
  const statement = useFacilityText('InvitationStatement');
  return (
    <WorkFrame
      title={t('contacts.inviteTitle')}
      onLeave={onCancel}
      actions={
        <>
          <Button disabled={statement.kind === 'waiting'} disabledReason={statement.kind === 'failed' ? t('contacts.statementFailed') : null} onClick={onAgree}>
            {t('contacts.agree')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('contacts.cancel')}
          </Button>
        </>
      }
    >
      <div className={access}>
        <h2>{t('contacts.statement', { name: invited.name })}</h2>
        {statement.kind === 'waiting' ? <Skeleton lines={6} /> : null}
        {statement.kind === 'text' ? <RichText html={statement.html} /> : null}
        {statement.kind === 'failed' ? (
          <div role="alert">
            <p>{t('contacts.statementFailed')}</p>
            <Button variant="secondary" onClick={statement.again}>
              {t('core.tryAgain')}
            </Button>
          </div>
        ) : null}
      </div>
    </WorkFrame>
  );
}

/** What came of printing. */
type Outcome = { readonly kind: 'failed' } | { readonly kind: 'blocked'; readonly url: string; readonly seconds: number };

/** The PIN, and what the invited person has in their mail (specification 2, section 2). */
export function ContactPin({ invited, onDone }: { invited: Invited; onDone: () => void }): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const { name, email, invitationId, pin } = invited;

  useEffect(() => {
    if (outcome?.kind !== 'blocked') return;
    // The link works once and not for long: one that does no more must not stand there.
    const timer = setTimeout(() => setOutcome(null), outcome.seconds * 1000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const print = async () => {
    setOutcome(null);
    setPrinting(true);
    try {
      const done = await openDownload(getPinPdf, { invitationId }, {}, t('core.loading'));
      setOutcome(done.kind === 'blocked' ? done : null);
    } catch (error) {
      if (failureOf(error)?.kind !== 'sessionEnded') setOutcome({ kind: 'failed' });
    } finally {
      setPrinting(false);
    }
  };

  return (
    <WorkFrame
      title={t('contacts.inviteTitle')}
      onLeave={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('contacts.done')}</Button>
          <Button variant="secondary" icon={Printer} busy={isPrinting} disabled={isOffline} onClick={() => void print()}>
            {t('contacts.print')}
          </Button>
        </>
      }
    >
      <Card>
        <div className={access}>
          <h2>{t('contacts.pin', { name })}</h2>
          <p className={pinClass}>
            <span aria-hidden="true">{pin}</span>
            {/* Digit by digit, and not as one large number. */}
            <VisuallyHidden>{pin.replace(/(.)(?=.)/g, '$1 ')}</VisuallyHidden>
          </p>
          <p>{t('contacts.pinText', { name })}</p>
        </div>
      </Card>
      <Card>
        <div className={access}>
          <h2>{t('contacts.mail')}</h2>
          <p>{t('contacts.mailText', { name, email })}</p>
        </div>
      </Card>
      <div role="status">
        {outcome?.kind === 'failed' ? <Banner kind="error">{t('contacts.printFailed')}</Banner> : null}
        {outcome?.kind === 'blocked' ? (
          <Banner kind="warning" onClose={() => setOutcome(null)}>
            <p>
              {t('contacts.printBlocked')}{' '}
              <TextLink href={outcome.url} target="_blank" rel="noopener noreferrer" onClick={() => setTimeout(() => setOutcome(null))}>
                {t('contacts.sheet')}
              </TextLink>
            </p>
          </Banner>
        ) : null}
      </div>
    </WorkFrame>
  );
}
