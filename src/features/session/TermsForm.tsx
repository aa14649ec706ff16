import { getFacilityText, type UserProfile } from '@portal/api';
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { send } from '../../data/http.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckboxField } from '../../ui/Field.tsx';
import { form } from '../../ui/Form.css.ts';
import { gateCard } from '../../ui/Gate.css.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.css.ts';
import { useWords } from '../../words/index.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { termsText } from './TermsForm.css.ts';

export interface TermsFormProps {
  readonly profile: Pick<UserProfile, 'facilityId' | 'termsOfUse' | 'termsOfUseVersion'>;
  /** `version` is that of the text that was shown, where the server tells it. `changed`: others hold by now. */
  readonly onAccept: (version: string | undefined) => Promise<'done' | 'changed'>;
  readonly onCancel: () => Promise<void>;
}

type Loaded = { readonly kind: 'waiting' } | { readonly kind: 'text'; readonly html: string; readonly version: string | undefined } | { readonly kind: 'failed' };
const boxId = 'accept-terms';
const textId = 'terms-text';

/** The terms of the person's own facility, whatever address they came to, with the box that must be ticked. */
export function TermsForm({ profile, onAccept, onCancel }: TermsFormProps): ReactNode {
  const { t, language } = useWords();
  const offline = useConnection() === 'offline';
  const { facilityId, termsOfUse, termsOfUseVersion } = profile;
  const [terms, setTerms] = useState<Loaded>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const [accepted, setAccepted] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState<'accept' | 'cancel' | null>(null);

  useEffect(() => {
    let gone = false;
    send(getFacilityText, { params: { contentKey: 'TermsOfUse', facilityId }, query: { language } }).then(
      ({ content, version }) => !gone && setTerms({ kind: 'text', html: content, version }),
      () => {
        if (gone) return;
        // A back end of the facility's own may give the text with the profile alone.
        setTerms(termsOfUse ? { kind: 'text', html: termsOfUse, version: termsOfUseVersion ?? undefined } : { kind: 'failed' });
      },
    );
    return () => {
      gone = true;
    };
  }, [language, attempt, facilityId, termsOfUse, termsOfUseVersion]);

  const run = async (what: 'accept' | 'cancel', work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } finally {
      setBusy(null);
    }
  };
  const accept = async (version: string | undefined) => {
    if ((await onAccept(version)) === 'done') return;
    setAccepted(false);
    setTried(false);
    setAttempt(attempt + 1);
    // What is to be read again.
    document.getElementById(textId)?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy !== null || terms.kind !== 'text') return;
    setTried(true);
    if (accepted) void run('accept', () => accept(terms.version));
    else document.getElementById(boxId)?.focus();
  };

  return (
    <Card className={gateCard}>
      <form className={form} noValidate onSubmit={submit}>
        {terms.kind === 'waiting' ? <Skeleton lines={8} /> : null}
        {terms.kind === 'failed' ? (
          <div role="alert">
            <p>{t('session.termsNotLoaded')}</p>
            <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
              {t('core.tryAgain')}
            </Button>
          </div>
        ) : null}
        {terms.kind === 'text' ? (
          <>
            <h2 className={visuallyHidden}>{t('session.termsTitle')}</h2>
            {/* A long text scrolls in its own frame, so the keyboard must be able to go there. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by keyboard */}
            <section id={textId} className={termsText} tabIndex={0} aria-label={t('session.termsTitle')}>
              <RichText html={terms.html} />
            </section>
            <CheckboxField
              id={boxId}
              label={t('session.termsAccept')}
              checked={accepted}
              onChange={setAccepted}
              required
              error={tried && !accepted ? t('session.termsMustAccept') : undefined}
            />
          </>
        ) : null}
        <NeedsConnection offline={offline} />
        <ButtonRow>
          {terms.kind === 'text' ? (
            <Button type="submit" busy={busy === 'accept'} disabled={offline}>
              {t('session.continue')}
            </Button>
          ) : null}
          <Button variant="secondary" busy={busy === 'cancel'} onClick={() => void run('cancel', onCancel)}>
            {t('session.cancel')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  );
}
