import type { SignInProvider } from '@portal/api';
import type { ReactNode } from 'react';
import { providerName } from '../../src/browser/providerName.ts';
import { ButtonLink } from '../../src/ui/LinkButton.tsx';
import { useWords } from '../../src/words/index.ts';

/** Links to the facility's identity systems for staff. The server sends the browser there and back. */
export function StaffProviders({ providers }: { readonly providers: readonly SignInProvider[] }): ReactNode {
  const { t, language } = useWords();
  return providers
    .filter((provider) => provider.for === 'kioskStaff')
    .map((provider) => (
      <ButtonLink key={provider.key} variant="secondary" size="block" href={`/openid/${provider.key}/start`}>
        {t('kiosk.continueWith', { name: providerName(provider, language) })}
      </ButtonLink>
    ));
}
