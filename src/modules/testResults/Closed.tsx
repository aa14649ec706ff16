import { chooseLabResultOpening, type LabResultDetails, type PatientId, recordDateText } from '@portal/api';
import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useFacility } from '../../data/facility.ts';
import { useSend } from '../../data/query/query.ts';
import type { LinkProps } from '../../records/links.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { askMore, askText } from './Detail.css.ts';

/** A result that asks before it opens, with two equal buttons, or a result that waits for a visit. */
export function Closed({
  patientId,
  details,
  settings,
}: {
  patientId: PatientId;
  details: LabResultDetails;
  /** The link to the setting whether to be asked; null while there is no such page. */
  settings: LinkProps | null;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const isOffline = useConnection() === 'offline';
  const choose = useSend(chooseLabResultOpening);
  const send = (choice: 'open' | 'wait') =>
    choose.mutate({ params: { patientId, labResultId: details.labResultId }, body: { choice } });
  const isWaiting = details.opening === 'waiting';
  const visit = isWaiting ? details.waitsUntil : details.nextVisit;
  const date = visit ? recordDateText(locale, visit.date, timeZone, 'day') : '';
  const question = !visit
    ? t('testResults.askNoVisit')
    : visit.provider === ''
      ? t('testResults.askVisit', { date })
      : t('testResults.askVisitWith', { date, provider: visit.provider });
  const reason = isOffline ? t('records.needsConnection') : null;
  return (
    <Card title={t(isWaiting ? 'testResults.waitingTitle' : 'testResults.askTitle')} level={3}>
      {isWaiting ? (
        <p className={askText}>
          {visit ? t('testResults.waitsUntil', { date }) : t('testResults.waitsUntilVisit')}.{' '}
          {t('testResults.waitingText')}
        </p>
      ) : (
        <p className={askText}>{question}</p>
      )}
      <ButtonRow>
        <Button
          variant="secondary"
          busy={choose.isPending && choose.variables.body.choice === 'open'}
          disabledReason={reason}
          onClick={() => send('open')}
        >
          {t('testResults.openNow')}
        </Button>
        {isWaiting ? null : (
          <Button
            variant="secondary"
            busy={choose.isPending && choose.variables.body.choice === 'wait'}
            disabledReason={reason}
            onClick={() => send('wait')}
          >
            {t('testResults.wait')}
          </Button>
        )}
      </ButtonRow>
      <div role="status">{choose.isError ? <Banner kind="error">{t('testResults.choiceFailed')}</Banner> : null}</div>
      {isWaiting ? null : (
        <p className={askMore}>
          {t('testResults.youChose')}{' '}
          {settings === null ? null : <TextLink {...settings}>{t('testResults.change')}</TextLink>}
        </p>
      )}
    </Card>
  );
}
