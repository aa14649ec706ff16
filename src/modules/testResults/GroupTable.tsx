import {
  type LabResultDetail,
  type LabResultGroup,
  type RecordDate,
  readRecordDate,
  recordDateText,
} from '@portal/api';
import { Fragment, type ReactNode, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowDown, ArrowUp, ChevronsDown, ChevronsUp, type IconGlyph, TriangleAlert } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { askMore, group as groupClass, groupHead, words as wordsClass } from './Detail.css.ts';
import { type FlagSaid, flagSaid, inOrder, isFreeText, outsideIn } from './flags.ts';
import * as look from './GroupTable.css.ts';
import { Trend, TrendButton } from './Trend.tsx';
import { barOf, trendOf } from './trend.ts';

const icons: Readonly<Record<'critical' | 'outside', Readonly<Record<'high' | 'low' | 'none', IconGlyph>>>> = {
  critical: { high: ChevronsUp, low: ChevronsDown, none: TriangleAlert },
  outside: { high: ArrowUp, low: ArrowDown, none: TriangleAlert },
};

/** A group of a result: a table of its values, or a text where there is one long value alone. */
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
        <Card>
          <p className={wordsClass}>{only.testValue}</p>
          {only.comment === null ? null : <p className={askMore}>{only.comment}</p>}
          {isPreliminary ? <p className={askMore}>{t('testResults.preliminaryText')}</p> : null}
        </Card>
      ) : (
        <ValueTable group={group} takenOn={takenOn} />
      )}
    </section>
  );
}

function ValueTable({ group, takenOn }: { group: LabResultGroup; takenOn: RecordDate | null }): ReactNode {
  const { t } = useWords();
  const details = inOrder(group.testResultDetails);
  return (
    <>
      <div className={look.frame}>
        <table className={look.table}>
          <caption>
            <VisuallyHidden>
              {t('testResults.caption', {
                name: group.groupDisplayName,
                count: details.length,
                outside: outsideIn(details),
              })}
            </VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('testResults.test')}</th>
              <th scope="col">{t('testResults.result')}</th>
              <th scope="col">{t('testResults.units')}</th>
              <th scope="col">{t('testResults.range')}</th>
              <th scope="col">{t('testResults.flag')}</th>
              <th scope="col" className={look.cTrend}>
                {t('testResults.trend')}
              </th>
              <th scope="col">{t('testResults.comment')}</th>
            </tr>
          </thead>
          <tbody>
            {details.map((detail) => (
              <ValueRow key={detail.testResultDetailId} detail={detail} takenOn={takenOn} />
            ))}
          </tbody>
        </table>
      </div>
      {details.some((detail) => barOf(detail) !== null) ? (
        <ul className={look.legend} aria-hidden="true">
          <li>
            <span className={look.keyBand} /> {t('testResults.legend_range')}
          </li>
          <li>
            <span className={look.keyDot} /> {t('testResults.legend_in')}
          </li>
          <li>
            <span className={look.keyOut} /> {t('testResults.legend_out')}
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
  const said = flagSaid(words, detail.abnormalFlag);
  const values = trendOf(detail, takenOn);
  const trendId = `trend-${String(detail.testResultDetailId)}`;
  const status = detail.externalStatus;
  const isPreliminary = status === 'preliminary' || status === 'partial';
  const isCorrected = status === 'corrected' || status === 'amended' || status === 'appended';
  return (
    <Fragment>
      <tr
        className={classes(
          said !== null && said.look !== 'asSent' && look.flagged,
          said?.look === 'critical' && look.critical,
        )}
      >
        <th scope="row" className={look.cTest}>
          {detail.testDisplayName}
          {isPreliminary || isCorrected ? (
            <span className={look.testNote}>
              {!isCorrected
                ? t('testResults.preliminary')
                : detail.firstGiven
                  ? t('testResults.correctedFrom', { value: detail.firstGiven })
                  : t('testResults.corrected')}
            </span>
          ) : null}
        </th>
        <td className={look.cValue}>
          <Value detail={detail} />
        </td>
        <td className={look.cUnit}>{detail.testValue === null ? null : detail.unitOfMeasure}</td>
        <td className={look.cRange}>
          <Range detail={detail} />
        </td>
        <td className={look.cFlag}>{said === null ? null : <Flag said={said} />}</td>
        <td className={look.cTrend}>
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
        <td className={look.cComment}>{commentOf(detail, said, t)}</td>
      </tr>
      {isOpen ? (
        <tr className={look.trendRow} id={trendId}>
          <td colSpan={7}>
            <Trend detail={detail} values={values} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

/** What stands in the column of comments: the laboratory's words, and what has to be said of what it sent. */
function commentOf(
  { comment, testValue, externalStatus, abnormalFlag }: LabResultDetail,
  said: FlagSaid | null,
  t: ReturnType<typeof useWords>['t'],
): string | null {
  if (comment !== null) return comment;
  if (said?.look === 'asSent') return t('testResults.asSentText', { flag: abnormalFlag ?? '' });
  return testValue === null && externalStatus !== 'cancelled' ? t('testResults.notGivenText') : null;
}

function Value({ detail: { testValue, valueKind, externalStatus } }: { detail: LabResultDetail }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  if (externalStatus === 'cancelled') return <span className={look.valueNone}>{t('testResults.cancelled')}</span>;
  if (testValue === null) return <span className={look.valueNone}>{t('testResults.notGiven')}</span>;
  if (valueKind === 'yesNo')
    return <span className={look.value}>{t(testValue === 'true' ? 'testResults.yes' : 'testResults.no')}</span>;
  if (valueKind === 'time') return <span className={look.value}>{timeText(locale, testValue, timeZone)}</span>;
  return <span className={look.value}>{testValue}</span>;
}

/** A date as a result in the reader's way of writing; a period or a time of day stays as the laboratory wrote it. */
function timeText(locale: string, text: string, timeZone: string): string {
  const date = readRecordDate(text);
  return date === null ? text : recordDateText(locale, date, timeZone);
}

function Range({ detail }: { detail: LabResultDetail }): ReactNode {
  const { referencesRange } = detail;
  if (referencesRange === null) return null;
  const at = barOf(detail);
  return (
    <div className={look.range}>
      {at === null ? null : (
        <div className={look.rangeBar} aria-hidden="true">
          <i />
          <b style={{ insetInlineStart: `${String(at)}%` }} />
        </div>
      )}
      <span className={look.rangeText}>{referencesRange}</span>
    </div>
  );
}

function Flag({ said: { look: kind, side, text } }: { said: FlagSaid }): ReactNode {
  if (kind === 'asSent') return <span className={classes(look.flag, look.flagAsSent)}>{text}</span>;
  return (
    <span className={classes(look.flag, kind === 'critical' && look.flagCritical)}>
      <Icon of={icons[kind][side ?? 'none']} />
      {text}
    </span>
  );
}
