import { countNewQuestionnaires, countUnreadEducation, type PatientId } from '@portal/api';
import { queryFor, useCall } from '../data/query.ts';
import { useSession } from '../data/session.ts';
import type { BadgeName } from '../shell/page.ts';
import { useAllowance } from './tabPages.ts';

export type Badges = Readonly<Record<BadgeName, number>>;
export const noBadges: Badges = { newQuestionnaires: 0, unreadEducation: 0 };

/** The calls behind the counts. */
export const badgeCalls: Readonly<Record<BadgeName, { readonly name: string }>> = { newQuestionnaires: countNewQuestionnaires, unreadEducation: countUnreadEducation };

/** The questions behind the counts of whoever has their pages, for asking beside a page's download. */
export const badgesAhead = (patientId: PatientId, has: (capability: string) => boolean) => [
  ...(has('Questionnaires') ? [queryFor(countNewQuestionnaires, { params: { patientId } })] : []),
  ...(has('Education') ? [queryFor(countUnreadEducation, { params: { patientId } })] : []),
];

/** The counts that the tabs carry, asked once whoever shows them; one that is not known is 0. Nothing is asked for a page that the person lacks. */
export function useBadges(patientId: PatientId): Badges {
  const { has } = useAllowance();
  const isOnline = useSession()?.mode === 'online';
  const { data: newQuestionnaires = 0 } = useCall(countNewQuestionnaires, { params: { patientId } }, { enabled: isOnline && has('Questionnaires') });
  const { data: unreadEducation = 0 } = useCall(countUnreadEducation, { params: { patientId } }, { enabled: isOnline && has('Education') });
  return { newQuestionnaires, unreadEducation };
}
