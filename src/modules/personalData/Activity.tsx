import { type AnswerOf, type PatientId, type UserId, listActivity, type ActivityLine } from '@portal/api';
import { type ReactNode, useState, Fragment } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { useNow } from '../../data/useNow.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ListChecks, ShieldCheck } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { lead } from '../../ui/text.css.ts';
import { formatInstant, useWords, formatInstantDate, formatTime } from '../../words/index.ts';
import { ActivityFilter } from './ActivityFilter.tsx';
import { type ActivityQuery, activityQueryOf, defaultForm } from './filter.ts';
import { checked, listFoot, logDay, log, logFrom, logTime, logWhat, logWho } from './personalData.css.ts';
import { deviceText } from '../../records/deviceText.ts';
import { dayAt, isoDay, zoneOf } from '../../records/zone.ts';
import { Badge } from '../../ui/Badge.tsx';
import { whatOf, whoOf } from './lineText.ts';

interface ActivityListProps {
  readonly lines: readonly ActivityLine[];
  readonly timeZone: string;
  readonly now: number;
  readonly actingFor: string | null;
}

/** Lines by day, in the order of the answer. */
export function byDay(
  lines: readonly ActivityLine[],
  timeZone: string,
): (readonly [number, readonly ActivityLine[]])[] {
  const zone = zoneOf(timeZone);
  const days = new Map<number, ActivityLine[]>();
  for (const line of lines) {
    const day = dayAt(zone, Date.parse(line.at));
    const known = days.get(day);
    if (known === undefined) days.set(day, [line]);
    else known.push(line);
  }
  return [...days];
}

/** The log by day: when, what, who, and from which kind of device. */
function ActivityList({ lines, timeZone, now, actingFor }: ActivityListProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const today = dayAt(zoneOf(timeZone), now);
  const isThisYear = (day: number) => isoDay(day).slice(0, 4) === isoDay(today).slice(0, 4);
  return byDay(lines, timeZone).map(([day, ofDay]) => {
    const date = formatInstantDate(locale, ofDay[0]?.at ?? '', timeZone, isThisYear(day) ? 'day' : 'medium');
    return (
      <Fragment key={day}>
        <h3 className={logDay}>
          {day === today
            ? t('personalData.today', { date })
            : day === today - 1
              ? t('personalData.yesterday', { date })
              : date}
        </h3>
        <ol className={log}>
          {ofDay.map((line) => (
            <li key={line.id}>
              <time className={logTime} dateTime={line.at}>
                {formatTime(locale, line.at, timeZone)}
              </time>
              <span className={logWhat}>
                {whatOf(line, words, timeZone)}{' '}
                {line.act === 'refused' ? <Badge>{t('personalData.refused')}</Badge> : null}
              </span>
              <span className={logWho}>{whoOf(line, words, actingFor)}</span>
              <span className={logFrom}>{deviceText(line.device, words)}</span>
            </li>
          ))}
        </ol>
      </Fragment>
    );
  });
}

export interface ActivityProps {
  readonly userId: UserId;
  readonly patientId: PatientId;
  /** The facility's time zone. */
  readonly timeZone: string;
  /** The name of the patient for whom the reader acts; null: it is their own record. */
  readonly actingFor: string | null;
}

/** The activity log: what was done with a record, or what the reader did for somebody. */
export function Activity({ userId, patientId, timeZone, actingFor }: ActivityProps): ReactNode {
  const { t } = useWords();
  const now = useNow();
  const [initial] = useState(() => defaultForm(timeZone, now));
  const [view, setView] = useState({ asked: activityQueryOf(initial, patientId), count: 0 });
  return (
    <Section id="activity" title={t('personalData.log')}>
      <p className={lead}>
        {actingFor === null ? t('personalData.logLead') : t('personalData.logLeadOf', { name: actingFor })}
      </p>
      <ActivityFilter
        userId={userId}
        patientId={patientId}
        initial={initial}
        isOwn={actingFor === null}
        onView={(asked) => setView(({ count }) => ({ asked, count: count + 1 }))}
      />
      {view.asked === null || !isOffered(listActivity) ? null : (
        <Log key={view.count} userId={userId} asked={view.asked} timeZone={timeZone} now={now} actingFor={actingFor} />
      )}
    </Section>
  );
}

interface LogProps extends Pick<ActivityProps, 'userId' | 'timeZone' | 'actingFor'> {
  readonly asked: ActivityQuery;
  readonly now: number;
}
type Page = AnswerOf<typeof listActivity>;

/** The first page, and those that were loaded after it. */
function Log({ userId, asked, timeZone, now, actingFor }: LogProps): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const query = useCall(listActivity, { params: { userId }, query: asked }, { refetchOnMount: 'always' });
  const [more, setMore] = useState<readonly Page[]>([]);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  useFailureMessage(query.data === undefined ? null : query.error);

  const showMore = async (after: NonNullable<Page['next']>) => {
    setState('busy');
    try {
      const page = await send(listActivity, { params: { userId }, query: { ...asked, after } });
      setMore((pages) => [...pages, page]);
      setState('idle');
    } catch (error) {
      setState(failureOf(error)?.kind === 'sessionEnded' ? 'idle' : 'failed');
    }
  };

  return (
    <QueryBoundary
      query={query}
      isEmpty={({ lines }) => lines.length === 0}
      empty={
        <EmptyState icon={ListChecks} title={t('records.empty')}>
          {t('personalData.noneText')}
        </EmptyState>
      }
      isPart
      keepsData
    >
      {(first) => {
        const pages = [first, ...more];
        const lines = pages.flatMap((page) => page.lines);
        const next = pages.at(-1)?.next ?? null;
        return (
          <>
            {actingFor === null ? (
              <p className={checked}>
                <Icon of={ShieldCheck} size="s" />
                <span>
                  {first.lastCheckedAt === null
                    ? t('personalData.notChecked')
                    : t('personalData.lastChecked', { when: formatInstant(locale, first.lastCheckedAt, timeZone) })}
                </span>
              </p>
            ) : null}
            <Card flush>
              <ActivityList lines={lines} timeZone={timeZone} now={now} actingFor={actingFor} />
            </Card>
            <div className={listFoot}>
              <p role="status">{t('personalData.showing', { count: lines.length })}</p>
              {state === 'failed' ? <Banner kind="error">{t('personalData.moreFailed')}</Banner> : null}
              {next === null ? null : (
                <Button
                  variant="secondary"
                  size="small"
                  busy={state === 'busy'}
                  disabledReason={isOffline ? t('personalData.offline') : null}
                  onClick={() => void showMore(next)}
                >
                  {t('personalData.showMore')}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}
