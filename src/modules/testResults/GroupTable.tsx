import { isFreeText, type LabResultDetail, type LabResultGroup, type RecordDate, recordDateText } from '@portal/api';
import { Fragment, type ReactNode, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { disclose } from '../../records/disclose.css.ts';
import { flagText } from '../../records/flagText.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { frame } from '../../ui/table/CaptionedTable.css.ts';
import { CaptionedTable, columnHeaders, tableRoles } from '../../ui/table/CaptionedTable.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { group as groupClass, groupHead, words as wordsClass } from './Detail.css.ts';
import { inOrder, outsideIn } from './flags.ts';
import * as look from './GroupTable.css.ts';
import { Trend, TrendButton } from './Trend.tsx';
import { barOf, trendOf } from './trend.ts';
import { commentOf, Flag, flagLook, isWide, Range, readableOf, StatusNote, Value, wholeValue } from './ValueCells.tsx';

/** A group of a result: a table of its values, or a text where it has one long value only. */
export function Group({
  group,
  takenOn,
}: {
  group: LabResultGroup;
  /** Of the result. */
  takenOn: RecordDate | null;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { testResultGroupId, groupDisplayName, externalStatus, correctedOn, testResultDetails } = group;
  const id = `group-${String(testResultGroupId)}`;
  const isPreliminary = externalStatus === 'preliminary' || externalStatus === 'partial';
  const status =
    externalStatus === 'cancelled'
      ? t('testResults.cancelled')
      : isPreliminary
        ? t('testResults.preliminary')
        : correctedOn
          ? t('testResults.correctedOn', { date: recordDateText(locale, correctedOn, timeZone, 'day') })
          : null;
  const [only] = testResultDetails;
  return (
    <section className={groupClass} aria-labelledby={id}>
      <div className={groupHead}>
        <h3 id={id}>{groupDisplayName}</h3>
        {status === null ? null : <Badge>{status}</Badge>}
      </div>
      {only === undefined ? (
        <Card>
          <p>{t('testResults.noValues')}</p>
        </Card>
      ) : isFreeText(testResultDetails) ? (
        <TextValue detail={only} isPreliminary={isPreliminary} />
      ) : (
        <ValueTable group={group} takenOn={takenOn} />
      )}
    </section>
  );
}

/** One long text: everything that a row of the table says, under its test. */
function TextValue({ detail, isPreliminary }: { detail: LabResultDetail; isPreliminary: boolean }): ReactNode {
  const words = useWords();
  const { t } = words;
  const said = flagText(words, detail.abnormalFlag);
  return (
    <Card className={classes(look.text, ...flagLook(said))}>
      <div className={look.textHead}>
        <h4 className={look.cTest}>
          {detail.testDisplayName}
          <StatusNote detail={detail} />
        </h4>
        {said === null ? null : <Flag said={said} />}
      </div>
      <p className={wordsClass}>{wholeValue(detail)}</p>
      {detail.referencesRange === null ? null : (
        <p className={look.textMore}>
          {t('testResults.range')}: {detail.referencesRange}
        </p>
      )}
      <p className={look.textMore}>{commentOf(detail, said, t)}</p>
      {isPreliminary ? <p className={look.textMore}>{t('testResults.preliminaryText')}</p> : null}
    </Card>
  );
}

function ValueTable({ group, takenOn }: { group: LabResultGroup; takenOn: RecordDate | null }): ReactNode {
  const { t } = useWords();
  const details = inOrder(group.testResultDetails);
  return (
    <>
      <div className={frame}>
        <CaptionedTable
          className={look.table}
          caption={t('testResults.caption', {
            name: group.groupDisplayName,
            count: details.length,
            outside: outsideIn(details),
          })}
          headers={
            <>
              {columnHeaders(
                t('testResults.test'),
                t('testResults.result'),
                t('testResults.units'),
                t('testResults.range'),
                t('testResults.flag'),
              )}
              <th {...tableRoles.columnheader} scope="col" className={look.cTrend}>
                {t('testResults.trend')}
              </th>
              {columnHeaders(t('testResults.comment'))}
            </>
          }
        >
          <tbody {...tableRoles.rowgroup}>
            {details.map((detail) => (
              <ValueRow key={detail.testResultDetailId} detail={detail} takenOn={takenOn} />
            ))}
          </tbody>
        </CaptionedTable>
      </div>
      {details.some((detail) => barOf(detail) !== null) ? (
        <ul className={look.legend} aria-hidden="true">
          <li>
            <span className={look.keyBand} /> {t('testResults.range')}
          </li>
          <li>
            <span className={look.keyDot} /> {t('testResults.legend_in')}
          </li>
          <li>
            <span className={look.keyOut} /> {t('records.flag_outside')}
          </li>
        </ul>
      ) : null}
    </>
  );
}

function ValueRow({ detail, takenOn }: { detail: LabResultDetail; takenOn: RecordDate | null }): ReactNode {
  const words = useWords();
  const { t } = words;
  const [isOpen, setOpen] = useState(false);
  const said = flagText(words, detail.abnormalFlag);
  const values = trendOf(detail, takenOn);
  const readable = readableOf(detail);
  const trendId = `trend-${String(detail.testResultDetailId)}`;
  return (
    <Fragment>
      <tr {...tableRoles.row} className={classes(...flagLook(said))}>
        <th {...tableRoles.rowheader} scope="row" className={look.cTest}>
          {detail.testDisplayName}
          <StatusNote detail={detail} />
        </th>
        <td {...tableRoles.cell} className={classes(look.cValue, isWide(detail) && look.cWide)}>
          <Value detail={detail} shown={readable?.text ?? null} />
        </td>
        <td {...tableRoles.cell} className={look.cUnit}>
          {detail.testValue === null ? null : detail.unitOfMeasure}
        </td>
        <td {...tableRoles.cell} className={look.cRange}>
          <Range detail={detail} />
        </td>
        <td {...tableRoles.cell} className={look.cFlag}>
          {said === null ? null : <Flag said={said} />}
        </td>
        <td {...tableRoles.cell} className={look.cTrend}>
          {values.length === 0 ? null : (
            <TrendButton
              name={detail.testDisplayName}
              values={values}
              isOpen={isOpen}
              controls={trendId}
              onPress={() => setOpen(!isOpen)}
            />
          )}
        </td>
        <td {...tableRoles.cell} className={look.cComment}>
          {commentOf(detail, said, t)}
          {readable?.isRounded ? (
            <details className={disclose}>
              <summary>
                {t('testResults.rounded')}
                <VisuallyHidden> {detail.testDisplayName}</VisuallyHidden>
                <Icon of={ChevronDown} size="xs" />
              </summary>
              <p className={look.whole}>
                {t('testResults.wholeValue', {
                  value: wholeValue(detail),
                })}
              </p>
            </details>
          ) : null}
        </td>
      </tr>
      {isOpen ? (
        <tr {...tableRoles.row} className={look.trendRow} id={trendId}>
          <td {...tableRoles.cell} colSpan={7}>
            <Trend detail={detail} values={values} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
