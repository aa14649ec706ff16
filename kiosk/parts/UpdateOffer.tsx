import type { ReactNode } from 'react';
import { Banner } from '../../src/ui/Banner.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { useWords } from '../../src/words/index.ts';
import { applyUpdate, useUpdate } from '../worker.ts';

/** Offers a new version on staff's pages; never on a patient's. */
export function UpdateOffer(): ReactNode {
  const { t } = useWords();
  if (!useUpdate()) return null;
  return (
    <Banner kind="info" title={t('core.kioskUpdateReady')}>
      <Button size="small" variant="secondary" onClick={applyUpdate}>
        {t('core.kioskUpdateNow')}
      </Button>
    </Banner>
  );
}
