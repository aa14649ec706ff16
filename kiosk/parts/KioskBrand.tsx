import type { ReactNode } from 'react';
import { useFacility } from '../../src/data/facility.ts';
import { Brand } from '../../src/ui/Brand.tsx';
import { useWords } from '../../src/words/index.ts';

/** The kiosk's name over the facility's. No link: no press leads out of the flow. */
export function KioskBrand(): ReactNode {
  const { t } = useWords();
  const facility = useFacility();
  return <Brand name={t('core.kioskTitle')} {...(facility ? { sub: facility.facilityName } : {})} />;
}
