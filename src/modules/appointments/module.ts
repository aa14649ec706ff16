import { declareModule, declarePage } from '../../layout/module.ts';
import { CalendarDays } from '../../ui/icons.ts';

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
      load: () => import('./pages/AppointmentsPage.tsx'),
    }),
  ],
  keeps: {
    title: 'appointments.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
