import { listPasskeys, type UserId } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { knowsPasskeys } from '../../src/browser/passkeys.ts';
import { useCall } from '../../src/data/query/query.ts';
import { Button } from '../../src/ui/Button.tsx';
import { FingerprintPattern } from '../../src/ui/icons.ts';
import { KioskMore } from '../../src/ui/KioskRows.tsx';
import { useWords } from '../../src/words/index.ts';

/** Offers a passkey to staff who have none. It is below the list, so that no row moves under a finger. */
export default function PasskeyOffer({ userId }: { readonly userId: UserId }): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const { data } = useCall(listPasskeys, { params: { userId } });
  if (data?.length !== 0 || !knowsPasskeys()) return null;
  return (
    <KioskMore>
      <p>{t('kiosk.passkeysOffer')}</p>
      <Button variant="quiet" icon={FingerprintPattern} onClick={() => void navigate({ to: '/kioskPasskeys' })}>
        {t('kiosk.passkeysOfferOpen')}
      </Button>
    </KioskMore>
  );
}
