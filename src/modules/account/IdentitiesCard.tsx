import {
  type LinkedIdentity,
  type SignInProvider,
  type UserId,
  beginIdentity,
  listIdentities,
  removeIdentity,
} from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, refusalOf } from '../../data/errors.ts';
import { needsProof } from '../../data/proof.ts';
import { useCall, useSend } from '../../data/query/query.ts';
import { providerName } from '../../browser/providerName.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';
import { LockKeyholeOpen } from '../../ui/icons.ts';
import { Row, Rows } from '../../ui/Row.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstant, showMessage, useWords } from '../../words/index.ts';
import { placesFoot, placesList } from './account.css.ts';
import { SettingRow } from './SettingRow.tsx';

interface IdentitiesCardProps {
  readonly userId: UserId;
  readonly timeZone: string;
  readonly providers: readonly SignInProvider[];
}

/** The identity systems of the facility that open the account: connecting one, and ending it (beyond the specification). */
export function IdentitiesCard({ userId, timeZone, providers }: IdentitiesCardProps): ReactNode {
  const { t, locale, language } = useWords();
  const isOffline = useConnection() === 'offline';
  const query = useCall(listIdentities, { params: { userId } }, { refetchOnMount: 'always' });
  const begin = useSend(beginIdentity);
  const remove = useSend(removeIdentity);
  const [outcome, setOutcome] = useState<'removed' | 'isLast' | 'failed' | null>(null);
  const [asked, setAsked] = useState<LinkedIdentity | null>(null);
  const isOff = isOffline || begin.isPending || remove.isPending;
  const offered = providers.filter((provider) => provider.for === 'patients');
  const nameOf = (key: string): string => {
    const provider = providers.find((one) => one.key === key);
    return provider === undefined ? key : providerName(provider, language);
  };

  const act = async (work: () => Promise<void>) => {
    setOutcome(null);
    try {
      await work();
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind === 'sessionEnded') return;
      if (needsProof(error)) showMessage('passwordNeeded');
      else setOutcome(refusalOf(removeIdentity, failure) === 'last_way_in' ? 'isLast' : 'failed');
    }
  };
  const connect = (provider: string) =>
    act(async () => {
      const { address } = await begin.mutateAsync({ params: { userId }, body: { provider } });
      location.assign(address);
    });
  const end = async ({ identityId }: LinkedIdentity) => {
    await act(async () => {
      await remove.mutateAsync({ params: { userId, identityId } });
      setOutcome('removed');
    });
    setAsked(null);
  };

  const list = (identities: readonly LinkedIdentity[]) => (
    <div className={placesList}>
      {identities.length === 0 ? null : (
        <Rows label={t('account.identities')}>
          {identities.map((identity) => {
            const { identityId, provider, createdAt, lastUsedAt } = identity;
            const created = formatInstant(locale, createdAt, timeZone);
            return (
              <Row
                key={identityId}
                icon={LockKeyholeOpen}
                title={nameOf(provider)}
                sub={
                  lastUsedAt === null
                    ? t('account.identityUnused', { created })
                    : t('account.identityUsed', { used: formatInstant(locale, lastUsedAt, timeZone), created })
                }
                trailing={
                  <Button variant="dangerQuiet" size="small" disabled={isOff} onClick={() => setAsked(identity)}>
                    {t('account.remove')}
                    <VisuallyHidden>{t('account.passkeyOf', { name: nameOf(provider) })}</VisuallyHidden>
                  </Button>
                }
              />
            );
          })}
        </Rows>
      )}
      <div className={placesFoot}>
        <div role="status">
          {outcome === null ? null : outcome === 'failed' ? (
            <Banner kind="error" onClose={() => setOutcome(null)}>
              {t('account.actFailed')}
            </Banner>
          ) : (
            <p>{t(outcome === 'removed' ? 'account.identityRemoved' : 'account.identityIsLast')}</p>
          )}
        </div>
        {offered
          .filter(({ key }) => identities.every(({ provider }) => provider !== key))
          .map((provider) => (
            <Button
              key={provider.key}
              variant="secondary"
              disabledReason={isOffline ? t('account.offline') : null}
              busy={begin.isPending}
              onClick={() => void connect(provider.key)}
            >
              {t('account.identityConnect', { name: providerName(provider, language) })}
            </Button>
          ))}
      </div>
    </div>
  );

  return (
    <>
      <SettingRow
        id="identities"
        title={t('account.identities')}
        value={query.data === undefined ? null : t('account.identitiesCount', { count: query.data.length })}
      >
        <p>{t('account.identitiesAbout')}</p>
        <QueryBoundary query={query} isEmpty={() => false} empty={null} isPart keepsData lines={2}>
          {list}
        </QueryBoundary>
      </SettingRow>
      {asked === null ? null : (
        <LazyConfirmDialog
          danger
          title={t('account.identityRemoveTitle', { name: nameOf(asked.provider) })}
          message={t('account.identityRemoveText')}
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
