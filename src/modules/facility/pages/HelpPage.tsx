import type { ReactNode } from 'react';
import { useCapability } from '../../../data/profile.ts';
import { Help } from '../Help.tsx';
import { hasInstallPrompt, promptInstall, useCanInstall } from '../../../browser/install.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { useWords } from '../../../words/index.ts';
import { prefetchText } from './prefetchText.ts';

export const load = (): void => prefetchText('Help');

/** Help: the facility's own, then how the portal works. */
export function Page(): ReactNode {
  const { t } = useWords();
  const link = useLink();
  const hasContacts = useCapability('ContactUs');
  const installable = useCanInstall() && hasInstallPrompt();
  return (
    <Help
      onInstall={installable ? () => void promptInstall() : null}
      contactLink={
        hasContacts ? (
          <ButtonLink variant="secondary" {...link('/contact-us').props}>
            {t('facility.contactUs')}
          </ButtonLink>
        ) : null
      }
    />
  );
}
