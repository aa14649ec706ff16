import { type FollowUpPlan as Plan, getFollowUpPlan, type PatientId, type UserId } from '@portal/api';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useCall } from '../../data/query.ts';
import { Badge, type BadgeKind } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, ChevronDown, Route } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { turned } from '../../ui/Popover.css.ts';
import { PopoverSurface, useDismiss } from '../../ui/Popover.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Column, DataTable, type TableRow } from '../../ui/table/DataTable.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { type MessageKey, type Words, useWords } from '../../words/index.ts';
import { useNow, usePreference } from '../visits/hooks.ts';
import { Lines } from '../visits/Lines.tsx';
import { Fetched } from '../visits/states.tsx';
import { sub } from '../visits/visits.css.ts';
import { abbreviationAt, writtenDate, writtenDay, writtenTime, zoneOf } from '../visits/zone.ts';
import { box, boxDone, details, headParts, noteWide, printedDetails, statusLine, taskList, taskState } from './FollowUpPlan.css.ts';
import { calledName, dateOf, type FollowUp, type FollowUpFilter, followUpFilters, followUpsOf, type FollowUpStatus, statusOf, taskOf, type TaskState, zoneNamesOf } from './plan.ts';

/** The preference that keeps the filter (specification 2, section 7). */
export const followUpFilterPreference = 'PatientPortal_FollowupPlanFilter_Date';

/** What the care team recommends for the time after treatment (specification 2, section 2). */
export function FollowUpPlan({ patientId, userId }: { patientId: PatientId; userId: UserId }): ReactNode {
  const { t } = useWords();
  const asked = useCall(getFollowUpPlan, { params: { patientId }, query: {} });
  const [filter, setFilter] = usePreference<FollowUpFilter>(userId, followUpFilterPreference, followUpFilters);
  const plan = asked.data?.[0];
  return (
    <>
      <PageHead title={t('shell.followUpPlan')} end={plan ? <HeadParts plan={plan} filter={filter} onFilter={setFilter} /> : null} />
      <Fetched asked={asked}>
        {([current]) =>
          current === undefined ? (
            <EmptyState icon={Route} level={2} title={t('visits.empty')}>
              {t('followUpPlan.emptyText')}
            </EmptyState>
          ) : filter === null ? (
            <Skeleton lines={6} />
          ) : (
            <PlanTable plan={current} filter={filter} />
          )
        }
      </Fetched>
      {asked.data === undefined ? null : (
        <Lines
          patientId={patientId}
          type="Followups"
          reminders="followUpPlan.reminders"
          noReminders="followUpPlan.noReminders"
          zones={plan ? [{ id: plan.timeZoneId, names: zoneNamesOf(plan) }] : []}
          canPrint={(plan?.appointments.length ?? 0) > 0}
        />
      )}
    </>
  );
}

const hasDetails = ({ startDate, memoToPatient, templates }: Plan): boolean => startDate !== null || (memoToPatient ?? '').trim() !== '' || templates.length > 0;

function HeadParts({ plan, filter, onFilter }: { plan: Plan; filter: FollowUpFilter | null; onFilter: (next: FollowUpFilter) => void }): ReactNode {
  const { t } = useWords();
  return (
    <div className={`${headParts} ${screenOnly}`}>
      {hasDetails(plan) ? <Details plan={plan} /> : null}
      {filter === null ? null : (
        <Segmented
          legend={t('followUpPlan.which')}
          options={[
            { value: 'All', label: t('followUpPlan.all') },
            { value: 'Upcoming', label: t('followUpPlan.upcoming') },
          ]}
          value={filter}
          onChange={onFilter}
        />
      )}
    </div>
  );
}

/** Start date, instructions and guidelines, on demand. */
function Details({ plan }: { plan: Plan }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open, frame, opener, close);
  return (
    <div ref={frame}>
      <Button ref={opener} variant="secondary" size="small" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)} iconAfter={<span className={turned}><Icon of={ChevronDown} size="s" /></span>}>
        {t('followUpPlan.details')}
      </Button>
      {open ? (
        <PopoverSurface id={id}>
          <section className={details} aria-label={t('followUpPlan.detailsOf')}>
            <DetailList plan={plan} />
          </section>
        </PopoverSurface>
      ) : null}
    </div>
  );
}

