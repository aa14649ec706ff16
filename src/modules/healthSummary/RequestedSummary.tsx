import {
  type ExternalSystem,
  getMostRecentHealthSummary,
  type HealthSummaryHead,
  type IfSystemId,
  listHealthSummaries,
  type PatientId,
  recordDateText,
} from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useCall } from '../../data/query/query.ts';
import { isNotFound } from '../../data/query/queryState.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HeartPulse } from '../../ui/icons.ts';
import { Row, Rows } from '../../ui/Row.tsx';
import { clearMessage, currentMessage, showMessage, useWords } from '../../words/index.ts';
import { type SummaryKey, type SummarySearch, keyText } from './address.ts';
import { choice, choiceEnd } from './HealthSummary.css.ts';
import type { AppLink } from './lists/parts.ts';

interface SummaryChoiceProps {
  readonly patientId: PatientId;
  readonly timeZone: string;
  readonly options: ReactNode;
  /** The link to the lists, where no document is shown. */
  readonly views: ReactNode;
  readonly linkTo: (key: SummaryKey) => AppLink;
  readonly children: (head: HealthSummaryHead) => ReactNode;
}

/** Says that there is no summary; other dates may help. */
export function NoSummary({ options, views }: Pick<SummaryChoiceProps, 'options' | 'views'>): ReactNode {
  const { t } = useWords();
  return (
    <>
      {views}
      <Card>
        <EmptyState icon={HeartPulse} level={2} title={t('healthSummary.none')} action={options}>
          {t('healthSummary.noneText')}
        </EmptyState>
      </Card>
    </>
  );
}

function NotConfigured(): ReactNode {
  const { t } = useWords();
  useEffect(() => {
    showMessage('ccdaNotConfiguredError');
    return () => {
      if (currentMessage()?.code === 'ccdaNotConfiguredError') clearMessage();
    };
  }, []);
  return (
    <Card>
      <EmptyState icon={HeartPulse} level={2} title={t('healthSummary.notConfigured')}>
        {t('healthSummary.notConfiguredText')}
      </EmptyState>
    </Card>
  );
}

/** What shows where the address names no document: the newest one of the only source, or the newest of each source. */
export function NewestSummaries({
  patientId,
  sources,
  options,
  views,
  timeZone,
  linkTo,
  children,
}: SummaryChoiceProps & { readonly sources: readonly ExternalSystem[] }): ReactNode {
  const { t } = useWords();
  const [first, ...others] = sources;
  if (first === undefined) return <NotConfigured />;
  if (others.length > 0)
    return (
      <>
        {views}
        <Card flush className={choice}>
          <h2>{t('healthSummary.manySystems')}</h2>
          <Rows label={t('healthSummary.manySystems')}>
            {sources.map((source) => (
              <NewestOf
                key={source.ifSystemId}
                patientId={patientId}
                source={source}
                timeZone={timeZone}
                linkTo={linkTo}
              />
            ))}
          </Rows>
          <div className={choiceEnd}>{options}</div>
        </Card>
      </>
    );
  return (
    <MostRecent patientId={patientId} ifSystemId={first.ifSystemId} options={options} views={views}>
      {children}
    </MostRecent>
  );
}

/** The newest summary of one source; where there is none, or none on this device, a line that says so. */
function NewestOf({
  patientId,
  source: { ifSystemId, patientDisplayName },
  timeZone,
  linkTo,
}: Pick<SummaryChoiceProps, 'patientId' | 'timeZone' | 'linkTo'> & { readonly source: ExternalSystem }): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const { data, error } = useCall(getMostRecentHealthSummary, { params: { patientId, ifSystemId } });
  if (data)
    return <SummaryRow head={data} timeZone={timeZone} way={linkTo({ ifSystemId, identifier: data.identifier })} />;
  if (error === null) return <Row title={patientDisplayName} />;
  const why = isNotFound(error) ? 'healthSummary.none' : isOffline ? 'records.notKept' : 'records.failed';
  return <Row title={patientDisplayName} sub={t(why)} />;
}

function SummaryRow({ head, timeZone, way }: { head: HealthSummaryHead; timeZone: string; way: AppLink }): ReactNode {
  const { t, locale } = useWords();
  return (
    <Row
      title={
        head.displayDate === null
          ? t('healthSummary.summaryUndated')
          : recordDateText(locale, head.displayDate, timeZone, 'day')
      }
      sub={[head.title, head.sourceName].filter((part) => part !== null).join(', ') || undefined}
      trailing={t('healthSummary.view')}
      renderLink={({ className, children }) => (
        <a {...way} className={className}>
          {children}
        </a>
      )}
    />
  );
}

function MostRecent({
  patientId,
  ifSystemId,
  options,
  views,
  children,
}: Omit<SummaryChoiceProps, 'timeZone' | 'linkTo'> & { readonly ifSystemId: IfSystemId }): ReactNode {
  const recent = useCall(getMostRecentHealthSummary, { params: { patientId, ifSystemId } });
  return (
    <QueryBoundary query={recent} empty={<NoSummary options={options} views={views} />} texts={{ savedCopy: null }}>
      {children}
    </QueryBoundary>
  );
}

interface RequestedSummaryProps extends SummaryChoiceProps {
  readonly search: SummarySearch;
  readonly takesFocus: boolean;
  readonly onCancel: () => void;
}

/** The documents that cover a day of a range: the only one is shown at once, of several the person chooses. */
export function RequestedSummary({
  patientId,
  search,
  options,
  views,
  children,
  ...choosing
}: RequestedSummaryProps): ReactNode {
  const { ifSystemId, startDate, endDate } = search;
  const found = useCall(listHealthSummaries, { params: { patientId, ifSystemId }, query: { startDate, endDate } });
  return (
    <QueryBoundary
      query={found}
      isEmpty={({ length }) => length === 0}
      empty={<NoSummary options={options} views={views} />}
      texts={{ savedCopy: null }}
    >
      {(heads) => {
        const [first, ...others] = heads;
        return first !== undefined && others.length === 0 ? (
          children(first)
        ) : (
          <>
            {views}
            <Several heads={heads} {...choosing} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

function Several({
  heads,
  timeZone,
  takesFocus,
  linkTo,
  onCancel,
}: { heads: readonly HealthSummaryHead[] } & Pick<
  RequestedSummaryProps,
  'timeZone' | 'takesFocus' | 'linkTo' | 'onCancel'
>): ReactNode {
  const { t } = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <Card flush className={choice}>
      <h2 ref={title} tabIndex={-1}>
        {t('healthSummary.several')}
      </h2>
      <Rows label={t('healthSummary.several')}>
        {heads.map((head) => (
          <SummaryRow key={keyText(head)} head={head} timeZone={timeZone} way={linkTo(head)} />
        ))}
      </Rows>
      <div className={choiceEnd}>
        <Button variant="secondary" size="small" onClick={onCancel}>
          {t('core.cancel')}
        </Button>
      </div>
    </Card>
  );
}
