import {
  FactName,
  type HealthEntry,
  type HealthListKey,
  type PatientId,
  readSourceDate,
  type TreatmentGroup,
  sharedTexts,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { filled } from '../../subject/fhirParts.ts';
import {
  readTreatmentSummary,
  type SummaryGroupItems,
  type SummaryItem,
} from '../../treatmentSummary/treatmentSummary.ts';
import { entryWith, radiationTherapy } from './content.ts';
import { stableId } from './datatypes.ts';
import { type HeldEntry, withKnownDates } from './fromRecord.ts';

/** What tells of an item's resource beside the item: entries of lists, which say more, or a test result or finding. */
const told = statement(
  'summaries.toldItems',
  `select i.id as "itemId", r.id, r.source, r.type, r.resource_id as "resourceId", exists (select from health_entries e where e.resource_id = i.resource_id) as "isTold",
     exists (select from observations o where o.resource_id = i.resource_id) or exists (select from lab_reports p where p.resource_id = i.resource_id) as "isResult"
   from treatment_summary_items i join record_resources r on r.id = i.resource_id where i.patient_id = $patientId`,
  v.object({
    itemId: v.number(),
    id: v.number(),
    source: v.string(),
    type: v.string(),
    resourceId: v.string(),
    isTold: v.boolean(),
    isResult: v.boolean(),
  }),
);

interface Shape {
  readonly list: HealthListKey;
  readonly name: string;
  readonly start?: string;
  readonly end?: string;
  readonly value?: string;
  readonly facts: Readonly<Partial<Record<FactName, string>>>;
}
const treatment = {
  start: 'startDate',
  end: 'endDate',
  facts: { performer: 'providerName', place: 'institution', comment: 'comment' },
} as const;
const drug = (dose: string, prescriber: string): Shape => ({
  ...treatment,
  list: 'medications',
  name: 'agentName',
  facts: { dose, route: 'route', frequency: 'frequency', prescriber, comment: 'comment' },
});
const operation = (name: string): Shape => ({ ...treatment, list: 'procedures', name });
const found = (name: string, value: string, start: string): Shape => ({
  ...treatment,
  list: 'results',
  name,
  value,
  start,
});
/** The entry that an item makes which no resource of its own tells. */
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
  Chemotherapy: drug('dose', 'providerName'),
  HormoneTherapy: drug('doseAmount', 'provider'),
  Surgery: operation('procedureName'),
  TransplantHistory: operation('transplantType'),
  RadiationTherapy: {
    ...operation('radiationType'),
    facts: { bodySite: 'site', side: 'laterality', performer: 'provider', place: 'institution', comment: 'comment' },
  },
  Other: operation('description'),
  TumorMarker: found('testType', 'testResult', 'tumorMarkerDate'),
  GeneticTest: found('testOrdered', 'testSummary', 'testDate'),
  InitialClinicalFinding: found('clinicalFindingType', 'clinicalFindings', 'clinicalFindingDate'),
};

export function wordsIn({ fields }: SummaryItem, name: string | undefined): string | undefined {
  const value = name === undefined ? null : (fields[`${name}Display`] ?? fields[name] ?? null);
  return filled(Array.isArray(value) ? value.join(', ') : value === null ? null : String(value));
}

function entryOf(key: TreatmentGroup, shape: Shape, item: SummaryItem): HealthEntry {
  const text = (name: string | undefined): string | undefined => wordsIn(item, name);
  if (item.nullMessage !== null) return entryWith({ name: item.nullMessage, negation: 'none' });
  const icd = text('icdCode');
  const facts = Object.entries(shape.facts).flatMap(([name, field]) => {
    const value = text(field);
    return value === undefined ? [] : [{ name: v.parse(FactName, name), value }];
  });
  const start = readSourceDate(text(shape.start) ?? '');
  const end = readSourceDate(text(shape.end) ?? '');
  const recorded = readSourceDate(text('recordedDate') ?? '');
  const value = text(shape.value);
  // Older rows kept no code, but their group says that it was radiation.
  const isNameless = key === 'RadiationTherapy' && text(shape.name) === undefined;
  return withKnownDates(
    entryWith({
      name: isNameless ? sharedTexts.en['treatmentSummary.group_RadiationTherapy'] : (text(shape.name) ?? null),
      missing: 'unknown',
      codes:
        icd !== undefined
          ? [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: icd, display: null }]
          : isNameless
            ? [radiationTherapy]
            : [],
      status: shape.list === 'results' ? null : shape.list === 'procedures' || end !== null ? 'completed' : null,
      start,
      end,
      recorded,
      values:
        value === undefined
          ? []
          : [{ name: null, codes: [], comparator: null, value, unit: null, isNumber: false, missing: null }],
      facts:
        start === null && text(shape.start) !== undefined
          ? [...facts, { name: 'onset', value: text(shape.start) ?? '' }]
          : facts,
    }),
  );
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

