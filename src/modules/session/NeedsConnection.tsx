import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';

import { CloudOff } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { spoken } from './NeedsConnection.css.ts';

/** Says, before anything is filled in, that this page cannot do its work without a connection. */
export function NeedsConnection({ offline }: { readonly offline: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <div role="status" className={spoken}>
      {offline ? (
        <Banner kind="warning" icon={CloudOff}>
          {t('session.needsConnection')}
        </Banner>
      ) : null}
    </div>
  );
}
