import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FingerprintPattern } from '../../../ui/icons.ts';
import { useWords } from '../../../words/index.ts';

/** Opens what this device keeps by a touch. */
export function PasskeyUnlock({
  variant,
  onUnlock,
}: {
  readonly variant: 'primary' | 'secondary';
  readonly onUnlock: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const unlock = async () => {
    setBusy(true);
    await onUnlock().finally(() => setBusy(false));
  };
  return (
    <Button variant={variant} size="block" busy={isBusy} icon={FingerprintPattern} onClick={() => void unlock()}>
      {t('session.unlockPasskey')}
    </Button>
  );
}
