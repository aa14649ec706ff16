import type { LabResult } from '@portal/api';

/** The name of a result: those of its groups. */
export const nameOf = ({ testResultGroups }: Pick<LabResult, 'testResultGroups'>): string =>
  [...new Set(testResultGroups.map(({ groupDisplayName }) => groupDisplayName))].join(', ');