/** Of an item: the resource that tells it, its own before those that add to it. */
export const sourceOf = ({ sources }: Treatment, { recordIds = [] }: { readonly recordIds?: readonly number[] }) =>
  sources.get(recordIds[0] ?? -1);

/** What the treatment summary tells and neither an entry nor a result does: rows that were read before entries were kept, and what no resource of FHIR said. */
export const treatmentEntries = (all: Treatment, root: string): HeldEntry[] =>
  all.groups.flatMap(({ key, value }) => {
    const shape = shapes[key];
    if (shape === undefined) return [];
    return value.flatMap((item): HeldEntry[] => {
      const source = sourceOf(all, item);
      if (source === undefined || source.isTold || source.isResult) return [];
      return [
        {
          id: stableId(root, source.source, source.type, source.resourceId, 'item', key),
          list: shape.list,
          resource: source.id,
          source: source.source,
          entry: entryOf(key, shape, item),
        },
      ];
    });
  });

/** What a group says of a resource by its name alone. */
export const radiationIn = (all: Treatment): ReadonlySet<number> =>
  new Set(
    all.groups.flatMap(({ key, value }) =>
      key === 'RadiationTherapy' ? value.flatMap((item) => sourceOf(all, item)?.id ?? []) : [],
    ),
  );

/** Fields that an entry or a result which came by a resource of its own tells as well. */
const toldFields: ReadonlySet<string> = new Set(
  `allergen onsetDate response icdDescriptionFull icdCode diagnosisDate laterality description comorbidityDiagnosisDate procedureName startDate
   agentName endDate mostRecentTreatmentDate recordedDate dose doseAmount frequency route site radiationType transplantType
   testType tumorMarkerDate testResult testOrdered testDate testSummary testDetail clinicalFindingType clinicalFindingDate clinicalFindings
   smokingStatus smokingYears smokingPacksPerDay smokingYearsQuit alcoholStatus alcoholDaysPerWeek alcoholDrinksPerDay alcoholYearsQuit
   menopauseStatus lastMenstrualPeriod lastMenstrualPeriodText comment`.split(/\s+/),
);
export interface FurtherFacts {
  readonly key: TreatmentGroup;
  readonly resource: number;
  /** By the names of the group's fields. */
  readonly fields: ReadonlyMap<string, string>;
}
/** What items say beyond the entries, results and findings that tell the same; `entries`: all of them. */
export function furtherFacts(all: Treatment, entries: readonly HeldEntry[]): FurtherFacts[] {
  const said = new Map<number, Set<string>>();
  for (const { resource, entry } of entries)
    said.set(resource, new Set([...(said.get(resource) ?? []), ...entry.facts.map(({ value }) => value)]));
  return all.groups.flatMap(({ key, value }) =>
    value.flatMap((item) => {
      const source = sourceOf(all, item);
      const words = source === undefined ? undefined : said.get(source.id);
      if (source === undefined || words === undefined) return [];
      const shape = source.isTold || source.isResult ? undefined : shapes[key];
      const covered =
        shape === undefined
          ? toldFields
          : new Set([
              'recordedDate',
              shape.name,
              shape.start,
              shape.end,
              shape.value,
              ...Object.values(shape.facts),
              'icdCode',
            ]);
      const fields = Object.keys(item.fields).flatMap((field) => {
        const name = field.replace(/Display$/, '');
        const text = wordsIn(item, name);
        // Who it was and where may be told of the entry, or of the item alone.
        return text === undefined || covered.has(name) || words.has(text) ? [] : [[name, text] as const];
      });
      return fields.length === 0 ? [] : [{ key, resource: source.id, fields: new Map(fields) }];
    }),
  );
}

/** Items of which nothing but the treatment summary tells, and which are no entry of any list. */
export const itemsAlone = (all: Treatment): { readonly key: TreatmentGroup; readonly item: SummaryItem }[] =>
  all.groups.flatMap(({ key, value }) =>
    value.flatMap((item) => {
      const source = sourceOf(all, item);
      const isElsewhere =
        source !== undefined &&
        (source.isTold || source.isResult || (shapes[key] !== undefined && item.nullMessage === null));
      return isElsewhere ? [] : [{ key, item }];
    }),
  );
