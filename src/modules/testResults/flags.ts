import { flagMeaning, type LabResultDetail } from '@portal/api';
import { flagText } from '../../records/flagText.ts';
import type { Words } from '../../words/index.ts';

/** A flag in a table of one test's values, which also says where a value is in its range. */
export const flagInTable = (
  words: Pick<Words, 't'>,
  flag: string | null,
  place: 'below' | 'in' | 'above' | null,
): string =>
  flagText(words, flag)?.text ??
  (flagMeaning(flag)?.kind === 'inside' || place === 'in' ? words.t('records.flag_inside') : '');

/** Critical ones first; all others in the order of the laboratory. */
export const inOrder = (details: readonly LabResultDetail[]): LabResultDetail[] => {
  const isCritical = ({ abnormalFlag }: LabResultDetail) => flagMeaning(abnormalFlag)?.kind === 'critical';
  return [...details.filter(isCritical), ...details.filter((one) => !isCritical(one))];
};

/** How many values are flagged as outside their range, including critical ones. */
export const outsideIn = (details: readonly LabResultDetail[]): number =>
  details.filter(({ abnormalFlag }) => {
    const kind = flagMeaning(abnormalFlag)?.kind;
    return kind === 'critical' || kind === 'outside';
  }).length;
