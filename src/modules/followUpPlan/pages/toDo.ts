import { getFollowUpPlan } from '@portal/api';
import * as v from 'valibot';
import type { ToDoFacts, ToDoItem } from '../../../layout/module.ts';
import { writtenMonth } from '../../../records/visit/visit.ts';
import { isoDay, zoneOf } from '../../../records/zone.ts';
import { dateOf, stateOf } from '../plan.ts';

/** Overdue follow-ups, with the way to ask for an appointment. */
export function items(answer: unknown, { t, locale, now }: ToDoFacts): readonly ToDoItem[] {
  const [plan] = v.parse(getFollowUpPlan.answer, answer);
  if (plan === undefined) return [];
  const zone = zoneOf(plan.timeZoneId);
  return plan.appointments
    .filter((followUp) => stateOf(followUp, zone, now) === 'overdue')
    .map((followUp): ToDoItem => {
      const date = dateOf(followUp, zone);
      return {
        key: `follow-up ${String(followUp.ptFollowUpAppointmentId)}`,
        title: followUp.label,
        badge: t('records.visitOverdue'),
        line: date === null ? '' : t('followUpPlan.toDoSince', { month: writtenMonth(locale, date, now) }),
        rank: 2,
        day: date === null ? null : isoDay(date.day),
        action: {
          kind: 'page',
          label: t('followUpPlan.toDoAsk'),
          path: '/contact-us',
          search: {},
          needsConnection: true,
        },
      };
    });
}
