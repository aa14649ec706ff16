import type { PatientId, TreatmentGroup } from '@portal/api';
import { contentHash, type Row } from '../record/rows.ts';
import { saveRows } from '../record/save.ts';
import { itemMade } from '../record/map/history.ts';
import type { Fields } from '../record/map/mapped.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import { dayAfter, today } from './days.ts';
import { seedResources } from './fromFhir.ts';
import { treatmentResources } from './treatmentResources.ts';

/** All but what is new since the patient looked last. */
const seen = statement(
  'seed.treatment.seen',
  `update treatment_summary_items i set seen_at = now() - interval '3 days' from record_resources r
   where r.id = i.resource_id and i.patient_id = $patientId and r.resource_id <> all($newIds::text[])`,
);
const newIds = ['lymphedema', 'letrozole', 'panel'];

/** What no FHIR resource says: items as a facility's own system would write them. */
interface OwnItem {
  readonly id: string;
  readonly group: TreatmentGroup;
  readonly fields?: Fields;
  readonly nullMessage?: string;
}
const ownItems = (surgery: string): readonly OwnItem[] => [
  { id: 'no-transplant', group: 'TransplantHistory', nullMessage: 'No transplant is recorded.' },
  {
    id: 'long-term',
    group: 'SideEffectBundle',
    fields: {
      termDuration: 'LONGTERM',
      termDurationDisplay: 'Long term',
      sideEffectList: ['Tiredness', 'stiff shoulder', 'numb fingertips'],
      comment: 'Fingertips better since spring.',
    },
  },
  // Dates of the year 1900 stand for none in the systems that write them.
  {
    id: 'drain',
    group: 'Surgery',
    fields: {
      procedureName: 'Removal of a drain',
      startDate: '1900-01-01',
      lateralityDisplay: 'Right',
      comment: `After the surgery in ${new Date(surgery).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })}.`,
    },
  },
];

async function seedOwnItems(db: Db, patientId: PatientId, items: readonly OwnItem[]): Promise<void> {
  const rows = items.map(({ id, group, fields = {}, nullMessage = null }): Row => {
    const made = itemMade(group, fields, null, null, false, nullMessage);
    if (!('content' in made)) throw new Error(`an item of the demo is left out: ${id}`);
    const hash = contentHash(null, false, made.content);
    if (hash === null) throw new Error(`an item of the demo cannot be stored: ${id}`);
    const version = { versionId: null, lastUpdated: null };
    return {
      type: 'Basic',
      resourceId: id,
      patientId,
      version,
      status: null,
      isHidden: false,
      content: made.content,
      contentHash: hash,
    };
  });
  await saveRows(db, 'demo', rows, []);
}

/** The treatment summary of the demo's patient: all 17 groups, some of it not seen yet. */
export async function seedTreatmentSummary(db: Db, { facilities, patients }: SeedContext): Promise<void> {
  const { day } = await db.one(today, { timeZone: facilities.northlight.timeZone });
  const patient = patients.find(({ username }) => username === 'patient');
  if (!patient) return;
  const { patientId } = patient;
  await seedResources(db, patientId, treatmentResources(day));
  await seedOwnItems(db, patientId, ownItems(dayAfter(day, -600)));
  await db.run(seen, { patientId, newIds });
}
