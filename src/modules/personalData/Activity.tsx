import { type AnswerOf, type PatientId, type UserId, listActivity } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { useNow } from '../../records/useNow.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ListChecks, ShieldCheck } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { lead } from '../../ui/text.css.ts';
import { formatInstant, useWords } from '../../words/index.ts';
import { ActivityFilter } from './ActivityFilter.tsx';
import { ActivityList } from './ActivityList.tsx';
import { type ActivityQuery, activityQueryOf, defaultForm } from './filter.ts';
import { checked, listFoot } from './personalData.css.ts';

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
