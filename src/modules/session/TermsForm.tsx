import { getFacilityText, type UserProfile } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { useConnection } from '../../data/connection.ts';
import { loadFacility } from '../../data/facility.ts';
import { send } from '../../data/http.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckboxField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { gateCard } from '../../ui/Gate.css.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.css.ts';
import { langOf, useWords } from '../../words/index.ts';
import { NeedsConnection } from '../../ui/NeedsConnection.tsx';

interface TermsFormProps {
  readonly profile: Pick<UserProfile, 'facilityId' | 'termsOfUse' | 'termsOfUseVersion'>;
  /** `version` is that of the shown text, where the server gives it. `changed`: newer terms apply. */
  readonly onAccept: (version: string | undefined) => Promise<'done' | 'changed'>;
  readonly onCancel: () => void;
}

type Loaded =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'text';
      readonly html: string;
      readonly lang: string | undefined;
      readonly version: string | undefined;
    }
  | { readonly kind: 'failed' };
const textId = 'terms-text';

/** The terms of the person's own facility, whatever address they opened, with the box that must be ticked. */
export function TermsForm({ profile, onAccept, onCancel }: TermsFormProps): ReactNode {
  const { t, language } = useWords();
  const offline = useConnection() === 'offline';
  const { facilityId, termsOfUse, termsOfUseVersion } = profile;
  const [terms, setTerms] = useState<Loaded>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const load = async () => {
      const of = facilityId ?? (await loadFacility()).facilityId;
      return send(getFacilityText, { params: { contentKey: 'TermsOfUse', facilityId: of }, query: { language } });
    };
    return untilStopped(
      load(),
      ({ content, version, language: written }) =>
        setTerms({ kind: 'text', html: content, lang: langOf(written), version }),
      // A facility's own back end may give the text only with the profile.
      () =>
        setTerms(
          termsOfUse
            ? { kind: 'text', html: termsOfUse, lang: undefined, version: termsOfUseVersion ?? undefined }
            : { kind: 'failed' },
        ),
    );
  }, [language, attempt, facilityId, termsOfUse, termsOfUseVersion]);

  const form = useForm({
    initial: { accepted: false },
    rules: { accepted: [required('session.termsMustAccept')] },
    errorsFrom: 'submit',
    onSubmit: async () => {
      if (terms.kind !== 'text' || (await onAccept(terms.version)) === 'done') return null;
      form.reset();
      setAttempt(attempt + 1);
      // The person starts to read again at the heading.
      document.getElementById(textId)?.focus();
      return null;
    },
  });
  const { value: accepted, name: _, onBlur: __, ...acceptance } = form.field('accepted');

  return (
    <Card className={gateCard}>
      <Form {...form.props}>
        {terms.kind === 'waiting' && !offline ? <Skeleton lines={8} /> : null}
        {terms.kind === 'failed' || (terms.kind === 'waiting' && offline) ? (
          <div role="alert">
            <p>{t('session.termsNotLoaded')}</p>
            <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
              {t('core.tryAgain')}
            </Button>
          </div>
        ) : null}
        {terms.kind === 'text' ? (
          <>
            <h2 className={visuallyHidden}>{t('core.termsOfUse')}</h2>
            <section id={textId} tabIndex={-1} aria-label={t('core.termsOfUse')}>
              <RichText html={terms.html} lang={terms.lang} />
            </section>
            <CheckboxField
              id="accept-terms"
              label={t('form.termsAccept')}
              checked={accepted}
              {...acceptance}
              required
            />
          </>
        ) : null}
        <NeedsConnection offline={offline} />
        <ButtonRow>
          {terms.kind === 'text' ? (
            <Button type="submit" busy={form.isBusy} disabled={offline}>
              {t('core.continue')}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={onCancel}>
            {t('core.cancel')}
          </Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}
