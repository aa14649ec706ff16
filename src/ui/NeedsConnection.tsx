import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { Banner } from './Banner.tsx';
import { CloudOff } from './icons.ts';
import { spoken } from './NeedsConnection.css.ts';

/** Says, before anything is filled in, that this page needs a connection. */
export function NeedsConnection({ offline }: { readonly offline: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <div role="status" className={spoken}>
      {offline ? (
        <Banner kind="warning" icon={CloudOff}>
          {t('core.needsConnection')}
        </Banner>
      ) : null}
    </div>
  );
}
