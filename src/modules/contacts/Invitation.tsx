import { type PrintSize, getPinPdf } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { type BlockedDownload, openDownload } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { isOurServer } from '../../data/version.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Printer } from '../../ui/icons.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { useExpiringLink } from '../../records/useExpiringLink.ts';
import { access, pin as pinClass, quote } from './contacts.css.ts';
import type { Invited } from './invitee.ts';
import { WorkFrame } from './WorkFrame.tsx';

/** The result of printing. */
type Outcome = { readonly kind: 'failed' } | BlockedDownload;

/** The PIN, and what the invitation mail says (specification 2, section 2). */
export function ContactPin({
  invited,
  person,
  onDone,
  onLeave,
}: {
  invited: Invited;
  person: ReactNode;
  /** The patient confirms that the contact has the PIN. */
  onDone: () => void;
  onLeave: () => void;
}): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const { name, email, invitationId, pin, mail } = invited;

  useExpiringLink(outcome, setOutcome);

  const open = async (print?: PrintSize) => {
    setOutcome(null);
    setPrinting(true);
    try {
      const done = await openDownload(getPinPdf, { invitationId }, { print }, t('core.loading'));
      setOutcome(done.kind === 'blocked' ? done : null);
    } catch (error) {
      if (failureOf(error)?.kind !== 'sessionEnded') setOutcome({ kind: 'failed' });
    } finally {
      setPrinting(false);
    }
  };

  return (
    <WorkFrame
      title={t('contacts.invite')}
      person={person}
      onLeave={onLeave}
      actions={
        <>
          <Button onClick={onDone}>{t('form.done')}</Button>
          <Button variant="secondary" icon={Printer} busy={isPrinting} disabled={isOffline} onClick={() => void open()}>
            {t('records.print')}
          </Button>
          {isOurServer() ? (
            <Button
              variant="secondary"
              icon={Printer}
              busy={isPrinting}
              disabled={isOffline}
              onClick={() => void open('large')}
            >
              {t('contacts.printLarge')}
            </Button>
          ) : null}
        </>
      }
    >
      <Card>
        <div className={access}>
          <h2>{t('contacts.pin', { name })}</h2>
          <p className={pinClass}>
            <span aria-hidden="true">{pin}</span>
            {/* Digit by digit, because a screen reader would read one large number. */}
            <VisuallyHidden>{pin.replace(/(.)(?=.)/g, '$1 ')}</VisuallyHidden>
          </p>
          <p>{t('contacts.pinText', { name })}</p>
        </div>
      </Card>
      <Card>
        <div className={access}>
          <h2>{t('contacts.mail')}</h2>
          <p>{t('contacts.mailText', { name, email })}</p>
          {mail === null ? null : (
            <blockquote className={quote} lang={mail.language}>
              <p>
                <strong>{mail.subject}</strong>
              </p>
              {mail.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </blockquote>
          )}
        </div>
      </Card>
      <div role="status">
        {outcome?.kind === 'failed' ? <Banner kind="error">{t('contacts.printFailed')}</Banner> : null}
        {outcome?.kind === 'blocked' ? (
          <Banner kind="warning" onClose={() => setOutcome(null)}>
            <p>
              {t('contacts.printBlocked')}{' '}
              <TextLink
                href={outcome.url}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => setTimeout(() => setOutcome(null))}
              >
                {t('contacts.sheet')}
              </TextLink>
            </p>
          </Banner>
        ) : null}
      </div>
    </WorkFrame>
  );
}
