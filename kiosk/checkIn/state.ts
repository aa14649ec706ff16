import type { AnswerOf, AppointmentId, CheckInVisit, getCheckIn } from '@portal/api';
import type { ContactCheck } from './contactCheck.ts';

type Answer = AnswerOf<typeof getCheckIn>;

/** What the facility asks before the questionnaires, with the answers so far. */
export interface CheckIn {
  readonly visits: readonly CheckInVisit[];
  /** The visits that are ticked. */
  readonly here: readonly AppointmentId[];
  readonly isArrivalDone: boolean;
  /** True when the facility knows that the patient is here. */
  readonly hasArrived: boolean;
  /** Null: the question was not asked, or is answered. */
  readonly contact: Answer['contact'];
  /** Set once its page was shown. */
  readonly check: ContactCheck | null;
  /** True when something was typed there and not sent. */
  readonly hasUnsent: boolean;
}

/**
 * The initial state. Each visit is ticked, because the patient holds the tablet. Nothing is asked where they have said so for all visits
 * already.
 */
export const checkInOf = ({ visits, contact }: Answer): CheckIn => ({
  visits,
  here: visits.map(({ appointmentId }) => appointmentId),
  isArrivalDone: visits.every(({ arrivedAt }) => arrivedAt !== null),
  hasArrived: visits.some(({ arrivedAt }) => arrivedAt !== null),
  contact,
  check: null,
  hasUnsent: false,
});

/** The next step of the check-in; null where nothing is left to ask. */
export const stepOf = ({ isArrivalDone, contact }: CheckIn): 'arrival' | 'contact' | null =>
  !isArrivalDone ? 'arrival' : contact !== null ? 'contact' : null;

/** The ticked visits for which the patient has not said before that they are here. */
export const newArrivals = ({ visits, here }: Pick<CheckIn, 'visits' | 'here'>): AppointmentId[] =>
  visits.flatMap(({ appointmentId, arrivedAt }) =>
    arrivedAt === null && here.includes(appointmentId) ? [appointmentId] : [],
  );
