import { flagMeaning, type LabResultDetail } from '@portal/api';

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
