import type { ReactNode } from 'react';
import { label } from '../../ui/FieldParts.css.ts';
import { CircleAlert, CircleCheck } from '../../ui/icons.ts';
import { Status } from '../../ui/Status.tsx';
import { useWords } from '../../words/index.ts';
import { deviceLine } from './notices.css.ts';
import type { ThisDevice } from './thisDevice.ts';

/** Explains notices on this device, whether the browser allows them, and how to allow them. */
export function ThisDeviceLine({ state, failed }: { state: ThisDevice['state']; failed: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <div className={deviceLine}>
      <span className={label}>{t('account.channel_Push')}</span>
      {state === 'homeScreen' ? <p>{t('account.deviceHomeScreen')}</p> : <p>{t('account.deviceHint')}</p>}
      {/* The permission, which changes with the person's answer to the browser. */}
      <div role="status">
        {state === 'ask' ? <p>{t('account.deviceAsk')}</p> : null}
        {state === 'allowed' ? <Status icon={CircleCheck}>{t('account.deviceAllowed')}</Status> : null}
        {state === 'blocked' ? (
          <>
            <Status icon={CircleAlert}>{t('account.deviceBlocked')}</Status>
            <p>{t('account.deviceBlockedHow')}</p>
          </>
        ) : null}
        {failed ? <p>{t('account.deviceFailed')}</p> : null}
      </div>
    </div>
  );
}
