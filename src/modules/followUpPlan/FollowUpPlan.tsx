import { getFollowUpPlan, type PatientId, type UserId } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Lines } from '../../records/Lines.tsx';
import type { LinkProps } from '../../records/links.ts';
import type { OptionFilter } from '../../records/table/filters.ts';
import { RecordList } from '../../records/table/RecordList.tsx';
import { useNow } from '../../data/useNow.ts';
import { useSourceLang } from '../../records/useSourceLang.ts';
import { isMonthOnly, writtenMonth } from '../../records/visit/visit.ts';
import { type Zone, zoneOf } from '../../records/zone.ts';
import { ContentLang } from '../../ui/contentLang.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Route } from '../../ui/icons.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { useWords, type Words } from '../../words/index.ts';
import { columnsIn, type FollowUpRow, type LinkToVisit, Recommended } from './columns.tsx';
import {
  dateOf,
  type FollowUp,
  type FollowUpFilter,
  isRecommended,
  partOfMonth,
  passesFilter,
  stateOf,
  zoneNamesOf,
} from './plan.ts';
import { followUpFilterPreference } from './preferences.ts';
import { PlanDetails, PrintedDetails } from './PlanDetails.tsx';

const none: readonly never[] = [];

/** A recommendation for a month can be overdue before the month ends, when the part of the month in which it was due has passed. */
function overdueText({ t, locale }: Words, followUp: FollowUp, zone: Zone, now: number): string {
  const date = dateOf(followUp, zone);
  return date !== null && isMonthOnly(isRecommended(followUp), date, now)
    ? t('followUpPlan.wasDue', { part: partOfMonth(date), month: writtenMonth(locale, date, now) })
    : t('followUpPlan.passed');
}

/** What the care team recommends for the time after treatment (specification 2, section 2). */
export function FollowUpPlan({
  patientId,
  userId,
  linkToVisit,
  settings,
}: {
  patientId: PatientId;
  userId: UserId;
  linkToVisit: LinkToVisit;
  /** The link to the settings of reminders. */
  settings: LinkProps | null;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const lang = useSourceLang();
  const now = useNow();
  const size = useWindowSize();
  const isPrinting = usePrinting();
  const isSmall = size === 'XSmall' || size === 'Small';
  const query = useCall(getFollowUpPlan, { params: { patientId }, query: {} });
  const plan = query.data?.[0];
  const rows = useMemo(
    () =>
      plan?.appointments.map((followUp): FollowUpRow => {
        const state = stateOf(followUp, zoneOf(plan.timeZoneId), now);
        return {
          id: followUp.ptFollowUpAppointmentId,
          followUp,
          state,
          flag: state === 'overdue' ? overdueText(words, followUp, zoneOf(plan.timeZoneId), now) : null,
        };
      }) ?? none,
    [plan, now, words],
  );
  const columns = useMemo(
    () => (plan ? columnsIn(plan, words, now, linkToVisit) : none),
    [plan, words, now, linkToVisit],
  );
  const option = useMemo(
    (): OptionFilter<FollowUpRow, FollowUpFilter> => ({
      label: t('followUpPlan.which'),
      preference: followUpFilterPreference,
      options: [
        { value: 'All', label: t('followUpPlan.all') },
        { value: 'Upcoming', label: t('followUpPlan.upcoming') },
      ],
      passes: ({ followUp }, filter) => plan !== undefined && passesFilter(plan, followUp, filter, now),
    }),
    [t, plan, now],
  );
  const noMatch = useMemo(
    () => (
      <EmptyState icon={Route} level={2} title={t('records.empty')}>
        {t(rows.length > 0 ? 'followUpPlan.noneUpcoming' : 'followUpPlan.emptyText')}
      </EmptyState>
    ),
    [t, rows.length],
  );
  // A small screen has no columns for the tasks, and paper cannot be opened.
  const expansion = useMemo(
    () =>
      plan && isSmall && !isPrinting
        ? ({ followUp }: FollowUpRow) => <Recommended plan={plan} followUp={followUp} />
        : undefined,
    [plan, isSmall, isPrinting],
  );
  return (
    <ContentLang value={lang}>
      <RecordList
        title={t('followUpPlan.title')}
        caption={t('followUpPlan.caption')}
        userId={userId}
        query={query}
        rows={rows}
        columns={columns}
        option={option}
        expansion={expansion}
        noMatch={noMatch}
        isEmpty={([current]) => current === undefined}
        empty={
          <EmptyState icon={Route} level={2} title={t('records.empty')}>
            {t('followUpPlan.emptyText')}
          </EmptyState>
        }
        headStart={plan ? <PlanDetails plan={plan} /> : null}
        onPaper={plan ? <PrintedDetails plan={plan} /> : null}
        notes={
          <Lines
            patientId={patientId}
            type="Followups"
            reminders="followUpPlan.reminders"
            noReminders="followUpPlan.noReminders"
            settings={settings}
            zones={plan ? [{ id: zoneOf(plan.timeZoneId).id, names: zoneNamesOf(plan) }] : none}
            canPrint={rows.length > 0}
          />
        }
      />
    </ContentLang>
  );
}
