import type { ReactNode } from 'react';
import { KioskStage } from '../../src/ui/KioskStage.tsx';
import { useWords } from '../../src/words/index.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';

/** Covers the tablet while a visit is being wiped. */
export function Clearing(): ReactNode {
  const { t } = useWords();
  return (
    <KioskStage brand={<KioskBrand />}>
      <h1 role="status">{t('kiosk.clearing')}</h1>
    </KioskStage>
  );
}
