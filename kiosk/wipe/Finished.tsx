import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Lock } from '../../src/ui/icons.ts';
import { ClearingBar, KioskStage, StageActions, StageNote } from '../../src/ui/KioskStage.tsx';
import { Seal } from '../../src/ui/Seal.tsx';
import { useWords } from '../../src/words/index.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';

const staysSeconds = 15;

interface FinishedProps {
  /** Called when the time is over. */
  readonly onRead: () => void;
  /** Called when staff have the tablet again. */
  readonly onStaff: () => void;
}

/** Thanks the patient, in a new document that never had their data. It closes by itself. */
export function Finished({ onRead, onStaff }: FinishedProps): ReactNode {
  const { t } = useWords();
  const [left, setLeft] = useState(staysSeconds);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const until = performance.now() + staysSeconds * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - performance.now()) / 1000);
      setLeft(Math.max(0, seconds));
      if (seconds <= 0) onRead();
    }, 250);
    return () => clearInterval(timer);
  }, [onRead]);
  return (
    <KioskStage brand={<KioskBrand />}>
      <Seal />
      <h1 ref={heading} tabIndex={-1}>
        {t('kiosk.thankYou')}
      </h1>
      <p>{t('kiosk.finishedText')}</p>
      <StageActions>
        <Button variant="secondary" onClick={onStaff}>
          {t('kiosk.staffEntry')}
        </Button>
      </StageActions>
      <ClearingBar share={left / staysSeconds}>{t('kiosk.clearsIn', { seconds: left })}</ClearingBar>
      <StageNote icon={Lock}>{t('kiosk.nothingKept')}</StageNote>
    </KioskStage>
  );
}
