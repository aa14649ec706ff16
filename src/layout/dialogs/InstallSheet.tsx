import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FacilityMark } from '../../ui/FacilityMark.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CloudOff, type IconGlyph, Lock, Share, Smartphone } from '../../ui/icons.ts';
import { type MessageKey, useWords } from '../../words/index.ts';
import { useBranding } from '../../browser/branding.ts';
import { hasInstallPrompt, isApple, promptInstall } from '../../browser/install.ts';
import { installFacts, installMark, installNote } from './InstallSheet.css.ts';

const facts: readonly { readonly icon: IconGlyph; readonly text: MessageKey }[] = [
  { icon: Smartphone, text: 'layout.installOpens' },
  { icon: CloudOff, text: 'layout.installOffline' },
  { icon: Lock, text: 'layout.installLocked' },
];

/** The offer to install, with the browser's own way or, where there is none, how to do it by hand. */
export function InstallSheet({ facility, onClose }: { facility: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { hasLogo } = useBranding();
  const byPress = hasInstallPrompt();
  const install = () => {
    onClose();
    void promptInstall();
  };
  return (
    <Dialog
      title={t('layout.installTitle', { facility })}
      onClose={onClose}
      actions={
        <>
          {byPress ? <Button onClick={install}>{t('layout.installConfirm')}</Button> : null}
          <Button variant="quiet" onClick={onClose}>
            {t('core.notNow')}
          </Button>
        </>
      }
    >
      <span className={installMark} aria-hidden="true">
        <FacilityMark hasLogo={hasLogo} onDeep />
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
              <strong>{t('layout.installIphone')}</strong> <Icon of={Share} size="xs" />{' '}
              {t('layout.installIphoneSteps')}
            </>
          ) : (
            t('layout.installOtherSteps')
          )}
        </p>
      )}
    </Dialog>
  );
}
