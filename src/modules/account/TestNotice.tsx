import { type PatientId, sendTestNotice } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, statusOf } from '../../data/errors.ts';
import { useSend } from '../../data/query/query.ts';
import { Button } from '../../ui/Button.tsx';
import { formatList, useWords } from '../../words/index.ts';
import { testLine } from './notices.css.ts';

/** Sends a test to the saved channels, and says which. */
export function TestNotice({ patientId, isChanged }: { patientId: PatientId; isChanged: boolean }): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const test = useSend(sendTestNotice);
  const [says, setSays] = useState('');
  const press = async () => {
    setSays('');
    try {
      const { channels } = await test.mutateAsync({ params: { patientId } });
      const ways = channels.map((channel) => t(`account.way_${channel}`));
      setSays(ways.length === 0 ? t('account.testNone') : t('account.testSent', { ways: formatList(locale, ways) }));
    } catch (error) {
      if (failureOf(error)?.kind === 'sessionEnded') return;
      setSays(t(statusOf(error) === 429 ? 'account.testTooMany' : 'account.actFailed'));
    }
  };
  const reason = isOffline ? t('account.offline') : isChanged ? t('account.testSaveFirst') : null;
  return (
    <>
      <Button variant="quiet" busy={test.isPending} disabledReason={reason} onClick={() => void press()}>
        {t('account.test')}
      </Button>
      <p role="status" className={testLine}>
        {says}
      </p>
    </>
  );
}
