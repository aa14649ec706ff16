import type { Handlers } from '../http/handler.ts';
import { readCareTeam } from './readCareTeam.ts';

/** A patient's care team (specification 2, sections 2, 3 and 7), by last, then first name. */
export const careTeamHandlers = {
  async listCareTeam({ db, params }) {
    return readCareTeam(db, params.patientId);
  },
} satisfies Partial<Handlers>;
