import { flagMeaning, type LabResultDetail } from '@portal/api';
import type { Words } from '../../words/index.ts';

/** How a flag looks and what it says. */
export interface FlagSaid {
  readonly look: 'critical' | 'outside' | 'asSent';
  readonly side: 'high' | 'low' | null;
  readonly text: string;
}

/** A flag in words; null where there is none, or where it says that all is as usual. */
export function flagSaid({ t }: Pick<Words, 't'>, flag: string | null): FlagSaid | null {
  const meaning = flagMeaning(flag);
  if (meaning === null || meaning.kind === 'inside') return null;
  if (meaning.kind === 'asSent')
    return { look: 'asSent', side: null, text: t('testResults.flag_asSent', { flag: flag ?? '' }) };
  const { kind, side } = meaning;
  if (kind === 'outside') return { look: 'outside', side, text: t(`testResults.flag_${side ?? 'outside'}`) };
  const text =
    side === 'high'
      ? t('testResults.flag_criticalHigh')
      : side === 'low'
        ? t('testResults.flag_criticalLow')
        : t('testResults.flag_critical');
  return { look: 'critical', side, text };
}

/** Critical ones first; all others in the order of the laboratory. */
export const inOrder = (details: readonly LabResultDetail[]): LabResultDetail[] => {
  const isCritical = ({ abnormalFlag }: LabResultDetail) => flagMeaning(abnormalFlag)?.kind === 'critical';
  return [...details.filter(isCritical), ...details.filter((one) => !isCritical(one))];
};

/** How many values are flagged as outside of their range, critical or not. */
export const outsideIn = (details: readonly LabResultDetail[]): number =>
  details.filter(({ abnormalFlag }) => {
    const kind = flagMeaning(abnormalFlag)?.kind;
    return kind === 'critical' || kind === 'outside';
  }).length;
