import {
  type KeepingDevice,
  type SessionId,
  type SignedInPlace,
  type UserId,
  deleteDeviceKey,
  endOtherPlaces,
  endSignedInPlace,
  listDevices,
  listSignedInPlaces,
} from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, statusOf } from '../../data/errors.ts';
import { useKeeping } from '../../data/keptRecords/state.ts';
import { needsProof } from '../../data/proof.ts';
import { useCall, useSend } from '../../data/query/query.ts';
import { isNotFound } from '../../data/query/queryState.ts';
import { useCurrentDevice } from '../../data/currentDevice.ts';
import { ShowAll, shownInShortList, useShown } from '../../records/list/ShowAll.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Rows } from '../../ui/Row.tsx';
import { type MessageKey, showMessage, useWords } from '../../words/index.ts';
import { placesFoot, placesList } from './account.css.ts';
import { BrowserRow, browserName } from './BrowserRow.tsx';
import { browserLines } from './browsers.ts';
import { NotMe } from './NotMe.tsx';
import { SettingRow } from './SettingRow.tsx';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';

const outcomes = {
  signedOut: 'account.signedOut',
  wiped: 'account.wiped',
} as const satisfies Record<string, MessageKey>;

const nowhere: readonly SignedInPlace[] = [];

interface PlacesCardProps {
  readonly userId: UserId;
  /** Null: the account has no password of ours. */
  readonly userName: string | null;
  readonly timeZone: string;
}

/** The browsers in which the account is signed in or that store something of it, and the ways to end that (beyond the specification). */
export function PlacesCard({ userId, userName, timeZone }: PlacesCardProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const isOffline = useConnection() === 'offline';
  const offline = isOffline ? t('account.offline') : null;
  const keeping = useKeeping();
  const deviceId = useCurrentDevice()?.deviceId ?? null;
  const query = useCall(listSignedInPlaces, { params: { userId } }, { refetchOnMount: 'always' });
  // A facility's own back end may have one list and not the other.
  const devices = useCall(listDevices, { params: { userId } }, { refetchOnMount: 'always' });
  const endOne = useSend(endSignedInPlace);
  const endOthers = useSend(endOtherPlaces);
  const revoke = useSend(deleteDeviceKey);
  const [outcome, setOutcome] = useState<keyof typeof outcomes | 'notMe' | 'failed' | null>(null);
  const [asked, setAsked] = useState<{ readonly copy: KeepingDevice; readonly name: string } | null>(null);
  const isBusy = endOne.isPending || endOthers.isPending || revoke.isPending;

  const act = async (work: () => Promise<unknown>, done: keyof typeof outcomes | 'notMe') => {
    setOutcome(null);
    try {
      await work();
      setOutcome(done);
    } catch (error) {
      if (failureOf(error)?.kind === 'sessionEnded') return;
      if (needsProof(error)) {
        showMessage('passwordNeeded');
        return;
      }
      // Another person or tab ended it first.
      const isGone = statusOf(error) === 404;
      setOutcome(isGone ? done : 'failed');
      if (isGone) void Promise.all([query.refetch(), devices.refetch()]);
    }
  };
  const signOut = (sessionId: SessionId) =>
    act(() => endOne.mutateAsync({ params: { userId, sessionId } }), 'signedOut');
  const signOutOthers = (because: 'signedOut' | 'notMe') =>
    act(() => endOthers.mutateAsync({ params: { userId } }), because);
  const wipe = async (copy: KeepingDevice) => {
    await act(() => revoke.mutateAsync({ params: { userId, deviceId: copy.deviceId } }), 'wiped');
    setAsked(null);
  };

  const lines = browserLines(query.data ?? nowhere, devices.data ?? null, {
    deviceId,
    keepsRecords: keeping.kind === 'on',
  });
  const { shown, isWhole, setWhole } = useShown(lines);
  const isElsewhere = query.data?.some(({ isThis }) => !isThis) ?? false;
  const list = (places: readonly SignedInPlace[]) => (
    <div className={placesList}>
      <Rows label={t('account.places')}>
        {shown.map((line) => (
          <BrowserRow
            key={line.key}
            line={line}
            timeZone={timeZone}
            isOff={isOffline || isBusy}
            onSignOut={() => void (line.place && signOut(line.place.sessionId))}
            onWipe={() => {
              setOutcome(null);
              setAsked(line.copy && { copy: line.copy, name: browserName(line, words) });
            }}
          />
        ))}
      </Rows>
      <div className={placesFoot}>
        {lines.length > shownInShortList ? (
          <ShowAll label={t('account.showAll', { count: lines.length })} isWhole={isWhole} onChange={setWhole} />
        ) : null}
        <div role="status">
          {outcome === null ? null : outcome === 'failed' ? (
            <Banner kind="error" onClose={() => setOutcome(null)}>
              {t('account.actFailed')}
            </Banner>
          ) : outcome === 'notMe' ? (
            <NotMe userName={userName} offline={offline} />
          ) : (
            <p>{t(outcomes[outcome])}</p>
          )}
        </div>
        {places.length > 0 && !isElsewhere ? <p>{t('account.onlyHere')}</p> : null}
        {places.length === 0 || outcome === 'notMe' ? null : (
          <ButtonRow>
            {isElsewhere ? (
              <Button
                variant="secondary"
                size="small"
                busy={endOthers.isPending}
                disabledReason={offline}
                onClick={() => void signOutOthers('signedOut')}
              >
                {t('account.signOutOthers')}
              </Button>
            ) : null}
            {/* Also with nobody else there: the stranger may have left, in a browser that is not asked for the second step. */}
            <Button
              variant="dangerQuiet"
              size="small"
              busy={endOthers.isPending}
              disabledReason={offline}
              onClick={() => void signOutOthers('notMe')}
            >
              {t('account.notMe')}
            </Button>
          </ButtonRow>
        )}
      </div>
    </div>
  );

  // A facility's own back end may have neither list.
  if (isNotFound(query.error) && isNotFound(devices.error)) return null;
  return (
    <>
      <SettingRow
        id="places"
        title={t('account.places')}
        value={query.data === undefined ? null : t('account.placesCount', { count: lines.length })}
      >
        <p>{t('account.placesHint')}</p>
        <QueryBoundary
          query={query}
          isEmpty={(all) => all.length === 0}
          empty={list(nowhere)}
          emptyIsRow
          isPart
          keepsData
          lines={3}
        >
          {list}
        </QueryBoundary>
      </SettingRow>
      {asked === null ? null : (
        <LazyConfirmDialog
          danger
          title={t('account.wipeTitle')}
          message={t('account.wipeText', { device: asked.name })}
          confirmLabel={t('account.wipe')}
          dismissLabel={t('account.wipeNot')}
          busy={revoke.isPending}
          onConfirm={() => void wipe(asked.copy)}
          onDismiss={() => setAsked(null)}
        />
      )}
    </>
  );
}
