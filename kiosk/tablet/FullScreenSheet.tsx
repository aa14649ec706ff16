import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Dialog } from '../../src/ui/dialog/Dialog.tsx';
import { loadWords, useWords } from '../../src/words/index.ts';
import { use } from 'react';
import { goFullScreen } from './fullScreen.ts';

const ready = loadWords('kiosk');
const back = (): void => void goFullScreen();

/** Full screen was lost, by a swipe or a key: one press returns to it, and so does every way of closing this. */
export default function FullScreenSheet(): ReactNode {
  use(ready);
  const { t } = useWords();
  return (
    <Dialog
      open
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
