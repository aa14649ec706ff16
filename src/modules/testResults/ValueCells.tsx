import { absentMeaning, type LabResultDetail, readableValue, timeValueText } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { type FlagText } from '../../records/flagText.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowDown, ArrowUp, ChevronsDown, ChevronsUp, type IconGlyph, TriangleAlert } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import * as look from './GroupTable.css.ts';
import { barOf } from './trend.ts';

const icons: Readonly<Record<'critical' | 'outside', Readonly<Record<'high' | 'low' | 'none', IconGlyph>>>> = {
  critical: { high: ChevronsUp, low: ChevronsDown, none: TriangleAlert },
  outside: { high: ArrowUp, low: ArrowDown, none: TriangleAlert },
};

/** The classes of a flagged row, or of a text. */
export const flagLook = (said: FlagText | null): readonly string[] =>
  said === null || said.look === 'asSent'
    ? []
    : said.look === 'outside'
      ? [look.flagged]
      : [look.flagged, look.critical];

/** A value with its unit, as it was sent. */
export const wholeValue = ({ testValue, unitOfMeasure }: LabResultDetail): string =>
  [testValue, unitOfMeasure].filter((part) => part !== null).join(' ');

/** A number as it is shown; null where there is none. */
export const readableOf = ({ testValue, valueKind, referencesRange, unitOfMeasure }: LabResultDetail) =>
  testValue === null || (valueKind ?? 'number') !== 'number'
    ? null
    : readableValue(testValue, referencesRange, unitOfMeasure);

/** A text that needs the whole width of a small card. */
export const isWide = ({ testValue, valueKind }: LabResultDetail): boolean =>
  valueKind !== 'number' && (testValue?.length ?? 0) > 20;

/** The column of comments: the laboratory's text, and what we add about what it sent. */
export function commentOf(
  { comment, testValue, externalStatus, abnormalFlag, absentReason }: LabResultDetail,
  said: FlagText | null,
  t: ReturnType<typeof useWords>['t'],
): string | null {
  const absent = absentMeaning(absentReason);
  const missing =
    absent === null
      ? t('testResults.notGivenText')
      : absent === 'said'
        ? t('testResults.notGiven_said', { reason: absentReason ?? '' })
        : t(`testResults.notGiven_${absent}`);
  const parts = [
    comment,
    // Without a comment of its own, an unknown flag is explained.
    comment === null && said?.look === 'asSent' ? t('testResults.asSentText', { flag: abnormalFlag ?? '' }) : null,
    testValue === null && externalStatus !== 'cancelled' && (comment === null || absent !== null) ? missing : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

/** Says that a value is preliminary or was corrected, and from what. */
export function StatusNote({ detail: { externalStatus: status, firstGiven } }: { detail: LabResultDetail }): ReactNode {
  const { t } = useWords();
  const isCorrected = status === 'corrected' || status === 'amended' || status === 'appended';
  if (!isCorrected && status !== 'preliminary' && status !== 'partial') return null;
  return (
    <span className={look.testNote}>
      {!isCorrected
        ? t('testResults.preliminary')
        : firstGiven
          ? t('testResults.correctedFrom', { value: firstGiven })
          : t('records.change_corrected')}
    </span>
  );
}

/** A value as it is read, or why there is none. */
export function Value({
  detail: { testValue, valueKind, externalStatus },
  shown,
}: {
  detail: LabResultDetail;
  /** A number as it is shown. */
  shown: string | null;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const missing = externalStatus === 'cancelled' ? 'testResults.cancelled' : 'testResults.notGiven';
  if (externalStatus === 'cancelled' || testValue === null) return <span className={look.valueNone}>{t(missing)}</span>;
  return (
    <span className={look.value}>
      {valueKind === 'yesNo'
        ? t(testValue === 'true' ? 'testResults.yes' : 'testResults.no')
        : valueKind === 'time'
          ? timeValueText(locale, testValue, timeZone)
          : (shown ?? testValue)}
    </span>
  );
}

/** The reference range, and where in it the value lies. */
export function Range({ detail }: { detail: LabResultDetail }): ReactNode {
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

export function Flag({ said: { look: kind, side, text } }: { said: FlagText }): ReactNode {
  return (
    <span
      className={classes(look.flag, kind === 'critical' && look.flagCritical, kind === 'asSent' && look.flagAsSent)}
    >
      {kind === 'asSent' ? null : <Icon of={icons[kind][side ?? 'none']} />}
      {text}
    </span>
  );
}
