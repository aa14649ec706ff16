import { countNoteChanges, countResultChanges, countSummaryChanges, countTreatmentChanges } from '@portal/api';
import { isOffered } from '../../../data/version.ts';
import { type Allowance, isAllowed } from '../../../layout/signedIn/tabOrder.ts';
import { allPages } from '../../../layout/routing/pages.ts';

/** The pages with lists that can change, each with the call that counts what did since its reader last looked. */
const changing = [
  { path: '/test-results', count: countResultChanges },
  { path: '/medical-notes', count: countNoteChanges },
  { path: '/health-summary', count: countSummaryChanges },
  { path: '/treatment-summary', count: countTreatmentChanges },
] as const;

/** Those of them that the person has. */
export const changedLists = (allowance: Allowance) =>
  changing.filter(({ path, count }) => {
    const page = allPages().find((one) => one.path === path);
    return isOffered(count) && page !== undefined && isAllowed(page, allowance);
  });
