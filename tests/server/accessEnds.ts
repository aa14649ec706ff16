import { type CalendarDate, Contact, type PatientId, listContacts } from '@portal/api';
import * as v from 'valibot';
import { type Browser, type TestServer, startTestServer } from './facilityServer.ts';
import { dateFromToday } from './questionnaires.ts';

/** The zones in which a day ends last and first: it is never the same day in both. */
export const [lastZone, firstZone] = ['Etc/GMT+12', 'Etc/GMT-14'];
export const dayMs = 86_400_000;

/** Today in a zone, or so many days from then. */
export const dayIn = (timeZone: string, days = 0): CalendarDate => dateFromToday(days, timeZone);

export interface AccessWorld {
  readonly server: TestServer;
  readonly patient: Browser;
  readonly patientId: PatientId;
  /** Acts for `patient` and nobody else. */
  readonly lucia: Contact;
  /** The zone of the patient's facility. */
  readonly zone: string;
  readonly moveTo: (timeZone: string) => Promise<unknown>;
  /** A contact of the patient by first name, as `reader` sees it. */
  readonly contactNamed: (first: string, reader?: Browser) => Promise<Contact>;
  /** As in the beginning: the facility in its zone, no last day, no limit reached. */
  readonly reset: () => Promise<void>;
}

/** A server with a patient whose representative's access can end, in whatever zone their facility is. */
export async function startAccessWorld(): Promise<AccessWorld> {
  const server = await startTestServer();
  const patient = await server.signedIn('patient');
  const patientId = (await patient.profile()).ids[0]?.value ?? (0 as PatientId);
  const [facility] = await server.query(
    'select f.time_zone from facilities f join patients p on p.home_facility_id = f.id where p.id = $1',
    [patientId],
  );
  const zone = String(facility?.['time_zone']);
  const contactNamed = async (first: string, reader = patient): Promise<Contact> => {
    const all = v.parse(v.array(Contact), (await reader.call(listContacts, { params: { patientId } })).body);
    const found = all.find((one) => one.contactFirstName === first);
    if (found === undefined) throw new Error(`no contact is called ${first}`);
    return found;
  };
  const moveTo = (timeZone: string) =>
    server.query(
      'update facilities set time_zone = $2 where id = (select home_facility_id from patients where id = $1)',
      [patientId, timeZone],
    );
  return {
    server,
    patient,
    patientId,
    lucia: await contactNamed('Lucía'),
    zone,
    moveTo,
    contactNamed,
    async reset() {
      await server.query('delete from limits');
      await moveTo(zone);
      await server.query('update contacts set access_last_day = null, access_reason = null, end_reminded_for = null');
    },
  };
}
