import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { countVisit, mayOfferInstall, noteOffered, onInstallRequested } from '../../browser/install.ts';
import { anyOpenWork } from '../../browser/openWork.ts';

type Sheet = ComponentType<{ facility: string; onClose: () => void }>;

/** Milliseconds before the offer, so that the page can be read first. */
const settleMs = 8_000;

/** Offers to install now and then, by the rule of `installOffer.ts`, and whenever somebody asks for it. */
export function InstallOffer({ facility }: { facility: string }): ReactNode {
  const [Shown, setShown] = useState<Sheet | null>(null);
  useEffect(() => {
    const show = () => {
      noteOffered();
      import('../dialogs/InstallSheet.tsx').then(
        (module) => setShown(() => module.InstallSheet),
        () => undefined,
      );
    };
    const stop = onInstallRequested(show);
    countVisit();
    const timer = setTimeout(() => {
      if (!mayOfferInstall(anyOpenWork() || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null))
        return;
      show();
    }, settleMs);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  if (Shown === null) return null;
  return <Shown facility={facility} onClose={() => setShown(null)} />;
}
