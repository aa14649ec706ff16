import { CalendarDate, treatmentGroupKeys } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { addRecord } from '../record/addRecord.ts';
import { addDocument } from '../record/documents/addDocument.ts';
import { parseKeepingDecimals } from '../record/fhir/decimals.ts';
import { Addresses, entriesIn } from '../record/files.ts';
import { itemMade } from '../record/map/history.ts';
import { contentHash, type ResourceRow } from '../record/rows.ts';
import { saveRows } from '../record/save.ts';
import { type DemoContext, type DemoPatient, mainPatient } from './context.ts';
import { dataJson, dataText, dataWithDays } from './data.ts';

const source = 'demo';
const laboratory = 'puddle-lane-lab';
const hospital = 'otter-bay';

const dateResults = statement(
  'seed.record.dateResults',
  `update record_resources r set imported_at = least(t.taken + interval '1 day', now() - interval '3 hours'),
     changed_at = case when r.status = 'corrected' then least(t.taken + interval '2 days', now() - interval '2 hours') end,
     reviewed_at = case when t.taken < now() - interval '6 days' then now() - interval '1 day' end
   from (select resource_id, effective_at as taken from observations union all select resource_id, effective_at from lab_reports) t
   where t.resource_id = r.id and r.source = $source`,
);
const giveFirst = statement(
  'seed.record.giveFirst',
  `update observation_values v set first_given = $value from record_resources r
   where r.id = v.resource_id and r.source = $source and r.resource_id = $resourceId and v.position = 0`,
);
const dateNotes = statement(
  'seed.record.dateNotes',
  `update record_resources r set reviewed_at = case when resource_id <> all($unreadNotes::text[]) then now() - interval '1 day' end,
     changed_at = case when resource_id = any($amendedNotes::text[]) then now() - interval '3 days' end
   where r.source = $source and r.type = 'DocumentReference'`,
);
const seeItems = statement(
  'seed.record.seeItems',
  `update treatment_summary_items i set seen_at = now() - interval '3 days' from record_resources r
   where r.id = i.resource_id and i.patient_id = $patientId and r.resource_id <> all($unseenItems::text[])`,
);

/** What no import format can say: what the patient has seen, and what was corrected later. */
const State = v.strictObject({
  unreadNotes: v.array(v.string()),
  amendedNotes: v.array(v.string()),
  unseenItems: v.array(v.string()),
  firstGiven: v.array(v.strictObject({ resourceId: v.string(), value: v.string() })),
});

/** The resources of a Bundle or of NDJSON, read as by `record import`. */
async function resourcesOf(name: string, today: CalendarDate): Promise<JsonObject[]> {
  const text = await dataText(name, today);
  const pieces = name.endsWith('.ndjson') ? text.trimEnd().split('\n') : [text];
  const addresses = new Addresses();
  return pieces.flatMap((piece) =>
    [...entriesIn(parseKeepingDecimals(piece), name, addresses)].map((entry) => {
      if (entry.kind !== 'resource') throw new Error(`${name} holds something that is no resource`);
      return entry.resource;
    }),
  );
}

/** Items of the treatment summary that no FHIR resource has, as a facility's own system would write them. */
const OwnItem = v.strictObject({
  id: v.string(),
  group: v.picklist(treatmentGroupKeys),
  fields: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())])), {}),
  nullMessage: v.optional(v.nullable(v.string()), null),
});

async function seedOwnItems(db: Db, { patientId, facility }: DemoPatient): Promise<void> {
  const items = await dataWithDays('record/treatment-items.json', facility.today, v.array(OwnItem));
  const rows = items.map(({ id, group, fields, nullMessage }): ResourceRow => {
    const made = itemMade(group, fields, null, null, false, nullMessage);
    const hash = 'content' in made ? contentHash(null, false, made.content) : null;
    if (!('content' in made) || hash === null) throw new Error(`an item of the demo is left out: ${id}`);
    const { content } = made;
    const version = { versionId: null, lastUpdated: null };
    const common = { type: 'Basic', patientId, version, status: null, isHidden: false };
    return { ...common, resourceId: id, content, contentHash: hash };
  });
  await saveRows(db, source, rows, []);
}

/** Adds years of notes, test results, treatment and lists, with the mapper for other systems' data, and two documents of a hospital. */
export async function seedRecord(db: Db, { patient }: DemoContext): Promise<void> {
  const main = patient(mainPatient);
  const { patientId, facility } = main;
  const { today } = facility;
  // A laboratory and a hospital use dates in UTC.
  const utcToday = v.parse(CalendarDate, new Date().toISOString().slice(0, 10));
  const state = v.parse(State, await dataJson('record/state.json'));
  await addRecord(db, source, patientId, await resourcesOf('record/notes.json', today));
  await db.run(dateNotes, { ...state, source });
  await addRecord(db, laboratory, patientId, await resourcesOf('record/laboratory.ndjson', utcToday));
  for (const given of state.firstGiven) await db.run(giveFirst, { ...given, source: laboratory });
  await db.run(dateResults, { source: laboratory });
  await addRecord(db, source, patientId, await resourcesOf('record/health-lists.json', today));
  await addRecord(db, source, patientId, await resourcesOf('record/treatment.json', today));
  await seedOwnItems(db, main);
  await db.run(seeItems, { ...state, patientId });
  await addDocument(db, hospital, patientId, await dataText('record/visit-summary.xml', utcToday));
  await addDocument(db, hospital, patientId, await dataText('record/care-document.xml', utcToday));
}
