import { type AnswerOf, type UserId, deleteDeviceKey, listDevices } from '@portal/api';
import { type ReactNode, Suspense, lazy, useId, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { useCall, useSend } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Row, Rows } from '../../ui/Row.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { cardFoot, cardHead } from './account.css.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/dialog/Dialog.tsx')).ConfirmDialog }));
type KeepingDevice = AnswerOf<typeof listDevices>[number];

/** Devices that keep something of the account, locked; each can be told to delete it. */
export function KeptCopiesCard({ userId, timeZone }: { userId: UserId; timeZone: string }): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const isOffline = useConnection() === 'offline';
  const query = useCall(listDevices, { params: { userId } }, { refetchOnMount: 'always' });
  const revoke = useSend(deleteDeviceKey);
  const [asked, setAsked] = useState<KeepingDevice | null>(null);
  const [isFailed, setFailed] = useState(false);
  const confirm = async ({ deviceId }: KeepingDevice) => {
    setFailed(false);
    try {
      await revoke.mutateAsync({ params: { userId, deviceId } });
    } catch (error) {
      setFailed(failureOf(error)?.kind !== 'sessionEnded');
    } finally {
      setAsked(null);
    }
  };
  return (
    <Card flush labelledBy={id}>
      <div className={cardHead}>
        <h2 id={id}>{t('account.copies')}</h2>
        <p>{t('account.copiesHint')}</p>
      </div>
      <QueryBoundary
        query={query}
        isEmpty={(all) => all.length === 0}
        empty={
          <div className={cardFoot}>
            <p>{t('account.copiesNone')}</p>
          </div>
        }
        emptyIsRow
        keepsData
        isPart
        lines={3}
      >
        {(all) => (
          <Rows label={t('account.copies')}>
            {all.map((device) => (
              <Row
                key={device.deviceId}
                title={device.name}
                sub={t('account.copySince', {
                  since: formatInstant(locale, device.createdAt, timeZone),
                  last: formatInstant(locale, device.lastSeenAt, timeZone),
                })}
                trailing={
                  <Button
                    variant="dangerQuiet"
                    size="small"
                    disabledReason={isOffline ? t('account.offline') : null}
                    onClick={() => setAsked(device)}
                  >
                    {t('account.copyDelete')}
                    <VisuallyHidden>{t('account.signOutOf', { device: device.name })}</VisuallyHidden>
                  </Button>
                }
              />
            ))}
          </Rows>
        )}
      </QueryBoundary>
      {isFailed ? (
        <div className={cardFoot} role="status">
          <Banner kind="error" onClose={() => setFailed(false)}>
            {t('account.actFailed')}
          </Banner>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {asked === null ? null : (
          <ConfirmDialog
            open
            danger
            title={t('account.copyDeleteTitle')}
            message={t('account.copyDeleteText', { device: asked.name })}
            confirmLabel={t('account.copyDelete')}
            dismissLabel={t('account.copyKeep')}
            busy={revoke.isPending}
            onConfirm={() => void confirm(asked)}
            onDismiss={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}
