import type { AnswerOf, AppointmentId, CheckInVisit, getCheckIn } from '@portal/api';
import type { ContactCheck } from './contactCheck.ts';

type Answer = AnswerOf<typeof getCheckIn>;

/** What the facility asks before the questionnaires, with what was answered so far. */
export interface CheckIn {
  readonly visits: readonly CheckInVisit[];
  /** The visits that are ticked. */
  readonly here: readonly AppointmentId[];
  readonly isArrivalDone: boolean;
  /** The facility knows that they are here. */
  readonly hasArrived: boolean;
  /** Null: not asked, or answered. */
  readonly contact: Answer['contact'];
  /** Since its page was first shown. */
  readonly check: ContactCheck | null;
  /** Something was typed there that nobody has yet. */
  readonly hasUnsent: boolean;
}

/** Each visit is ticked: whoever was handed the tablet is here. Where they said so for all of them already, nothing is asked. */
export const checkInOf = ({ visits, contact }: Answer): CheckIn => ({
  visits,
  here: visits.map(({ appointmentId }) => appointmentId),
  isArrivalDone: visits.every(({ arrivedAt }) => arrivedAt !== null),
  hasArrived: visits.some(({ arrivedAt }) => arrivedAt !== null),
  contact,
  check: null,
  hasUnsent: false,
});

/** What is asked next; null where nothing is. */
export const stepOf = ({ isArrivalDone, contact }: CheckIn): 'arrival' | 'contact' | null =>
  !isArrivalDone ? 'arrival' : contact !== null ? 'contact' : null;

/** The ticked visits for which the patient has not said yet that they are here. */
export const newArrivals = ({ visits, here }: Pick<CheckIn, 'visits' | 'here'>): AppointmentId[] =>
  visits.flatMap(({ appointmentId, arrivedAt }) =>
    arrivedAt === null && here.includes(appointmentId) ? [appointmentId] : [],
  );
