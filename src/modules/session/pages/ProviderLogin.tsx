import type { SignInProvider } from '@portal/api';
import type { ReactNode } from 'react';
import { type Search, stringifySearch } from '../../../browser/search.ts';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { useWords } from '../../../words/index.ts';

export interface ProviderLoginProps {
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
    .map(({ key, names }) => (
      <ButtonLink key={key} variant="secondary" size="block" href={`/openid/${key}/start${query}`}>
        {t('session.continueWith', { name: names[language] ?? Object.values(names)[0] ?? key })}
      </ButtonLink>
    ));
}
