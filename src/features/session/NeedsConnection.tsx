import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { messageBar } from '../../ui/Banner.css.ts';
import { CloudOff } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

/** Says, before anything is filled in, that this page cannot do its work without a connection. */
export function NeedsConnection({ offline }: { readonly offline: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <div role="status" className={messageBar}>
      {offline ? (
        <Banner kind="warning" icon={CloudOff}>
          {t('session.needsConnection')}
        </Banner>
      ) : null}
    </div>
  );
}