function DetailList({ plan: { startDate, memoToPatient, templates } }: { plan: Plan }): ReactNode {
  const { t, locale } = useWords();
  return (
    <dl>
      {startDate === null ? null : (
        <div>
          <dt>{t('followUpPlan.startDate')}</dt>
          <dd>{writtenDate(locale, startDate)}</dd>
        </div>
      )}
      {memoToPatient === null || memoToPatient.trim() === '' ? null : (
        <div>
          <dt>{t('followUpPlan.instructions')}</dt>
          <dd>
            <RichText html={memoToPatient} />
          </dd>
        </div>
      )}
      {templates.length === 0 ? null : (
        <div>
          <dt>{t('followUpPlan.guidelines')}</dt>
          <dd>
            <ul>
              {templates.map(({ templateDisplayName, effectiveDate }, index) => (
                <li key={index}>
                  {templateDisplayName}
                  {effectiveDate === null ? null : <span className={sub}>{t('followUpPlan.effective', { date: writtenDate(locale, effectiveDate) })}</span>}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface FollowUpRow extends TableRow {
  readonly followUp: FollowUp;
  readonly status: FollowUpStatus;
}

function PlanTable({ plan, filter }: { plan: Plan; filter: FollowUpFilter }): ReactNode {
  const words = useWords();
  const { t } = words;
  const now = useNow();
  const size = useWindowSize();
  const printing = usePrinting();
  const isSmall = size === 'XSmall' || size === 'Small';
  const rows = useMemo<readonly FollowUpRow[]>(() => {
    const zone = zoneOf(plan.timeZoneId);
    return followUpsOf(plan, filter, now).map((followUp) => {
      const status = statusOf(followUp, zone, now);
      return { id: followUp.ptFollowUpAppointmentId, followUp, status, flag: status === 'overdue' ? t('followUpPlan.passed') : null };
    });
  }, [plan, filter, now, t]);
  const columns = useMemo(() => columnsIn(plan, words), [plan, words]);
  return (
    <>
      {printing && hasDetails(plan) ? (
        <div className={printedDetails}>
          <DetailList plan={plan} />
        </div>
      ) : null}
      <DataTable
        caption={t('followUpPlan.caption')}
        columns={columns}
        rows={rows}
        {...(isSmall && !printing ? { expansion: (row: FollowUpRow) => <Recommended plan={plan} followUp={row.followUp} /> } : {})}
        empty={
          <EmptyState icon={Route} level={2} title={t('visits.empty')}>
            {t(plan.appointments.length > 0 ? 'followUpPlan.noneUpcoming' : 'followUpPlan.emptyText')}
          </EmptyState>
        }
      />
    </>
  );
}

function columnsIn(plan: Plan, words: Words): readonly Column<FollowUpRow>[] {
  const { t } = words;
  return [
    { field: 'label', name: t('followUpPlan.label'), text: ({ followUp }) => followUp.label, render: ({ followUp }) => <strong>{followUp.label}</strong> },
    { field: 'date', name: t('followUpPlan.date'), text: ({ status }) => t(statusTexts[status]), render: (row) => <DateAndStatus row={row} plan={plan} words={words} />, inCollapsedRow: true },
    { field: 'provider', name: t('followUpPlan.provider'), text: ({ followUp }) => calledName(followUp.provider), inCollapsedRow: true },
    ...plan.taskNames.map(({ key, value }) => ({
      field: `task ${key}`,
      name: value,
      text: ({ followUp }: FollowUpRow) => t(taskTexts[taskOf(followUp, key).state]),
      render: ({ followUp }: FollowUpRow) => <Task followUp={followUp} categoryKey={key} />,
    })),
  ];
}

const statusTexts: Readonly<Record<FollowUpStatus, MessageKey>> = {
  completed: 'followUpPlan.completed',
  missed: 'followUpPlan.missed',
  overdue: 'followUpPlan.overdue',
  scheduled: 'followUpPlan.scheduled',
  recommended: 'followUpPlan.recommended',
};
const statusLooks: Readonly<Record<FollowUpStatus, BadgeKind>> = { completed: 'success', missed: 'plain', overdue: 'danger', scheduled: 'brand', recommended: 'plain' };
const taskTexts: Readonly<Record<TaskState, MessageKey>> = { addressed: 'followUpPlan.addressed', unaddressed: 'followUpPlan.unaddressed', notApplicable: 'followUpPlan.notApplicable' };

function DateAndStatus({ row: { followUp, status }, plan, words: { t, locale } }: { row: FollowUpRow; plan: Plan; words: Words }): ReactNode {
  const date = dateOf(followUp, zoneOf(plan.timeZoneId));
  const time = date && writtenTime(locale, date);
  return (
    <>
      {date === null ? null : <span>{writtenDay(locale, date)}</span>}
      {date === null || time === null ? null : <span className={sub}>{time} {abbreviationAt(date)}</span>}
      <span className={statusLine}>
        <Badge kind={statusLooks[status]}>{t(statusTexts[status])}</Badge>
      </span>
    </>
  );
}

/** One of three states: a shape and its word. */
function State({ state }: { state: TaskState }): ReactNode {
  const { t } = useWords();
  return (
    <span className={taskState}>
      {state === 'notApplicable' ? null : <span className={state === 'addressed' ? boxDone : box}>{state === 'addressed' ? <Icon of={Check} size="xs" /> : null}</span>}
      {t(taskTexts[state])}
    </span>
  );
}

function Task({ followUp, categoryKey }: { followUp: FollowUp; categoryKey: string }): ReactNode {
  const { state, note } = taskOf(followUp, categoryKey);
  return (
    <>
      <State state={state} />
      {note === null ? null : (
        <span className={`${sub} ${noteWide}`}>
          <RichText html={note} inline />
        </span>
      )}
    </>
  );
}

/** What a small screen has no columns for: each category with its state and what is recommended. */
function Recommended({ plan, followUp }: { plan: Plan; followUp: FollowUp }): ReactNode {
  const { t } = useWords();
  const tasks = plan.taskNames.map(({ key, value }) => ({ key, value, ...taskOf(followUp, key) }));
  return (
    <div className={taskList}>
      <h2>{t('followUpPlan.recommendedTitle')}</h2>
      {tasks.some(({ note }) => note !== null) ? null : <p>{t('followUpPlan.noNotes')}</p>}
      <ul>
        {tasks.map(({ key, value, state, note }) => (
          <li key={key}>
            <strong>{value}</strong>
            <State state={state} />
            {note === null ? null : (
              <p>
                <RichText html={note} inline />
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
