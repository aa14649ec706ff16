import { type ReactNode, useState } from 'react';
import { providerName } from '../../browser/providerName.ts';
import { facility } from '../../data/facility.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { useWords } from '../../words/index.ts';

export interface ProofDialogProps {
  /** True: the person has proved who they are, and the waiting call can be tried again. */
  readonly onAnswer: (proved: boolean) => void;
}

/** Asks a person who came by single sign-on to sign in that way once more, in another tab, and then to go on here: one step after the other. */
export function ProofElsewhere({ onAnswer }: ProofDialogProps): ReactNode {
  const { t, language } = useWords();
  const [isThere, setIsThere] = useState(false);
  const providers = (facility()?.identityProviders ?? []).filter((provider) => provider.for === 'patients');
  const hasProviders = providers.length > 0;
  return (
    <Dialog
      alert
      title={t('layout.proofTitle')}
      description={t(
        !hasProviders ? 'layout.proofSingleSignOn' : isThere ? 'layout.proofProviderBack' : 'layout.proofProviderText',
      )}
      onClose={() => onAnswer(false)}
      actions={
        <>
          {isThere || !hasProviders ? (
            <Button onClick={() => onAnswer(true)}>{t(isThere ? 'layout.proofGoOn' : 'core.tryAgain')}</Button>
          ) : null}
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('core.cancel')}
          </Button>
        </>
      }
    >
      {providers.map((provider) => (
        <ButtonLink
          key={provider.key}
          {...(isThere ? { variant: 'secondary' } : {})}
          size="block"
          href={`/openid/${provider.key}/start?proof=1`}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setIsThere(true)}
        >
          {t('layout.proofProvider', { name: providerName(provider, language) })}
        </ButtonLink>
      ))}
    </Dialog>
  );
}
