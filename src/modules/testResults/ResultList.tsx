import type { LabResult, LabResultId, RecordChange } from '@portal/api';
import { memo, type ReactNode, useMemo } from 'react';
import { ChangeLine } from '../../records/changes/ChangeLine.tsx';
import type { ChangeOf } from '../../records/changes/useListChanges.ts';
import { type GroupDrawing, ProgressiveGroups } from '../../records/list/ProgressiveGroups.tsx';
import { RowNotKept } from '../../records/kept/RowNotKept.tsx';
import type { LinkProps } from '../../records/links.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chevron } from '../../ui/Chevron.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import {
  ArrowDown,
  ArrowUp,
  ChevronsUp,
  Clock,
  Hourglass,
  type IconGlyph,
  Pencil,
  TriangleAlert,
} from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle, rows } from '../../ui/Row.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { nameOf } from './resultName.ts';
import { listDate, monthName, type ResultGroup, type RowNotice, rowNoticeOf } from './results.ts';
import { paneList, paneRow, paneTitle } from '../../records/panes/panes.css.ts';
import * as look from './TestResults.css.ts';

const icons: Readonly<Record<RowNotice['kind'], IconGlyph>> = {
  waiting: Hourglass,
  critical: ChevronsUp,
  status: Clock,
  corrected: Pencil,
  high: ArrowUp,
  low: ArrowDown,
  outside: TriangleAlert,
};
/** The estimated height of a heading and of a row, in rem, until the browser has drawn them. */
const headHeight = 2.75;
const rowHeight = 6;

interface Place {
  readonly timeZone: string;
  /** Today's date at the facility. */
  readonly today: string;
}

export const ResultList = memo(function ResultList({
  groups,
  place,
  selected,
  linkTo,
  isMissing,
  changeOf,
}: {
  groups: readonly ResultGroup[];
  place: Place;
  selected: LabResultId | null;
  linkTo: (id: LabResultId) => LinkProps;
  /** True where its values cannot be read without a connection. */
  isMissing: (id: LabResultId) => boolean;
  changeOf: ChangeOf<LabResultId>;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const drawing = useMemo(
    (): GroupDrawing<ResultGroup, LabResultId> => ({
      sizeOf: ({ results }) => results.length,
      hasMark: ({ results }, id) => results.some(({ labResultId }) => labResultId === id),
      leastInStretch: 12,
      stretchClassName: look.stretch,
      heightOf: ({ groups: some, items }) => `${String(some.length * headHeight + items * rowHeight)}rem`,
      draw: (group, shown, current) => (
        <section key={group.key} aria-labelledby={`results-${group.key}`}>
          <h3 className={look.groupTitle} id={`results-${group.key}`}>
            {group.key === 'critical'
              ? t('testResults.critical_head')
              : group.month === null
                ? t('testResults.noDate')
                : monthName(words.locale, group.month, place.today)}
          </h3>
          <ul className={rows}>
            {group.results.slice(0, shown).map((result) => (
              <ResultRow
                key={result.labResultId}
                words={words}
                result={result}
                place={place}
                isCurrent={result.labResultId === current}
                isMissing={isMissing(result.labResultId)}
                change={changeOf(result.labResultId)}
                linkTo={linkTo}
              />
            ))}
          </ul>
        </section>
      ),
    }),
    [words, t, place, linkTo, isMissing, changeOf],
  );
  return (
    <Card flush className={paneList}>
      <h2 className={paneTitle}>{t('testResults.list')}</h2>
      <ProgressiveGroups groups={groups} drawing={drawing} mark={selected} isLong={groups.length > 12} />
    </Card>
  );
});

const ResultRow = memo(function ResultRow({
  words,
  result,
  place: { timeZone, today },
  isCurrent,
  isMissing,
  change,
  linkTo,
}: {
  /** A property and not a hook: many rows that subscribe to the language are slow to mount. */
  words: Words;
  result: LabResult;
  place: Place;
  isCurrent: boolean;
  isMissing: boolean;
  change: RecordChange | undefined;
  linkTo: (id: LabResultId) => LinkProps;
}): ReactNode {
  const { t, locale } = words;
  // Who acts for the patient has no marks of reading, only what came in since they looked.
  const isNew = !result.isReviewedByPatient || change?.kind === 'new';
  const notice = rowNoticeOf(words, result, timeZone, today);
  const isToldBelow = notice?.kind === 'corrected' && change !== undefined && change.kind !== 'new';
  const said = isToldBelow ? null : notice;
  const when = result.startDate === null ? null : listDate(locale, result.startDate, timeZone, today);
  return (
    <li>
      <a
        className={classes(row, paneRow)}
        {...linkTo(result.labResultId)}
        aria-current={isCurrent ? 'true' : undefined}
        data-new={isNew || undefined}
      >
        <span className={rowMain}>
          <span className={rowTitle}>
            {nameOf(result)}
            {isNew ? (
              <>
                {' '}
                <Badge kind="new">
                  {t('records.change_new')}
                  <VisuallyHidden>{t('testResults.newHidden')}</VisuallyHidden>
                </Badge>
              </>
            ) : null}
          </span>
          <span className={rowSub}>
            {[result.requestingPhysician, when].filter((part) => part !== null).join(' · ')}
          </span>
          {said === null ? null : (
            <span
              className={classes(
                look.says,
                said.kind === 'critical' && look.saysCritical,
                (said.kind === 'waiting' || said.kind === 'status' || said.kind === 'corrected') && look.saysMuted,
              )}
            >
              <Icon of={icons[said.kind]} />
              <span>{said.text}</span>
            </span>
          )}
          {change === undefined ? null : <ChangeLine words={words} change={change} timeZone={timeZone} />}
          {isMissing ? <RowNotKept words={words} /> : null}
        </span>
        <Chevron />
      </a>
    </li>
  );
});
