import { declareModule, declarePage, firstPreference } from '../../layout/module.ts';
import { CalendarDays } from '../../ui/icons.ts';
import { dateFilterPreference } from './preferences.ts';

/** Visits to come and past ones. */
export default declareModule({
  name: 'appointments',
  pages: [
    declarePage({
      path: '/appointments',
      title: 'appointments.title',
      who: 'signedIn',
      words: ['table', 'records'],
      capability: 'Appointments',
      layout: 'home',
      tab: { order: 1, shortLabel: 'appointments.tab', icon: CalendarDays, badge: null },
      auditEvent: 'appointmentsviewauditevent',
      firstCalls: [
        { call: 'listAppointments' },
        firstPreference(dateFilterPreference),
        { call: 'getNotificationSettings', query: { type: 'Appointments' } },
      ],
      load: () => import('./pages/AppointmentsPage.tsx'),
    }),
  ],
  keeps: {
    title: 'appointments.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
