import { type Passkey, type UserId, listPasskeys, removePasskey } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { knowsPasskeys } from '../../browser/passkeys.ts';
import { useConnection } from '../../data/connection.ts';
import { failureOf, refusalOf } from '../../data/errors.ts';
import { needsProof } from '../../data/proof.ts';
import { useCall, useSend } from '../../data/query/query.ts';
import { isNotFound } from '../../data/query/queryState.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';
import { FingerprintPattern } from '../../ui/icons.ts';
import { Rows } from '../../ui/Row.tsx';
import { type MessageKey, showMessage, useWords } from '../../words/index.ts';
import { placesFoot, placesList } from './account.css.ts';
import { addPasskeyHere } from './addPasskeyHere.ts';
import { PasskeyRow } from './PasskeyRow.tsx';
import { SettingRow } from './SettingRow.tsx';

const outcomes = {
  added: 'account.passkeyAdded',
  removed: 'account.passkeyRemoved',
  exists: 'account.passkeyExists',
  isLast: 'account.passkeyIsLast',
} as const satisfies Record<string, MessageKey>;
type Outcome = keyof typeof outcomes | 'failed';

interface PasskeysCardProps {
  readonly userId: UserId;
  readonly timeZone: string;
  /** True: passkeys are the only way in. */
  readonly isPasswordOff: boolean;
}

/** The passkeys of the account: adding, naming and removing them (beyond the specification). */
export function PasskeysCard({ userId, timeZone, isPasswordOff }: PasskeysCardProps): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const query = useCall(listPasskeys, { params: { userId } }, { refetchOnMount: 'always' });
  const remove = useSend(removePasskey);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Passkey | null>(null);

  const failed = (error: unknown) => {
    const failure = failureOf(error);
    if (failure?.kind === 'sessionEnded') return;
    if (needsProof(error)) showMessage('passwordNeeded');
    else setOutcome(refusalOf(removePasskey, failure) === 'too_few_passkeys' ? 'isLast' : 'failed');
  };
  const add = async () => {
    setOutcome(null);
    setAdding(true);
    try {
      const added = await addPasskeyHere(userId);
      setOutcome(added === 'cancelled' ? null : added);
    } catch (error) {
      failed(error);
    }
    setAdding(false);
  };
  const end = async (passkey: Passkey) => {
    setOutcome(null);
    try {
      await remove.mutateAsync({ params: { userId, passkeyId: passkey.passkeyId } });
      void import('../../data/passkeyVault.ts').then(
        ({ dropRemovedPasskeys }) => dropRemovedPasskeys(),
        () => undefined,
      );
      setOutcome('removed');
    } catch (error) {
      failed(error);
    }
    setAsked(null);
  };

  const list = (passkeys: readonly Passkey[]) => (
    <div className={placesList}>
      {passkeys.length === 0 ? null : (
        <Rows label={t('account.passkeys')}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyId}
              userId={userId}
              passkey={passkey}
              timeZone={timeZone}
              isOff={isOffline || remove.isPending}
              onRemove={() => setAsked(passkey)}
            />
          ))}
        </Rows>
      )}
      <div className={placesFoot}>
        <div role="status">
          {outcome === null ? null : outcome === 'failed' ? (
            <Banner kind="error" onClose={() => setOutcome(null)}>
              {t('account.passkeyFailed')}
            </Banner>
          ) : (
            <p>{t(outcomes[outcome])}</p>
          )}
        </div>
        <Button
          variant="secondary"
          icon={FingerprintPattern}
          busy={isAdding}
          disabledReason={isOffline ? t('account.offline') : knowsPasskeys() ? null : t('account.passkeysImpossible')}
          onClick={() => void add()}
        >
          {t('account.passkeyAdd')}
        </Button>
      </div>
    </div>
  );

  // A facility's own back end has no passkeys, and neither has who comes by single sign-on.
  if (isNotFound(query.error)) return null;
  return (
    <>
      <SettingRow
        id="passkeys"
        title={t('account.passkeys')}
        value={query.data === undefined ? null : t('account.passkeysCount', { count: query.data.length })}
      >
        <p>
          {t('account.passkeysAbout')} {isPasswordOff ? null : t('account.passkeysAndPassword')}
        </p>
        <QueryBoundary query={query} isEmpty={() => false} empty={null} isPart keepsData lines={2}>
          {list}
        </QueryBoundary>
      </SettingRow>
      {asked === null ? null : (
        <LazyConfirmDialog
          danger
          title={t('account.passkeyRemoveTitle', { name: asked.name })}
          message={t(isPasswordOff ? 'account.passkeyRemoveTextOff' : 'account.passkeyRemoveText')}
          confirmLabel={t('account.remove')}
          dismissLabel={t('account.keep')}
          busy={remove.isPending}
          onConfirm={() => void end(asked)}
          onDismiss={() => setAsked(null)}
        />
      )}
    </>
  );
}
