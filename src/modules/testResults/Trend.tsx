import { type LabResultDetail, recordDateText } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { disclose } from '../../records/disclose.css.ts';
import { Chart } from '../../records/trend/Chart.tsx';
import { leastForLine } from '../../records/trend/drawing.ts';
import { type HistoryRow, HistoryTable } from '../../records/trend/HistoryTable.tsx';
import * as trendLook from '../../records/trend/trend.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { classes } from '../../ui/classes.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { usePrinting } from '../../ui/usePrinting.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { flagInTable } from './flags.ts';
import * as look from './Trend.css.ts';
import { csvOf, factsOf, trendDrawing, type TrendValue } from './trend.ts';

/** Opens the history of a value; contains the small drawing and the number of earlier values. */
export function TrendButton({
  name,
  values,
  isOpen,
  controls,
  onPress,
}: {
  name: string;
  values: readonly TrendValue[];
  isOpen: boolean;
  controls: string;
  onPress: () => void;
}): ReactNode {
  const { t } = useWords();
  const drawing = trendDrawing(values);
  return (
    <button
      type="button"
      className={look.trendButton}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onPress}
    >
      {drawing === null ? null : (
        <svg className={look.spark} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {drawing.band === null ? null : (
            <rect x="0" width="100" y={drawing.band.top} height={Math.max(0, drawing.band.height)} />
          )}
          {drawing.lines.map((line) => (
            <path key={line} d={line} />
          ))}
        </svg>
      )}
      <span>
        {t('testResults.earlier', { count: values.length - 1 })}
        <VisuallyHidden> {t('testResults.earlierOf', { name })}</VisuallyHidden>
        <Icon of={ChevronDown} size="xs" />
      </span>
    </button>
  );
}

type DateText = (value: TrendValue) => string;

/** The facts of a history as sentences, which state and never judge. */
function sentencesOf({ t }: Pick<Words, 't'>, values: readonly TrendValue[], dateOf: DateText): string[] {
  const facts = factsOf(values);
  if (facts === null) return [];
  const { newest, lowest, highest, inRange, marks, unread } = facts;
  const about = { value: newest.text, date: dateOf(newest), range: newest.rangeText ?? '' };
  const first =
    newest.place === 'in'
      ? t('testResults.newestIn', about)
      : newest.place === 'below'
        ? t('testResults.newestBelow', about)
        : newest.place === 'above'
          ? t('testResults.newestAbove', about)
          : t('testResults.newest', about);
  return [
    first,
    ...(lowest === null || highest === null || lowest.text === highest.text
      ? []
      : [
          t('testResults.lowestHighest', {
            low: lowest.text,
            lowDate: dateOf(lowest),
            high: highest.text,
            highDate: dateOf(highest),
          }),
        ]),
    ...(inRange === null ? [] : [t('testResults.inRangeOf', { count: inRange, all: values.length })]),
    ...(marks > 0 ? [t('testResults.marks')] : []),
    ...(unread > 0 ? [t('testResults.unread')] : values.length < leastForLine ? [t('testResults.tooFew')] : []),
  ];
}

/** The values of one test, the newest first; each has its value and its flag as texts. */
export function ValuesTable({ name, rows }: { name: string; rows: readonly HistoryRow[] }): ReactNode {
  const { t } = useWords();
  return (
    <HistoryTable
      caption={t('records.tableCaption', { name })}
      columns={[t('records.date'), t('records.value'), t('testResults.flag')]}
      rows={rows}
    />
  );
}

/** The history of one value: sentences, a drawing, what was left out, a table, a file. */
export function Trend({
  detail,
  values,
  hasTable = true,
}: {
  detail: Pick<LabResultDetail, 'testDisplayName' | 'unitOfMeasure' | 'inOtherUnits'>;
  values: readonly TrendValue[];
  /** False where a table of the same values is beside it. */
  hasTable?: boolean;
}): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  // Paper cannot be opened; a history that the reader has opened is printed as text and numbers.
  const isPrinting = usePrinting();
  const dateOf: DateText = ({ takenOn }) => recordDateText(locale, takenOn, timeZone, 'day');
  const { testDisplayName: name, unitOfMeasure: unit, inOtherUnits = 0 } = detail;
  const drawing = trendDrawing(values);
  const [first] = values;
  const newestFirst = values.toReversed();
  const flagText = ({ flag, place }: TrendValue) => flagInTable(words, flag, place);
  const csv = csvOf([
    [
      t('testResults.test'),
      t('records.date'),
      t('records.value'),
      t('testResults.units'),
      t('testResults.range'),
      t('testResults.flag'),
    ],
    ...newestFirst.map((value) => [
      name,
      recordDateText(locale, value.takenOn, timeZone),
      value.whole,
      unit ?? '',
      value.rangeText ?? '',
      flagText(value),
    ]),
  ]);
  const table = (
    <ValuesTable
      name={name}
      rows={newestFirst.map((value, index) => ({
        key: `${value.takenOn} ${String(index)}`,
        date: dateOf(value),
        texts: [[value.text, unit].filter((part) => part !== null).join(' '), flagText(value)],
      }))}
    />
  );
  return (
    <figure className={trendLook.trend}>
      <h4>
        {t('testResults.trendTitle', {
          name,
          count: values.length,
          date: first === undefined ? '' : dateOf(first),
        })}
      </h4>
      <figcaption className={trendLook.trendWords}>{sentencesOf(words, values, dateOf).join(' ')}</figcaption>
      {drawing === null || isPrinting ? null : (
        <Chart
          drawing={drawing}
          from={first === undefined ? '' : dateOf(first)}
          to={newestFirst[0] === undefined ? '' : dateOf(newestFirst[0])}
        />
      )}
      {inOtherUnits === 0 ? null : (
        <p className={trendLook.trendNote}>{t('testResults.otherUnits', { count: inOtherUnits })}</p>
      )}
      {isPrinting && hasTable ? table : null}
      <div className={classes(trendLook.trendFoot, screenOnly)}>
        {hasTable ? (
          <details className={disclose}>
            <summary>
              {t('testResults.asTable')}
              <Icon of={ChevronDown} size="xs" />
            </summary>
            {table}
          </details>
        ) : null}
        <TextLink
          standalone
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
          download="test-results.csv"
          hiddenContext={name}
        >
          {t('testResults.csv')}
        </TextLink>
      </div>
    </figure>
  );
}
