import type { FollowUpPlan as Plan } from '@portal/api';
import type { ReactNode } from 'react';
import { sub } from '../../records/records.css.ts';
import { StateBadge } from '../../records/visit/StateBadge.tsx';
import {
  calledName,
  clockTime,
  isMonthOnly,
  statusWord,
  type VisitState,
  writtenMonth,
} from '../../records/visit/visit.ts';
import type { LinkProps } from '../../records/links.ts';
import { abbreviationAt, writtenDay, zoneOf } from '../../records/zone.ts';
import { ContentText } from '../../ui/contentLang.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CircleCheck, Clock } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import type { Column, TableRow } from '../../ui/table/DataTable.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { type MessageKey, useWords, type Words } from '../../words/index.ts';
import { done, noteWide, statusLine, taskList, taskState, visitLink } from './FollowUpPlan.css.ts';
import { dateOf, type FollowUp, isRecommended, statusOf, taskOf, type TaskState } from './plan.ts';

export interface FollowUpRow extends TableRow {
  readonly followUp: FollowUp;
  readonly state: VisitState;
}

/** The link to the visit that was booked for a follow-up; null where the person has no list of appointments. */
export type LinkToVisit = (id: NonNullable<FollowUp['visit']>['appointmentId']) => LinkProps | null;

/** The columns of the table: label, date with status, provider, and one for each category of tasks. */
export function columnsIn(plan: Plan, words: Words, now: number, linkTo: LinkToVisit): readonly Column<FollowUpRow>[] {
  const { t } = words;
  return [
    {
      field: 'label',
      name: t('followUpPlan.label'),
      text: ({ followUp }) => followUp.label,
      render: ({ followUp }) => (
        <strong>
          <ContentText>{followUp.label}</ContentText>
        </strong>
      ),
    },
    {
      field: 'date',
      name: t('records.date'),
      text: (row) => wordOf(row, words),
      render: (row) => <DateAndStatus row={row} plan={plan} words={words} now={now} linkTo={linkTo} />,
      inCollapsedRow: true,
    },
    {
      field: 'provider',
      name: t('records.provider'),
      text: ({ followUp }) => calledName(followUp.provider),
      inCollapsedRow: true,
    },
    ...plan.taskNames.map(({ key, value }) => ({
      field: `task ${key}`,
      name: value,
      text: ({ followUp }: FollowUpRow) => t(taskTexts[taskOf(followUp, key).state]),
      render: ({ followUp }: FollowUpRow) => <Task followUp={followUp} categoryKey={key} />,
    })),
  ];
}

const taskTexts: Readonly<Record<TaskState, MessageKey>> = {
  addressed: 'followUpPlan.addressed',
  unaddressed: 'followUpPlan.unaddressed',
  notApplicable: 'followUpPlan.notApplicable',
};

const wordOf = ({ followUp, state }: FollowUpRow, words: Words): string => statusWord(words, statusOf(followUp), state);

function DateAndStatus({
  row,
  plan,
  words,
  now,
  linkTo,
}: {
  row: FollowUpRow;
  plan: Plan;
  words: Words;
  now: number;
  linkTo: LinkToVisit;
}): ReactNode {
  const { t, locale } = words;
  const { followUp, state } = row;
  const date = dateOf(followUp, zoneOf(plan.timeZoneId));
  const isMonth = date !== null && isMonthOnly(isRecommended(followUp), date, now);
  const time = date && clockTime(locale, date, abbreviationAt(date));
  const link = followUp.visit === null ? null : linkTo(followUp.visit.appointmentId);
  return (
    <>
      {date === null ? null : <span>{isMonth ? writtenMonth(locale, date, now) : writtenDay(locale, date)}</span>}
      {time === null ? null : <span className={sub}>{time}</span>}
      <span className={statusLine}>
        <StateBadge visit={{ state, status: wordOf(row, words), isConfirmed: false }} />
      </span>
      {link === null ? null : (
        <span className={visitLink}>
          <TextLink standalone hiddenContext={t('followUpPlan.viewMoreOf', { name: followUp.label })} {...link}>
            {t('records.viewMore')}
          </TextLink>
        </span>
      )}
    </>
  );
}

/** One of three states as text. Not a checkbox, because nothing can be ticked here. */
function State({ state }: { state: TaskState }): ReactNode {
  const { t } = useWords();
  return (
    <span className={state === 'addressed' ? `${taskState} ${done}` : taskState}>
      {state === 'notApplicable' ? null : <Icon of={state === 'addressed' ? CircleCheck : Clock} size="s" />}
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

/** What a small screen has no columns for: each category with its state and the recommendation. */
export function Recommended({ plan, followUp }: { plan: Plan; followUp: FollowUp }): ReactNode {
  const { t } = useWords();
  const tasks = plan.taskNames.map(({ key, value }) => ({ key, value, ...taskOf(followUp, key) }));
  return (
    <div className={taskList}>
      <h2>{t('followUpPlan.recommendedTitle')}</h2>
      {tasks.some(({ note }) => note !== null) ? null : <p>{t('followUpPlan.noNotes')}</p>}
      <ul>
        {tasks.map(({ key, value, state, note }) => (
          <li key={key}>
            <strong>
              <ContentText>{value}</ContentText>
            </strong>
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
