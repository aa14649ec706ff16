import type { ReactNode } from 'react';
import { useBranding } from '../../browser/branding.ts';
import { useWords } from '../../words/index.ts';
import { foot, help, linkLike, links } from './FacilityTexts.css.ts';
import { FacilityTexts, HelpText } from './FacilityTexts.tsx';

export function Copyright(): ReactNode {
  const { t } = useWords();
  const { facilityName, year } = useBranding();
  return facilityName === '' ? null : <span>{t('core.copyright', { year, facility: facilityName })}</span>;
}

/** Below pages without a menu: the facility's telephone, help and texts, and the copyright line. */
export function FacilityFoot(): ReactNode {
  const { t } = useWords();
  const { phone } = useBranding();
  return (
    <div className={foot}>
      <div className={`${links} ${help}`}>
        {phone === null ? null : (
          <a className={linkLike} href={phone.href}>
            {t('core.callFacility', { phone: phone.shown })}
          </a>
        )}
        <HelpText />
      </div>
      <div className={links}>
        <FacilityTexts />
      </div>
      <Copyright />
    </div>
  );
}
