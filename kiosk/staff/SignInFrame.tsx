import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Gate } from '../../src/ui/Gate.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { runtime } from '../runtime.ts';
import { loginPath } from '../target.ts';

export const toLogin = (): void => void runtime().then(({ enter }) => enter(loginPath));

/** What stands around the pages with which a sign-in of staff goes on. `failed`: the browser's title begins with "Error:". */
export function SignInFrame({
  title,
  lead,
  failed,
  children,
}: {
  readonly title: string;
  readonly lead: string | undefined;
  readonly failed: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { t } = useWords();
  useArrival(failed ? t('core.errorTitlePrefix', { title }) : title);
  return (
    <Gate brand={<KioskBrand onDeep />} utilities={<LanguageChoice whose="tablet" />} title={title} lead={lead}>
      <MessageBar />
      {children}
    </Gate>
  );
}

export function BackToLogin(): ReactNode {
  const { t } = useWords();
  return (
    <Button variant="quiet" size="block" onClick={toLogin}>
      {t('kiosk.backToLogin')}
    </Button>
  );
}
