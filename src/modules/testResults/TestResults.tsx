import {
  type LabResult,
  type LabResultDetails,
  type LabResultId,
  countNotReviewedLabResults,
  getLabResult,
  listLabResults,
  listLabTests,
  type PatientId,
  type UserId,
} from '@portal/api';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useValueAfterPaint } from '../../browser/painting/useValueAfterPaint.ts';
import { useFacility } from '../../data/facility.ts';
import { useMissing } from '../../data/keptRecords/readable.ts';
import { invalidate, useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { useReturnToRow } from '../../records/list/useReturnToRow.ts';
import type { DateFilter } from '../../records/dateFilter.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useNow } from '../../data/useNow.ts';
import { usePreference } from '../../records/usePreference.ts';
import type { LinkProps } from '../../records/links.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Count } from '../../ui/Count.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FlaskConical } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useWords } from '../../words/index.ts';
import { type DetailLinks, ResultDetail } from './ResultDetail.tsx';
import { ListFoot } from './ListFoot.tsx';
import { FilterButton, ResultFilters } from './ResultFilters.tsx';
import { ResultList } from './ResultList.tsx';
import { SaveResultsPdf } from './ResultPdf.tsx';
import { dayText, filtered, type Filters, grouped, savedDates, withArrived } from './results.ts';
import { dateFilterPreference } from './preferences.ts';
import { ListControls, Panes, PanesHead } from '../../records/panes/Panes.tsx';
import * as look from './TestResults.css.ts';
import { views } from './labTests.ts';
import { viewPreference } from './preferences.ts';
import { ResultsByTest } from './ResultsByTest.tsx';
import { wideList } from './ResultsByTest.css.ts';
import { useFileWindow } from '../../records/useFileWindow.tsx';
import { GoneLines } from '../../records/changes/GoneLines.tsx';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { useResultChanges } from './useResultChanges.ts';

interface TestResultsProps {
  readonly patientId: PatientId;
  readonly userId: UserId;
  /** The id in the address; null: none. */
  readonly selected: LabResultId | null;
  readonly linkTo: (id: LabResultId) => LinkProps;
  readonly links: DetailLinks;
}

/** The test results of a patient: list and details (specification 3, section 2). */
export function TestResults(props: TestResultsProps): ReactNode {
  const { patientId, selected } = props;
  const { t } = useWords();
  const query = useCall(listLabResults, { params: { patientId } });
  const unread = useCall(countNotReviewedLabResults, { params: { patientId } });
  return (
    <>
      <PanesHead isOpen={selected !== null}>
        <PageHead
          title={
            <>
              {t('testResults.title')}{' '}
              <span className={look.headCount}>
                <Count
                  value={unread.data ?? 0}
                  hiddenWords={t('testResults.notReviewed', { count: unread.data ?? 0 })}
                />
              </span>
            </>
          }
        />
      </PanesHead>
      <QueryBoundary
        query={query}
        notFound="notYours"
        texts={{ failed: 'testResults.failed', failedText: 'testResults.failedText' }}
        isEmpty={(results) => results.length === 0}
        empty={<NoResults patientId={patientId} />}
      >
        {(results) => <Results {...props} results={results} />}
      </QueryBoundary>
    </>
  );
}

