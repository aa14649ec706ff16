import { taskName } from '../care/readPlans.ts';
import { plainText } from '../html/plainText.ts';
import type { FollowUpPlan } from '../healthSummary/write/patientFacts.ts';
import { filled, type Json, patientReference, type Resource, some } from '../subject/fhirParts.ts';

const activityStates: Readonly<Record<string, string>> = {
  Completed: 'completed',
  Scheduled: 'scheduled',
  Cancelled: 'cancelled',
  Pending: 'not-started',
};

/** A follow-up plan: the instructions, and each follow-up with what is recommended. The visits themselves are Encounters. */
export function planOf(plan: FollowUpPlan, index: number): Resource {
  const words = (html: string | null): string | undefined => filled(plainText(html ?? ''));
  const activities = plan.appointments.map(({ label, targetDate, statusDesc, tasks }): Json => {
    const progress = tasks.flatMap(({ propertyCategoryId, taskNote }) => {
      const note = words(taskNote);
      return note === undefined ? [] : [{ text: `${taskName(plan, propertyCategoryId)}: ${note}` }];
    });
    return {
      progress: some(progress),
      detail: {
        status: activityStates[statusDesc] ?? 'unknown',
        description: filled(label),
        scheduledString: filled(targetDate),
      },
    };
  });
  return {
    resourceType: 'CarePlan',
    id: `follow-up-plan-${String(index + 1)}`,
    status: plan.isCurrent ? 'active' : 'revoked',
    intent: 'plan',
    title: filled(plan.templates.map(({ templateDisplayName }) => templateDisplayName).join(', ')),
    description: words(plan.memoToPatient),
    subject: patientReference,
    period: plan.startDate === null ? undefined : { start: plan.startDate },
    activity: some(activities),
  };
}
