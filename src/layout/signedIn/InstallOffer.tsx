import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { countVisit, mayOfferInstall, noteOffered } from '../../browser/install.ts';
import { anyOpenWork } from '../../browser/openWork.ts';

type Sheet = ComponentType<{ facility: string; onClose: () => void }>;

/** Milliseconds before the offer, so that the page can be read first. */
const settling = 8_000;

/** Offers to install now and then, by the rule of `installOffer.ts`, and whenever the menu asks for it. */
export function InstallOffer({
  facility,
  asked,
  onClosed,
}: {
  facility: string;
  asked: boolean;
  onClosed: () => void;
}): ReactNode {
  const [Shown, setShown] = useState<Sheet | null>(null);
  const show = () => {
    import('../dialogs/InstallSheet.tsx').then(
      (module) => setShown(() => module.InstallSheet),
      () => undefined,
    );
  };
  useEffect(() => {
    countVisit();
    const timer = setTimeout(() => {
      if (!mayOfferInstall(anyOpenWork() || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null))
        return;
      noteOffered();
      show();
    }, settling);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (asked) show();
  }, [asked]);
  if (Shown === null) return null;
  return (
    <Shown
      facility={facility}
      onClose={() => {
        setShown(null);
        onClosed();
      }}
    />
  );
}
