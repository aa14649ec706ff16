import { recordDateText, toldTreatmentFact, toldTreatmentName, type TreatmentTelling } from '@portal/api';
import { Fragment, type ReactNode } from 'react';
import { ChangeBadge } from '../../records/changes/ChangeBadge.tsx';
import { entry, entryHead } from '../../records/entries/entries.css.ts';
import { flagText } from '../../records/flagText.ts';
import { Chart } from '../../records/trend/Chart.tsx';
import { miniTable, trend } from '../../records/trend/trend.css.ts';
import { classes } from '../../ui/classes.ts';
import { Dot } from '../../ui/Dot.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { CaptionedTable, columnHeaders } from '../../ui/table/CaptionedTable.tsx';
import { useWords } from '../../words/index.ts';
import { Facts } from './Entry.tsx';
import { type ItemChangeOf, ItemChangeLines } from './ItemChange.tsx';
import type { Marker as MarkerHistory, MarkerValue } from './markers.ts';
import { itemKey } from './seen.ts';
import { markerDate, markerMore, markerTrend } from './TreatmentSummary.css.ts';

interface MarkerProps {
  readonly marker: MarkerHistory;
  readonly isNew: (item: MarkerValue['shown']) => boolean;
  readonly changeOf: ItemChangeOf;
  readonly telling: TreatmentTelling;
}

/** A tumor marker with all its values: a drawing, and a table with everything, also on paper. */
export function Marker({
  marker: { named, values, common, drawing },
  isNew,
  changeOf,
  telling,
}: MarkerProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const { locale, timeZone } = telling;
  const isPrinting = usePrinting();
  const name = toldTreatmentName(telling, 'TumorMarker', named);
  const hasFlags = values.some(({ flag }) => flagText(words, flag) !== null);
  const notSeen = <Dot label={t('treatmentSummary.notSeenYet')} />;
  return (
    <div className={entry}>
      <div className={entryHead}>
        {values.some(({ shown }) => isNew(shown)) ? notSeen : null}
        <h3>{name}</h3>
      </div>
      <Facts facts={common} telling={telling} />
      <figure className={classes(trend, markerTrend)} aria-label={name}>
        {drawing === null || isPrinting ? null : (
          <Chart
            isLow
            drawing={drawing.drawing}
            from={recordDateText(locale, drawing.from, timeZone, 'day')}
            to={recordDateText(locale, drawing.to, timeZone, 'day')}
          />
        )}
        <CaptionedTable
          className={miniTable}
          caption={t('records.tableCaption', { name })}
          headers={columnHeaders(
            t('treatmentSummary.label_date'),
            t('treatmentSummary.label_result'),
            ...(hasFlags ? [t('treatmentSummary.markerFlag')] : []),
          )}
        >
          <tbody>
            {values.map(({ shown, date, result, flag, more }, index) => {
              const change = changeOf(shown);
              const isNewToReader = change?.change.kind === 'new' && !isNew(shown);
              const hasMore = more.length > 0 || (change !== undefined && change.change.kind !== 'new');
              return (
                <Fragment key={itemKey(shown.item) || index}>
                  <tr data-more={hasMore || undefined}>
                    <th scope="row" className={markerDate}>
                      {isNew(shown) ? <span className={screenOnly}>{notSeen}</span> : null}
                      {date === null ? t('treatmentSummary.noDate') : toldTreatmentFact(telling, date)}{' '}
                      {isNewToReader ? <ChangeBadge change={change.change} t={t} /> : null}
                    </th>
                    <td>{result === null ? '' : toldTreatmentFact(telling, result)}</td>
                    {hasFlags ? <td>{flagText(words, flag)?.text ?? ''}</td> : null}
                  </tr>
                  {!hasMore ? null : (
                    <tr>
                      <td colSpan={hasFlags ? 3 : 2}>
                        <Facts facts={more} telling={telling} className={markerMore} />
                        <ItemChangeLines group="TumorMarker" shown={shown} of={change} telling={telling} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </CaptionedTable>
      </figure>
    </div>
  );
}
