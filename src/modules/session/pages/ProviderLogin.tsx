import type { SignInProvider } from '@portal/api';
import type { ReactNode } from 'react';
import { type Search, stringifySearch } from '../../../browser/search.ts';
import { providerName } from '../../../browser/providerName.ts';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { useWords } from '../../../words/index.ts';

interface ProviderLoginProps {
  readonly providers: readonly SignInProvider[];
  readonly search: () => Search;
}

/** Links to the facility's own identity systems. The server sends the browser there and back; no script takes part. */
export function ProviderLogin({ providers, search }: ProviderLoginProps): ReactNode {
  const { t, language } = useWords();
  const { redirect } = search();
  const query = redirect === undefined ? '' : stringifySearch({ redirect });
  return providers
    .filter((provider) => provider.for === 'patients')
    .map((provider) => (
      <ButtonLink key={provider.key} variant="secondary" size="block" href={`/openid/${provider.key}/start${query}`}>
        {t('session.continueWith', { name: providerName(provider, language) })}
      </ButtonLink>
    ));
}
