import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { flushOpenWork } from '../../browser/openWork.ts';
import { textsOf } from '../../browser/search.ts';
import { useConnection } from '../../data/connection.ts';
import { useSession } from '../../data/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Info } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { loginSearch } from '../routing/redirect.ts';
import { useNavigate } from '../routing/useNavigate.ts';

/** A device unlocked offline can send nothing when the network is back: this leads to the sign-in, and from there back here. */
export function SignInToSend(): ReactNode {
  const { t } = useWords();
  const router = useRouter();
  const navigate = useNavigate();
  const isUnlocked = useSession()?.mode === 'offline';
  const online = useConnection() === 'online';
  const [busy, setBusy] = useState(false);
  if (!isUnlocked || !online) return null;

  const signIn = async () => {
    setBusy(true);
    const { pathname, search } = router.state.location;
    // What is stored on this device is there again after the sign-in, so nothing needs a question.
    const isKept = await flushOpenWork();
    await navigate({ to: '/login', search: loginSearch(pathname, textsOf(search)), ignoreBlocker: isKept });
    setBusy(false);
  };
  return (
    <Banner kind="info" icon={Info} title={t('layout.backOnline')}>
      <p>{t('layout.signInToSendText')}</p>
      <p>
        <Button size="small" busy={busy} onClick={() => void signIn()}>
          {t('layout.signInToSend')}
        </Button>
      </p>
    </Banner>
  );
}
