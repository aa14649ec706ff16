import { type Facility, getFacility } from '@portal/api';
import { send } from './http.ts';

/** Asks for the facility of this address. A file of its own, because the login form must not wait for what calls need. */
export const askFacility = (): Promise<Facility> => send(getFacility, { query: { facilityAlias: location.host } });
