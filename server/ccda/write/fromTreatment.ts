import {
  FactName,
  type HealthEntry,
  type HealthListKey,
  type PatientId,
  readRecordDate,
  type TreatmentGroup,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { readTreatmentSummary, type SummaryGroupItems, type SummaryItem } from '../../record/treatmentSummary.ts';
import { entryWith } from './content.ts';
import { stableId } from './datatypes.ts';
import type { HeldEntry } from './fromRecord.ts';

/** Items whose resources tell entries by themselves: these say more. */
const told = statement(
  'summaries.toldItems',
  `select i.id as "itemId", r.id, r.source, r.type, r.resource_id as "resourceId", exists (select from health_entries e where e.resource_id = i.resource_id) as "isTold"
   from treatment_summary_items i join record_resources r on r.id = i.resource_id where i.patient_id = $patientId`,
  v.object({
    itemId: v.number(),
    id: v.number(),
    source: v.string(),
    type: v.string(),
    resourceId: v.string(),
    isTold: v.boolean(),
  }),
);

interface Shape {
  readonly list: HealthListKey;
  readonly name: string;
  readonly start: string;
  readonly end?: string;
  readonly facts: Readonly<Partial<Record<FactName, string>>>;
}
const treatment = { start: 'startDate', end: 'endDate' } as const;
const drug: Shape = {
  ...treatment,
  list: 'medications',
  name: 'agentName',
  facts: { dose: 'dose', route: 'route', frequency: 'frequency', comment: 'comment' },
};
const operation = (name: string): Shape => ({
  ...treatment,
  list: 'procedures',
  name,
  facts: { performer: 'providerName', place: 'institution', comment: 'comment' },
});
const shapes: Readonly<Partial<Record<TreatmentGroup, Shape>>> = {
  Allergy: {
    list: 'allergies',
    name: 'allergen',
    start: 'onsetDate',
    facts: { reaction: 'response', comment: 'comment' },
  },
  Diagnosis: {
    list: 'problems',
    name: 'icdDescriptionFull',
    start: 'diagnosisDate',
    facts: { side: 'laterality', comment: 'comment' },
  },
  Comorbidity: {
    list: 'problems',
    name: 'description',
    start: 'comorbidityDiagnosisDate',
    facts: { comment: 'comment' },
  },
  Chemotherapy: drug,
  HormoneTherapy: drug,
  Surgery: operation('procedureName'),
  TransplantHistory: operation('transplantType'),
  RadiationTherapy: operation('site'),
};

function entryOf(shape: Shape, { fields, nullMessage }: SummaryItem): HealthEntry {
  const text = (name: string | undefined): string | null => {
    const value = name === undefined ? null : fields[name];
    const words = Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value);
    return words.trim() === '' ? null : words.trim();
  };
  if (nullMessage !== null) return entryWith({ name: nullMessage, negation: 'none' });
  const icd = text('icdCode');
  const facts = Object.entries(shape.facts).flatMap(([name, field]) => {
    const value = text(field);
    return value === null ? [] : [{ name: v.parse(FactName, name), value }];
  });
  const end = readRecordDate(text(shape.end) ?? '');
  return entryWith({
    name: text(shape.name),
    missing: 'unknown',
    codes: icd === null ? [] : [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: icd, display: null }],
    status: shape.list === 'procedures' || end !== null ? 'completed' : 'active',
    start: readRecordDate(text(shape.start) ?? ''),
    end,
    facts,
  });
}

/** The treatment summary of a patient, and which resource each of its items came by. */
export interface Treatment {
  readonly groups: readonly SummaryGroupItems[];
  readonly sources: ReadonlyMap<number, v.InferOutput<typeof told.row>>;
}
export async function readTreatment(db: Db, patientId: PatientId, closed: ReadonlySet<number>): Promise<Treatment> {
  return {
    groups: await readTreatmentSummary(db, patientId, () => Promise.resolve([...closed])),
    sources: new Map((await db.many(told, { patientId })).map((one) => [one.itemId, one])),
  };
}

/** What the treatment summary tells and no entry does: rows that were read before entries were kept. */
export const treatmentEntries = ({ groups, sources }: Treatment, root: string): HeldEntry[] =>
  groups.flatMap(({ key, value }) => {
    const shape = shapes[key];
    if (shape === undefined) return [];
    return value.flatMap((item): HeldEntry[] => {
      const [first] = item.recordIds;
      const source = first === undefined ? undefined : sources.get(first);
      if (source === undefined || source.isTold) return [];
      return [
        {
          id: stableId(root, source.source, source.type, source.resourceId, 'item', key),
          list: shape.list,
          resource: source.id,
          entry: entryOf(shape, item),
        },
      ];
    });
  });
