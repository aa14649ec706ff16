import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { ArrowLeft } from '../../src/ui/icons.ts';
import { KioskBar, KioskMain } from '../../src/ui/KioskBar.tsx';
import { useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';

/** A page of staff beside their list, with the way back to it. */
export function StaffPage({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  useArrival(title);
  return (
    <>
      <KioskBar brand={<KioskBrand />}>
        <LanguageChoice whose="tablet" />
      </KioskBar>
      <KioskMain>
        <Button variant="quiet" icon={ArrowLeft} onClick={() => void navigate({ to: '/kioskQuestionnaires' })}>
          {t('kiosk.toTheList')}
        </Button>
        {children}
      </KioskMain>
    </>
  );
}
