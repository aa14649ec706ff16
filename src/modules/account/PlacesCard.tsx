import {
  type Device,
  type SessionId,
  type SignedInPlace,
  type UserId,
  endOtherPlaces,
  endSignedInPlace,
  listSignedInPlaces,
} from '@portal/api';
import { type ReactNode, useId, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { useCall, useSend } from '../../data/query/query.ts';
import { deviceText } from '../../records/deviceText.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type IconGlyph, Monitor, Smartphone, Tablet } from '../../ui/icons.ts';
import { Row, Rows } from '../../ui/Row.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { cardFoot, cardHead, subLine } from './account.css.ts';

const icons: Readonly<Record<Device['kind'], IconGlyph>> = {
  phone: Smartphone,
  tablet: Tablet,
  kiosk: Tablet,
  computer: Monitor,
  clinic: Monitor,
  unknown: Monitor,
};

/** Where the account is signed in, and the ways to end that (beyond the document). */
export function PlacesCard({ userId, timeZone }: { userId: UserId; timeZone: string }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const isOffline = useConnection() === 'offline';
  const query = useCall(listSignedInPlaces, { params: { userId } }, { refetchOnMount: 'always' });
  const endOne = useSend(endSignedInPlace);
  const endOthers = useSend(endOtherPlaces);
  const [outcome, setOutcome] = useState<'signedOut' | 'failed' | null>(null);
  const isBusy = endOne.isPending || endOthers.isPending;
  const end = async (sessionId: SessionId | null) => {
    setOutcome(null);
    try {
      if (sessionId === null) await endOthers.mutateAsync({ params: { userId } });
      else await endOne.mutateAsync({ params: { userId, sessionId } });
      setOutcome('signedOut');
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind === 'sessionEnded') return;
      // Somebody else ended it first.
      const isGone = failure?.kind === 'refused' && failure.status === 404;
      setOutcome(isGone ? 'signedOut' : 'failed');
      if (isGone) void query.refetch();
    }
  };
  return (
    <Card flush labelledBy={id}>
      <div className={cardHead} id="places">
        <h2 id={id}>{t('account.places')}</h2>
        <p>{t('account.placesHint')}</p>
      </div>
      <QueryBoundary query={query} isEmpty={(all) => all.length === 0} isPart keepsData lines={3}>
        {(all) => (
          <>
            <Rows label={t('account.places')}>
              {all.map((place) => (
                <Place
                  key={place.sessionId}
                  place={place}
                  timeZone={timeZone}
                  isOff={isOffline || isBusy}
                  onEnd={() => void end(place.sessionId)}
                />
              ))}
            </Rows>
            <div className={cardFoot}>
              <div role="status">
                {outcome === 'failed' ? (
                  <Banner kind="error" onClose={() => setOutcome(null)}>
                    {t('account.actFailed')}
                  </Banner>
                ) : outcome === 'signedOut' ? (
                  <p>{t('account.signedOut')}</p>
                ) : null}
              </div>
              {all.some(({ isThis }) => !isThis) ? (
                <Button
                  variant="secondary"
                  size="small"
                  busy={endOthers.isPending}
                  disabledReason={isOffline ? t('account.offline') : null}
                  onClick={() => void end(null)}
                >
                  {t('account.signOutOthers')}
                </Button>
              ) : (
                <p>{t('account.onlyHere')}</p>
              )}
            </div>
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Place({
  place: { device, isThis, isLink, startedAt, lastUsedAt },
  timeZone,
  isOff,
  onEnd,
}: {
  place: SignedInPlace;
  timeZone: string;
  isOff: boolean;
  onEnd: () => void;
}): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const name = deviceText(device, words);
  const since = formatInstant(locale, startedAt, timeZone);
  return (
    <Row
      icon={icons[device.kind]}
      title={
        <>
          {name} {isThis ? <Badge kind="brand">{t('account.thisPlace')}</Badge> : null}
        </>
      }
      sub={
        isThis
          ? t('account.inUse', { since })
          : t('account.lastUsed', { last: formatInstant(locale, lastUsedAt, timeZone), since })
      }
      trailing={
        isThis ? null : (
          <Button variant="secondary" size="small" disabled={isOff} onClick={onEnd}>
            {t('account.signOut')}
            <VisuallyHidden>{t('account.signOutOf', { device: name })}</VisuallyHidden>
          </Button>
        )
      }
    >
      {isLink ? <span className={subLine}>{t('account.byLink')}</span> : null}
    </Row>
  );
}
