import { type ReactNode, useEffect, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, CloudOff, RefreshCw } from '../../ui/icons.ts';
import { formatInstant, type MessageKey, useWords } from '../../words/index.ts';
import { useNow } from '../../data/useNow.ts';
import { ageOf } from './age.ts';
import { useIsOfflineLine } from './offlineLine.ts';
import { keptLine, keptLineOfPart, old } from './CopyAgeLine.css.ts';

/** Milliseconds of a request during which the line is hidden, because the answer has usually arrived by then. */
const worthTellingMs = 700;

interface CopyAgeLineProps {
  /** When the server sent what is shown, in milliseconds. */
  readonly updatedAt: number;
  readonly isOffline: boolean;
  /** True while a request is in flight, or when its answer has replaced a copy. */
  readonly isFetching: boolean;
  readonly isPart: boolean;
  /** The text for its age while offline, with `{when}`. */
  readonly text: MessageKey;
}

/** How old the shown data is: while there is no connection, and while a copy on this device is being compared with the server's. */
export function CopyAgeLine({ updatedAt, isOffline, isFetching, isPart, text }: CopyAgeLineProps): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const now = useNow();
  const isLine = useIsOfflineLine(isOffline ? updatedAt : null);
  const isFromBefore = updatedAt < performance.timeOrigin;
  const looks = !isOffline && isFetching && isFromBefore;
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (!looks) return;
    const timer = setTimeout(() => setTold(true), worthTellingMs);
    return () => clearTimeout(timer);
  }, [looks]);
  const className = isPart ? keptLineOfPart : keptLine;
  const when = () => formatInstant(locale, new Date(updatedAt).toISOString(), timeZone);
  if (isOffline && !isLine) return null;
  if (isOffline) {
    const age = ageOf(updatedAt, now);
    return (
      <p className={className}>
        <Icon of={CloudOff} size="xs" />
        <span>{t(text, { when: when() })}</span>
        {age === null ? null : age.unit === 'days' ? (
          <span>
            <strong className={old}>{t('records.keptDays', { count: age.count })}</strong> {t('records.keptMayBeNewer')}
          </span>
        ) : (
          <span>{t(age.unit === 'hours' ? 'records.keptHours' : 'records.keptMinutes', { count: age.count })}</span>
        )}
      </p>
    );
  }
  if (!told) return null;
  return (
    <p className={className} role="status">
      {looks ? (
        <>
          <Chip icon={RefreshCw}>{t('records.looksForNewer')}</Chip>{' '}
          <span>{t('records.keptCopy', { when: when() })}</span>
        </>
      ) : (
        <Chip kind="saved" icon={Check}>
          {t('records.upToDate')}
        </Chip>
      )}
    </p>
  );
}
