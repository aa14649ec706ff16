import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormStack } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { useWords } from '../../words/index.ts';

interface LostRecordsProps {
  /** Answers and messages that were only on this device. */
  readonly unsent: number;
  readonly onAgain: () => void;
  readonly onNotNow: () => void;
}

/** Says that the browser deleted what this device kept: what is lost, and what is not. */
export function LostRecords({ unsent, onAgain, onNotNow }: LostRecordsProps): ReactNode {
  const { t } = useWords();
  return (
    <GateCard>
      <FormStack>
        <h2>{t('session.lostWho')}</h2>
        <p>{t('session.lostWhy')}</p>
        {unsent > 0 ? <p>{t('session.lostUnsent', { count: unsent })}</p> : null}
        <Button size="block" onClick={onAgain}>
          {t('session.lostAgain')}
        </Button>
        <Button variant="secondary" size="block" onClick={onNotNow}>
          {t('core.notNow')}
        </Button>
      </FormStack>
    </GateCard>
  );
}
