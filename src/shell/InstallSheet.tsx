import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { HouseMark } from '../ui/Brand.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { CloudOff, type IconGlyph, Lock, Share, Smartphone } from '../ui/icons.ts';
import { type MessageKey, useWords } from '../words/index.ts';
import { hasInstallPrompt, isApple, promptInstall } from './install.ts';
import { installFacts, installMark, installNote } from './InstallSheet.css.ts';

const facts: readonly { readonly icon: IconGlyph; readonly text: MessageKey }[] = [
  { icon: Smartphone, text: 'install.opens' },
  { icon: CloudOff, text: 'install.offline' },
  { icon: Lock, text: 'install.locked' },
];

/** The offer to install, with the browser's own way or, where there is none, how to do it by hand. */
export function InstallSheet({ facility, onClose }: { facility: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const byPress = hasInstallPrompt();
  const install = () => {
    onClose();
    void promptInstall();
  };
  return (
    <Dialog
      open
      title={t('install.title', { facility })}
      onClose={onClose}
      actions={
        <>
          {byPress ? <Button onClick={install}>{t('install.install')}</Button> : null}
          <Button variant="quiet" onClick={onClose}>
            {t('install.notNow')}
          </Button>
        </>
      }
    >
      <span className={installMark} aria-hidden="true">
        <HouseMark />
      </span>
      <ul className={installFacts}>
        {facts.map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} size="s" />
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
      {byPress ? null : (
        <p className={installNote}>
          {isApple() ? (
            <>
              <strong>{t('install.iphone')}</strong> <Icon of={Share} size="xs" /> {t('install.iphoneSteps')}
            </>
          ) : (
            t('install.otherSteps')
          )}
        </p>
      )}
    </Dialog>
  );
}