function NoResults({ patientId }: { patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { changes } = useResultChanges(patientId, true);
  return (
    <>
      <GoneLines changes={changes} timeZone={timeZone} />
      <Card>
        <EmptyState icon={FlaskConical} level={2} title={t('records.empty')}>
          {t('testResults.emptyText')}
        </EmptyState>
      </Card>
    </>
  );
}

function Results({
  patientId,
  userId,
  selected,
  linkTo,
  links,
  results,
}: TestResultsProps & { results: readonly LabResult[] }): ReactNode {
  const { t, language } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const now = useNow();
  const today = dayText(now, timeZone);
  const place = useMemo(() => ({ timeZone, today }), [timeZone, today]);
  const [savedDate, saveDate] = usePreference<DateFilter>(userId, dateFilterPreference, savedDates, {
    // A value of another client means no filtering (specification 3, section 9).
    forOthers: 'All',
  });
  const [savedList, saveList] = usePreference(userId, viewPreference, views);
  const hasTests = isOffered(listLabTests);
  const isByTest = hasTests && savedList === 'test';
  const [choices, setChoices] = useState<Pick<Filters, 'procedure' | 'orderedBy'>>({
    procedure: null,
    orderedBy: null,
  });
  const [isFilterOpen, setFilterOpen] = useState(false);
  const panelId = useId();
  const isOpen = selected !== null;
  const isListShown = useTwoPanes() || !isOpen;
  const { changes, changeOf } = useResultChanges(patientId, isListShown && !isByTest);
  const files = useFileWindow();
  const list = useRef<HTMLElement>(null);
  useReturnToRow(list, selected);
  const missing = useMissing();
  const isMissing = useCallback(
    (labResultId: LabResultId) =>
      missing(getLabResult, { params: { patientId, labResultId }, query: { language } }) !== null,
    [missing, patientId, language],
  );
  // A result keeps the place that it comes in with, so that nothing moves under the finger when it is read or corrected.
  const [known, setKnown] = useState(() => withArrived(null, results));
  const listed = withArrived(known, results);
  if (listed !== known) setKnown(listed);
  const { critical } = listed;
  const filters: Filters = useMemo(() => ({ date: savedDate ?? savedDates[0], ...choices }), [savedDate, choices]);
  // Only the control changes in the frame that answers a press; the list follows in the next.
  const applied = useValueAfterPaint(filters);
  const { ofAnyTime, shown } = useMemo(
    () => filtered(results, applied, today, timeZone),
    [results, applied, today, timeZone],
  );
  const groups = useMemo(() => grouped(shown, critical, timeZone), [shown, critical, timeZone]);
  const older = ofAnyTime.length - shown.length;
  const change = ({ date, procedure, orderedBy }: Filters) => {
    if (date !== filters.date) saveDate(date);
    setChoices({ procedure, orderedBy });
  };
  const showOlder = () => saveDate('All');
  const openable = shown.filter(({ opening }) => opening !== 'ask' && opening !== 'waiting');
  const onOpened = useCallback(
    ({ labResultId, isReviewedByPatient }: LabResultDetails) => {
      const listed = results.find((one) => one.labResultId === labResultId);
      if (listed === undefined || listed.isReviewedByPatient || !isReviewedByPatient) return;
      void invalidate(listLabResults);
      void invalidate(countNotReviewedLabResults);
    },
    [results],
  );
  const olderButton =
    older === 0 ? null : (
      <Button variant="secondary" size="small" onClick={showOlder}>
        {t('testResults.showOlder', { count: older })}
      </Button>
    );
  const isNarrowed = choices.procedure !== null || choices.orderedBy !== null;
  return (
    <>
      <ListControls isOpen={isOpen}>
        <div className={look.listBar}>
          {hasTests ? (
            <Segmented
              legend={t('testResults.views')}
              options={[
                { value: 'date', label: t('testResults.byDate') },
                { value: 'test', label: t('testResults.byTest') },
              ]}
              value={isByTest ? 'test' : 'date'}
              onChange={saveList}
            />
          ) : null}
          {isByTest ? null : (
            <FilterButton
              filters={filters}
              panelId={panelId}
              isOpen={isFilterOpen}
              onToggle={() => setFilterOpen(!isFilterOpen)}
            />
          )}
        </div>
        {isFilterOpen && !isByTest ? (
          <ResultFilters
            id={panelId}
            filters={filters}
            results={results}
            shown={shown.length}
            onChange={change}
            foot={<SaveResultsPdf patientId={patientId} results={openable} files={files} />}
          />
        ) : null}
        <div className={look.notice} role="status">
          {files.notice}
        </div>
        <GoneLines changes={changes} timeZone={timeZone} />
      </ListControls>
      <Panes
        isOpen={isOpen}
        className={isByTest ? wideList : undefined}
        listRef={list}
        list={
          isByTest ? (
            <ResultsByTest patientId={patientId} place={place} selected={selected} linkTo={linkTo} />
          ) : (
            <>
              {shown.length === 0 ? (
                <Card>
                  <EmptyState
                    icon={FlaskConical}
                    level={2}
                    title={t('records.empty')}
                    action={
                      olderButton ??
                      (isNarrowed ? (
                        <Button variant="secondary" onClick={() => setChoices({ procedure: null, orderedBy: null })}>
                          {t('testResults.clear')}
                        </Button>
                      ) : null)
                    }
                  >
                    {t('testResults.noMatch', { older })}
                  </EmptyState>
                </Card>
              ) : (
                <ResultList
                  groups={groups}
                  place={place}
                  selected={selected}
                  linkTo={linkTo}
                  isMissing={isMissing}
                  changeOf={changeOf}
                />
              )}
              <ListFoot shown={shown.length} results={results} older={shown.length === 0 ? null : olderButton} />
            </>
          )
        }
        detailClassName={look.detailFrame}
        detail={
          selected === null ? (
            <Card>
              <EmptyState
                icon={FlaskConical}
                level={2}
                title={t(isByTest ? 'testResults.selectTest' : 'records.select')}
              >
                {t(isByTest ? 'testResults.selectValue' : 'testResults.selectText')}
              </EmptyState>
            </Card>
          ) : (
            <ResultDetail
              key={selected}
              patientId={patientId}
              labResultId={selected}
              links={links}
              onOpened={onOpened}
            />
          )
        }
      />
    </>
  );
}
