import { type ReactNode, useState } from 'react';
import { useKeepsRecords } from '../../data/keptRecords/state.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CloudOff } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

/** Shown once per visit; after that the chip in the bar is enough (visual language, section 5). */
let wasClosed = false;

/** Says that there is no connection and what that means. */
export function OfflineNote({ offline }: { readonly offline: boolean }): ReactNode {
  const { t } = useWords();
  const isKept = useKeepsRecords();
  const [closed, setClosed] = useState(wasClosed);
  const close = () => {
    wasClosed = true;
    setClosed(true);
  };
  return (
    <div role="status">
      {offline && !closed ? (
        <Banner kind="warning" icon={CloudOff} title={t('layout.offlineTitle')} onClose={close}>
          {t(isKept ? 'layout.offlineKeptText' : 'layout.offlineText')}
        </Banner>
      ) : null}
    </div>
  );
}
