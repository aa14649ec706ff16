import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Dialog } from '../../src/ui/dialog/Dialog.tsx';
import { loadWords, useWords } from '../../src/words/index.ts';
import { use } from 'react';
import { goFullScreen } from './fullScreen.ts';

const ready = loadWords('kiosk');
const back = (): void => void goFullScreen();

/** Shown when full screen was lost, by a swipe or a key. One press, or any way of closing it, returns to full screen. */
export default function FullScreenSheet(): ReactNode {
  use(ready);
  const { t } = useWords();
  return (
    <Dialog
      title={t('kiosk.fullScreenTitle')}
      description={t('kiosk.fullScreenText')}
      alert
      onClose={back}
      actions={
        <Button size="block" onClick={back}>
          {t('kiosk.fullScreenReturn')}
        </Button>
      }
    />
  );
}
