import type { ReactNode } from 'react';
import { Brand } from '../../src/ui/Brand.tsx';
import { FacilityMark } from '../../src/ui/FacilityMark.tsx';
import { useWords } from '../../src/words/index.ts';
import { useBranding } from '../../src/browser/branding.ts';

/** The kiosk's name above the facility's name. It is not a link, so that a press cannot leave the flow. */
export function KioskBrand({ onDeep = false }: { onDeep?: boolean }): ReactNode {
  const { t } = useWords();
  const { facilityName, hasLogo } = useBranding();
  return (
    <Brand
      name={t('core.kioskTitle')}
      mark={<FacilityMark hasLogo={hasLogo} onDeep={onDeep} />}
      {...(facilityName === '' ? {} : { sub: facilityName })}
    />
  );
}
