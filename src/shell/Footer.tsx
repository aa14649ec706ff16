import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { FacilityTexts } from './FacilityTexts.tsx';
import { footer, footerIn } from './Navigation.css.ts';

/** The year is the device's; it is only a line of print. */
export const year = () => String(new Date().getFullYear());

/** The copyright line and the facility's texts, below every tabbed page from Medium; below that the menu has them. */
export function Footer({ facilityName }: { facilityName: string }): ReactNode {
  const { t } = useWords();
  return (
    <footer className={footer}>
      <div className={footerIn}>
        <span>{t('shell.copyright', { year: year(), facility: facilityName })}</span>
        <FacilityTexts />
      </div>
    </footer>
  );
}
