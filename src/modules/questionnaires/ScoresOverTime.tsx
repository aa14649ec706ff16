import { type AssignedQuestionnaireId, getScoreHistory, type PatientId, type ScoreHistory } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useRepresented } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { disclose } from '../../records/disclose.css.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Chart } from '../../records/trend/Chart.tsx';
import { HistoryTable } from '../../records/trend/HistoryTable.tsx';
import { leastForLine } from '../../records/trend/drawing.ts';
import * as trendLook from '../../records/trend/trend.css.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown, ClipboardList } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { usePrinting } from '../../ui/usePrinting.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstantDate, formatNumber, useWords } from '../../words/index.ts';
import { PrintHead } from './PrintHead.tsx';
import { reviewHead } from './Review.css.ts';
import { ReviewTop } from './ReviewTop.tsx';
import { scoring, scoreMost, scoreValue } from './Scoring.css.ts';
import { rangeList, rangeName } from './ScoresOverTime.css.ts';
import { factsOf, scoreDrawing, type ScoreOnDay, type ScoreOverTime, type ScoreRange } from './scoresOverTime.ts';

interface ScoresOverTimeProps {
  readonly patientId: PatientId;
  /** The completion from which the page was opened. */
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  /** Says whose it is, where that is somebody else. */
  readonly person?: ReactNode;
  readonly onBack: () => void;
}

const loadTexts = {
  failed: 'questionnaires.scoresFailed',
  failedText: null,
  offlineText: null,
  savedCopy: 'questionnaires.savedCopy',
} as const;

/** The scores of one questionnaire at each completion: as text, drawing and table. */
export function ScoresOverTime({ patientId, assignedQuestionnaireId, person, onBack }: ScoresOverTimeProps): ReactNode {
  const { t } = useWords();
  const isRepresentative = useRepresented() !== null;
  const query = useCall(getScoreHistory, { params: { patientId, assignedQuestionnaireId } });
  const { data } = query;
  return (
    <Page narrow>
      <MessageBar without="confirmEmailRequired" />
      {person}
      <PrintHead patientId={patientId} />
      <ReviewTop onBack={onBack} canPrint={data !== undefined} />
      <div className={reviewHead}>
        <h1>{t(isRepresentative ? 'questionnaires.scoresTitleOther' : 'questionnaires.titleScores')}</h1>
        {data ? <p lang={data.language}>{data.templateTitle}</p> : null}
      </div>
      <QueryBoundary
        query={query}
        keepsData
        notFound="failed"
        lines={8}
        texts={loadTexts}
        isEmpty={({ scores }: ScoreHistory) => scores.length === 0}
        empty={<EmptyState icon={ClipboardList} level={2} title={t('questionnaires.scoresNone')} />}
      >
        {({ scores, language }) => (
          <div className={scoring}>
            {scores.map((score) => (
              <OneScore key={score.scoreName} score={score} language={language} />
            ))}
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}

function OneScore({ score, language }: { score: ScoreOverTime; language: string | undefined }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  // Paper cannot be opened.
  const isPrinting = usePrinting();
  const id = useId();
  const facts = factsOf(score);
  if (facts === null) return null;
  const { scoreName, scoreMaximum, ranges, values, leftOut } = score;
  const numberOf = (value: number) => formatNumber(locale, value);
  const dateOf = ({ completedDate }: ScoreOnDay) => formatInstantDate(locale, completedDate, timeZone, 'medium');
  const { newest, ends } = facts;
  const drawing = scoreDrawing(score, numberOf);
  const sentences = [
    t('questionnaires.scoresNewest', { date: dateOf(newest) }),
    ...(ends === null
      ? []
      : [
          t('questionnaires.scoresEnds', {
            low: numberOf(ends.lowest.scoreValue),
            lowDate: dateOf(ends.lowest),
            high: numberOf(ends.highest.scoreValue),
            highDate: dateOf(ends.highest),
          }),
        ]),
    ...(values.length < leastForLine ? [t('questionnaires.scoresTooFew')] : []),
  ];
  const table = (
    <HistoryTable
      caption={t('questionnaires.scoresTable', { name: scoreName })}
      columns={[t('records.date'), t('questionnaires.scoresScore')]}
      rows={values.toReversed().map((one) => ({
        key: one.assignedQuestionnaireId,
        date: dateOf(one),
        texts: [numberOf(one.scoreValue)],
      }))}
    />
  );
  const [oldest] = values;
  return (
    <Card>
      <section aria-labelledby={id} className={trendLook.trend}>
        <h2 id={id} lang={language}>
          {scoreName}
        </h2>
        <p className={scoreValue}>
          <b>{numberOf(newest.scoreValue)}</b>
          {scoreMaximum === null ? null : (
            <>
              {' '}
              <span className={scoreMost}>{t('questionnaires.scoreOf', { maximum: numberOf(scoreMaximum) })}</span>
            </>
          )}
        </p>
        <figure className={trendLook.trend}>
          <figcaption className={trendLook.trendWords}>{sentences.join(' ')}</figcaption>
          {drawing === null || oldest === undefined || isPrinting ? null : (
            <Chart drawing={drawing} from={dateOf(oldest)} to={dateOf(newest)} />
          )}
          {leftOut === 0 ? null : (
            <p className={trendLook.trendNote}>{t('questionnaires.scoresLeftOut', { count: leftOut })}</p>
          )}
          {values.length < 2 ? null : isPrinting ? (
            table
          ) : (
            <details className={disclose}>
              <summary>
                {t('questionnaires.scoresAsTable')}
                <VisuallyHidden>: {scoreName}</VisuallyHidden>
                <Icon of={ChevronDown} size="xs" />
              </summary>
              {table}
            </details>
          )}
        </figure>
        {ranges.length === 0 ? null : <Ranges ranges={ranges} now={facts.range} />}
      </section>
    </Card>
  );
}

/** What the facility says of scores, range by range. */
function Ranges({
  ranges,
  now,
}: {
  ranges: readonly ScoreRange[];
  /** The range of the newest score. */
  now: ScoreRange | null;
}): ReactNode {
  const { t, locale } = useWords();
  const nameOf = ({ from, to }: ScoreRange): string => {
    const [low, high] = [from, to].map((end) => (end === null ? '' : formatNumber(locale, end)));
    if (from === null && to === null) return t('questionnaires.rangeAny');
    if (from === null) return t('questionnaires.rangeTo', { high: high ?? '' });
    if (to === null) return t('questionnaires.rangeFrom', { low: low ?? '' });
    return from === to ? (low ?? '') : t('questionnaires.rangeBetween', { low: low ?? '', high: high ?? '' });
  };
  return (
    <div>
      <h3>{t('questionnaires.scoresMean')}</h3>
      <dl className={rangeList}>
        {ranges.map((range) => (
          <div key={`${String(range.from)} ${String(range.to)}`} data-now={range === now || undefined}>
            <dt className={rangeName}>
              {nameOf(range)}
              {range === now ? <small> {t('questionnaires.rangeNow')}</small> : null}
            </dt>
            <dd>
              <RichText html={range.message} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
