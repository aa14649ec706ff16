import { type ReactNode, useState } from 'react';
import { Banner } from '../ui/Banner.tsx';
import { CloudOff, Info } from '../ui/icons.ts';
import { TextLink } from '../ui/TextLink.tsx';
import { useWords } from '../words/index.ts';
import type { LinkProps } from './useLink.ts';

/** Shown once per visit; after that the chip in the bar is enough (visual language, section 5). */
let wasClosed = false;

export interface OfflineNoteProps {
  readonly offline: boolean;
  /** Unlocked without a network: when it is back, a sign-in is still needed. */
  readonly offlineSession: boolean;
  readonly loginLink: LinkProps;
}

/** Says that there is no connection and what that means; or, after an offline unlock, that there is one again. */
export function OfflineNote({ offline, offlineSession, loginLink }: OfflineNoteProps): ReactNode {
  const { t } = useWords();
  const [closed, setClosed] = useState(wasClosed);
  const close = () => {
    wasClosed = true;
    setClosed(true);
  };
  return (
    <div role="status">
      {offline && !closed ? (
        <Banner kind="warning" icon={CloudOff} title={t('shell.offlineTitle')} onClose={close}>
          {t('shell.offlineText')}
        </Banner>
      ) : null}
      {!offline && offlineSession ? (
        <Banner kind="info" icon={Info}>
          <p>
            <TextLink {...loginLink}>{t('shell.backOnline')}</TextLink>
          </p>
        </Banner>
      ) : null}
    </div>
  );
}
