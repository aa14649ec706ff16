import {
  type BodyOf,
  type CallShape,
  askContactChange,
  confirmContactDetails,
  getCheckIn,
  reportArrival,
} from '@portal/api';
import { useEffect } from 'react';
import { failureOf, messageFor, type ShownMessage } from '../../src/data/errors.ts';
import { fetchCall } from '../../src/data/fetchCall.ts';
import { send } from '../../src/data/http.ts';
import { useCall } from '../../src/data/query/query.ts';
import type { QueryAnswer } from '../../src/data/query/queryState.ts';
import { openTheOnly } from '../patient/open.ts';
import { changeVisit, currentVisit, type Visit } from '../patient/visit.ts';
import { type CheckIn, checkInOf, newArrivals, stepOf } from './state.ts';

/** Changes what was answered; nothing where the visit has ended. */
export function changeCheckIn(change: Partial<CheckIn>): void {
  const checkIn = currentVisit()?.checkIn;
  if (checkIn) changeVisit({ checkIn: { ...checkIn, ...change } });
}

const pages = { arrival: '/patientKioskArrival', contact: '/patientKioskContact' } as const;

/** The page of what is asked next; null where nothing is, or where that is not known. */
export function checkInPage({ checkIn }: Visit): (typeof pages)[keyof typeof pages] | null {
  const step = checkIn && stepOf(checkIn);
  return step === null ? null : pages[step];
}

/** Asks what the facility wants to know first, where that was not done yet. */
export function useCheckIn({ patientId, checkIn }: Visit): QueryAnswer<unknown> {
  const asked = useCall(getCheckIn, { params: { patientId } }, { enabled: checkIn === null });
  const { data } = asked;
  useEffect(() => {
    if (checkIn === null && data !== undefined) changeVisit({ checkIn: checkInOf(data) });
  }, [checkIn, data]);
  return checkIn === null ? asked : { ...asked, isPending: false, error: null };
}

/**
 * Where the visit goes on: what is asked first, then a questionnaire that is the only one, else the list, which also says when there is no
 * connection.
 */
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

/** How sending ended. `changed`: what was asked is not asked any more. `tooOften`: with what its text says, such as how long to wait. */
export type SendEnd = 'done' | 'changed' | 'failed' | { readonly tooOften: ShownMessage['values'] };

/** How the sending of a call ends. */
export async function endOf(call: Pick<CallShape, 'name'>, work: () => Promise<unknown>): Promise<SendEnd> {
  try {
    await work();
    return 'done';
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure.kind === 'refused' && failure.status === 404) return 'changed';
    const message = messageFor(call, failure);
    if (message?.code !== 'tooOften') return 'failed';
    return { tooOften: message.values };
  }
}

/** Says that the patient is here for what is ticked. Where a visit is not of today any more, all are asked anew. */
export async function sendArrival(): Promise<SendEnd> {
  const visit = currentVisit();
  if (!visit?.checkIn) return 'failed';
  const { patientId } = visit;
  const appointmentIds = newArrivals(visit.checkIn);
  if (appointmentIds.length > 0) {
    const end = await endOf(reportArrival, () =>
      send(reportArrival, { params: { patientId }, body: { appointmentIds } }),
    );
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

/** Nothing more is asked about how the patient can be reached. */
export const leaveContact = (): void => changeCheckIn({ contact: null, check: null, hasUnsent: false });

/** Says that everything is right as it stands. */
export async function sendConfirmation(): Promise<SendEnd> {
  const patientId = currentVisit()?.patientId;
  if (patientId === undefined) return 'failed';
  const end = await endOf(confirmContactDetails, () => send(confirmContactDetails, { params: { patientId } }));
  if (end === 'done' || end === 'changed') leaveContact();
  return end;
}

/** Sends what has changed, under the key of the last look: a second press, or one after a lost reply, asks for the same. */
export async function sendChange(body: BodyOf<typeof askContactChange>): Promise<SendEnd> {
  const visit = currentVisit();
  const key = visit?.checkIn?.check?.key ?? null;
  if (!visit || key === null) return 'failed';
  const { patientId } = visit;
  const end = await endOf(askContactChange, () =>
    send(askContactChange, { params: { patientId }, headers: { 'idempotency-key': key }, body }),
  );
  if (end === 'done') leaveContact();
  return end;
}
