import type { AppointmentId } from '@portal/api';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';
import { audit } from '../audit/audit.ts';
import { visitsToCheckIn, noteArrival } from './arrivals.ts';
import { askForChange, detailsToConfirm, confirmDetails } from './contactChanges.ts';

type CheckInCalls = 'getCheckIn' | 'reportArrival' | 'confirmContactDetails' | 'askContactChange';

const inOneText = (ids: readonly AppointmentId[]): string => ids.join(' ');

/** What a tablet asks a patient before the questionnaires. The answer leaves out what the facility does not ask. */
export const checkInHandlers = (services: MailServices): Pick<Handlers, CheckInCalls> => ({
  async getCheckIn({ db, params: { patientId } }) {
    return { visits: await visitsToCheckIn(db, patientId), contact: await detailsToConfirm(db, patientId) };
  },

  async reportArrival({ tx, actor, params: { patientId }, body }) {
    await tx(async (within) => {
      const arrived = orNotFound(await noteArrival(within, patientId, body.appointmentIds));
      if (arrived.length === 0) return;
      const { facilityId } = actor;
      await audit(within, {
        type: 'arrival.reported',
        actor,
        patientId,
        facilityId,
        detail: { appointmentIds: inOneText(arrived) },
      });
    });
    return null;
  },

  async confirmContactDetails({ tx, actor, params: { patientId } }) {
    if (!(await tx((within) => confirmDetails(within, actor, patientId)))) throw notFound();
    return null;
  },

  async askContactChange({ tx, actor, params: { patientId }, headers, body }) {
    const requestKey = headers['idempotency-key'];
    if (!(await tx((within) => askForChange(within, actor, { patientId, requestKey, details: body }))))
      throw notFound();
    services.mailer.wake();
    return null;
  },
});
