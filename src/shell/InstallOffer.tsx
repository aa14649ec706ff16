import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadWords } from '../words/index.ts';
import { countVisit, mayOfferInstall, noteOffered } from './install.ts';
import { anyOpenWork } from './openWork.ts';

type Sheet = ComponentType<{ facility: string; onClose: () => void }>;

/** Lets the page be read before anything is offered. */
const settling = 8_000;

/** Offers to install now and then, by the rule of `installOffer.ts`, and whenever the menu asks for it. */
export function InstallOffer({ facility, asked, onClosed }: { facility: string; asked: boolean; onClosed: () => void }): ReactNode {
  const [Shown, setShown] = useState<Sheet | null>(null);
  const show = () => {
    Promise.all([import('./InstallSheet.tsx'), loadWords('install')]).then(
      ([module]) => setShown(() => module.InstallSheet),
      () => undefined,
    );
  };
  useEffect(() => {
    countVisit();
    const timer = setTimeout(() => {
      if (!mayOfferInstall(anyOpenWork() || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null)) return;
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
