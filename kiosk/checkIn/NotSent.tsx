import type { ReactNode } from 'react';
import { Banner } from '../../src/ui/Banner.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { CloudOff } from '../../src/ui/icons.ts';
import { useWords } from '../../src/words/index.ts';
import type { CheckInOutcome } from './checkIn.ts';
import { failedWay } from './checkIn.css.ts';

/** Says that something was not sent. The page's own button tries again; this one continues without it, so that nobody is stuck. */
export function NotSent({
  end,
  onSkip,
}: {
  readonly end: Exclude<CheckInOutcome, 'done'> | null;
  readonly onSkip: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <div role="alert">
      {end === null ? null : (
        <Banner
          kind="warning"
          icon={CloudOff}
          title={t(end === 'changed' ? 'kiosk.checkInChanged' : 'kiosk.checkInNotSent')}
        >
          <p>{typeof end === 'object' ? t('kiosk.checkInTooOften', end.tooOften) : t('kiosk.checkInNotSentText')}</p>
          <div className={failedWay}>
            <Button variant="secondary" onClick={onSkip}>
              {t('kiosk.checkInSkip')}
            </Button>
          </div>
        </Banner>
      )}
    </div>
  );
}
