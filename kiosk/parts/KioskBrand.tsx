import type { ReactNode } from 'react';
import { Brand } from '../../src/ui/Brand.tsx';
import { useWords } from '../../src/words/index.ts';
import { useFace } from '../face.ts';

/** The kiosk's name over the facility's. No link: no press leads out of the flow. */
export function KioskBrand(): ReactNode {
  const { t } = useWords();
  const { facilityName } = useFace();
  return <Brand name={t('core.kioskTitle')} {...(facilityName === '' ? {} : { sub: facilityName })} />;
}
