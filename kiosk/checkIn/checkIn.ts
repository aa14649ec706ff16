import { type BodyOf, askContactChange, confirmContactDetails, getCheckIn, reportArrival } from '@portal/api';
import { useEffect } from 'react';
import { failureOf, messageFor, type ShownMessage } from '../../src/data/errors.ts';
import { fetchCall } from '../../src/data/fetchCall.ts';
import { send } from '../../src/data/http.ts';
import { useCall } from '../../src/data/query/query.ts';
import type { QueryAnswer } from '../../src/data/query/queryState.ts';
import { openTheOnly } from '../patient/open.ts';
import { changeVisit, currentVisit, type Visit } from '../patient/visit.ts';
import { type CheckIn, checkInOf, newArrivals, stepOf } from './state.ts';

/** Changes the answers of the check-in; does nothing where the visit has ended. */
export function changeCheckIn(change: Partial<CheckIn>): void {
  const checkIn = currentVisit()?.checkIn;
  if (checkIn) changeVisit({ checkIn: { ...checkIn, ...change } });
}

const pages = { arrival: '/patientKioskArrival', contact: '/patientKioskContact' } as const;

/** The page of the next check-in step; null where there is none or it is not known. */
export function checkInPage({ checkIn }: Visit): (typeof pages)[keyof typeof pages] | null {
  const step = checkIn && stepOf(checkIn);
  return step === null ? null : pages[step];
}

/** Loads what the facility asks at check-in, where that was not loaded yet. */
export function useCheckIn({ patientId, checkIn }: Visit): QueryAnswer<unknown> {
  const asked = useCall(getCheckIn, { params: { patientId } }, { enabled: checkIn === null });
  const { data } = asked;
  useEffect(() => {
    if (checkIn === null && data !== undefined) changeVisit({ checkIn: checkInOf(data) });
  }, [checkIn, data]);
  return checkIn === null ? asked : { ...asked, isPending: false, error: null };
}

/** A visit's next page: a check-in step, else the only questionnaire, else the list, which also tells of a missing connection. */
export async function nextPage() {
  try {
    const visit = currentVisit();
    if (visit?.checkIn === null)
      changeVisit({
        checkIn: checkInOf(await fetchCall(getCheckIn, { params: { patientId: visit.patientId } }, true)),
      });
  } catch {
    return '/patientKioskQuestionnaires' as const;
  }
  const visit = currentVisit();
  const page = visit && checkInPage(visit);
  if (page) return page;
  return (await openTheOnly()) ? ('/complete-kiosk-questionnaire' as const) : ('/patientKioskQuestionnaires' as const);
}

/** The outcome of sending. `changed`: no longer asked by the facility. `tooOften`: refused for a while, with a text for how long. */
export type CheckInOutcome = 'done' | 'changed' | 'failed' | { readonly tooOften: ShownMessage['values'] };

/** Sends a call and turns its failure into an outcome. */
export async function checkInOutcomeOf(work: () => Promise<unknown>): Promise<CheckInOutcome> {
  try {
    await work();
    return 'done';
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure.kind === 'refused' && failure.status === 404) return 'changed';
    const message = messageFor(failure);
    if (message?.code !== 'tooOften') return 'failed';
    return { tooOften: message.values };
  }
}

/** Tells the server that the patient is here for the ticked visits. If one of them is not today's any more, all are loaded again. */
export async function sendArrival(): Promise<CheckInOutcome> {
  const visit = currentVisit();
  if (!visit?.checkIn) return 'failed';
  const { patientId } = visit;
  const appointmentIds = newArrivals(visit.checkIn);
  if (appointmentIds.length > 0) {
    const end = await checkInOutcomeOf(() => send(reportArrival, { params: { patientId }, body: { appointmentIds } }));
    if (end === 'changed') {
      const anew = await fetchCall(getCheckIn, { params: { patientId } }, true).catch(() => null);
      if (anew === null) return 'failed';
      changeCheckIn(checkInOf(anew));
      return end;
    }
    if (end !== 'done') return end;
    changeCheckIn({ hasArrived: true });
  }
  changeCheckIn({ isArrivalDone: true });
  return 'done';
}

/** Ends the questions about contact details. */
export const leaveContact = (): void => changeCheckIn({ contact: null, check: null, hasUnsent: false });

/** Confirms that all contact details are right. */
export async function sendConfirmation(): Promise<CheckInOutcome> {
  const patientId = currentVisit()?.patientId;
  if (patientId === undefined) return 'failed';
  const end = await checkInOutcomeOf(() => send(confirmContactDetails, { params: { patientId } }));
  if (end === 'done') leaveContact();
  return end;
}

/** Sends the changed details under the key of the summary, so that a second press, or one after a lost reply, is the same request. */
export async function sendChange(body: BodyOf<typeof askContactChange>): Promise<CheckInOutcome> {
  const visit = currentVisit();
  const key = visit?.checkIn?.check?.key ?? null;
  if (!visit || key === null) return 'failed';
  const { patientId } = visit;
  const end = await checkInOutcomeOf(() =>
    send(askContactChange, { params: { patientId }, headers: { 'idempotency-key': key }, body }),
  );
  if (end === 'done') leaveContact();
  return end;
}
