import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { isInstalled } from '../../browser/install.ts';
import { anyOpenWork } from '../../browser/openWork.ts';
import { connection } from '../../data/connection.ts';
import { keeping } from '../../data/keptRecords/state.ts';
import { currentSession } from '../../data/session.ts';
import { loadWords } from '../../words/index.ts';
import type { KeepSheetProps } from '../dialogs/KeepSheet.tsx';
import { keepPromptStateOf } from './keepPromptState.ts';

/** Milliseconds before the question, so that the page can be read first, and between two checks whether something blocks it. */
const settleMs = 4_000;

const isAnythingOpen = (): boolean =>
  anyOpenWork() || document.querySelector('[role="dialog"], [role="alertdialog"], [aria-busy="true"]') !== null;

const situation = () => ({
  isInstalled: isInstalled(),
  keeping: keeping(),
  loginType: currentSession()?.loginType ?? null,
  isOnline: connection() === 'online' && currentSession()?.mode === 'online',
  isBusy: isAnythingOpen(),
});

/** Asks once on each device whether to keep an offline copy, some time after the page has loaded (rulings, section 5). */
export function KeepRecordsPrompt(): ReactNode {
  const [Sheet, setSheet] = useState<ComponentType<KeepSheetProps> | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      const now = keepPromptStateOf(situation());
      if (now === 'never') return;
      const loaded =
        now === 'ask'
          ? await Promise.all([import('../dialogs/KeepSheet.tsx'), loadWords('records')]).then(
              ([found]) => found,
              () => null,
            )
          : null;
      if (isGone) return;
      // Something may have opened while it was loading.
      if (loaded !== null && keepPromptStateOf(situation()) === 'ask') setSheet(() => loaded.KeepSheet);
      else timer = setTimeout(() => void look(), settleMs);
    };
    timer = setTimeout(() => void look(), settleMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  if (Sheet === null) return null;
  return <Sheet isOnce hasPassphrase={currentSession()?.loginType === 'singleSignOn'} onClose={() => setSheet(null)} />;
}
