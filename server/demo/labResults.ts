import type { FacilityId, LanguageCode } from '@portal/api';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { addRecord } from '../record/addRecord.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import { type SeededReport, type SeededValue, labReports } from './labValues.ts';
import { pdfForm } from './pdf.ts';

const settle = statement(
  'seed.labResults.settle',
  `update record_resources r set imported_at = least(t.taken + interval '1 day', now() - interval '3 hours'),
     changed_at = case when r.status = 'corrected' then least(t.taken + interval '2 days', now() - interval '2 hours') end,
     reviewed_at = case when t.taken < now() - interval '6 days' then now() - interval '1 day' end
   from (select resource_id, effective_at as taken from observations union all select resource_id, effective_at from lab_reports) t
   where t.resource_id = r.id and r.source = $source`,
);
const giveFirst = statement(
  'seed.labResults.giveFirst',
  `update observation_values v set first_given = $firstGiven from record_resources r
   where r.id = v.resource_id and r.source = $source and r.resource_id = $resourceId and v.position = 0`,
);
const explain = statement(
  'seed.labResults.explain',
  'insert into facility_explanations (facility_id, language, code, title, content) values ($facilityId, $language, $code, $title, $content)',
);

const source = 'puddle-lane-lab';
const doctors = {
  ottoline: { id: 'ottoline', family: 'Fernbrook', given: 'Ottoline' },
  bram: { id: 'bram', family: 'Thistledown', given: 'Bram' },
} as const;
const loinc = (code: string, display: string) => ({
  coding: [{ system: 'http://loinc.org', code, display }],
  text: display,
});
/** Eight in the morning at the demo's facility, or nine, as its clocks are set. */
const takenOn = (daysAgo: number, now: Date): string =>
  `${new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)}T13:05:00Z`;

function observation(report: SeededReport, one: SeededValue, index: number, now: Date): JsonObject {
  const { unit } = one;
  const quantity = (value: number | undefined, comparator?: string) =>
    value === undefined
      ? undefined
      : { value, ...(unit === undefined ? {} : { unit }), ...(comparator === undefined ? {} : { comparator }) };
  const range =
    one.rangeText === undefined ? { low: quantity(one.low), high: quantity(one.high) } : { text: one.rangeText };
  const hasRange = one.rangeText !== undefined || one.low !== undefined || one.high !== undefined;
  return withoutUndefined({
    resourceType: 'Observation',
    id: `${report.key}-${String(index)}`,
    status: one.status ?? 'final',
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: loinc(one.loinc, one.name),
    subject: { reference: 'Patient/demo' },
    specimen: { reference: `Specimen/${report.specimen}` },
    basedOn: [{ reference: `ServiceRequest/order-${report.orderedBy}` }],
    effectiveDateTime: takenOn(report.daysAgo, now),
    performer: [{ reference: 'Organization/lab' }],
    valueQuantity: quantity(one.value, one.comparator),
    valueString: one.text,
    dataAbsentReason: one.isMissing === true ? { coding: [{ code: 'unknown' }] } : undefined,
    interpretation: one.flag === undefined ? undefined : [{ coding: [{ code: one.flag }] }],
    referenceRange: hasRange ? [range] : undefined,
    note: one.note === undefined ? undefined : [{ text: one.note }],
  });
}

function reportOf(report: SeededReport, now: Date): JsonObject {
  const pdf = (): JsonObject => ({
    contentType: 'application/pdf',
    title: 'Report from the laboratory',
    data: pdfForm({
      title: report.name,
      facility: 'Puddle Lane Lab',
      fields: report.values.map(
        ({ name, value, unit }) => `${name}: ${String(value ?? '')} ${(unit ?? '').replace('³', '3')}`,
      ),
      language: 'en-US',
    }).toString('base64'),
  });
  return withoutUndefined({
    resourceType: 'DiagnosticReport',
    id: report.key,
    status: report.status ?? 'final',
    category: [{ coding: [{ code: report.category ?? 'LAB' }] }],
    code: loinc(report.loinc, report.name),
    subject: { reference: 'Patient/demo' },
    specimen: [{ reference: `Specimen/${report.specimen}` }],
    basedOn: [{ reference: `ServiceRequest/order-${report.orderedBy}` }],
    effectiveDateTime: takenOn(report.daysAgo, now),
    performer: [{ reference: 'Organization/lab' }],
    result: report.values.map((_, index) => ({ reference: `Observation/${report.key}-${String(index)}` })),
    conclusion: report.conclusion,
    presentedForm: report.hasPdf === true ? [pdf()] : undefined,
  });
}

/** As JSON has it: what is undefined is not there. */
const withoutUndefined = (resource: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [
            [
              key,
              Array.isArray(value) ? value.map((one: unknown) => (isPlain(one) ? withoutUndefined(one) : one)) : value,
            ],
          ],
    ),
  );
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const explanations: Readonly<Record<string, Readonly<Record<LanguageCode, readonly [title: string, text: string]>>>> = {
  '58410-2': {
    en: [
      'Complete blood count',
      'It counts the cells in your blood: red cells carry oxygen, white cells defend you, platelets stop bleeding.',
    ],
    es: [
      'Biometría hemática',
      'Cuenta las células de la sangre: los glóbulos rojos llevan oxígeno, los blancos defienden el cuerpo y las plaquetas detienen el sangrado.',
    ],
    fr: [
      'Formule sanguine complète',
      'Elle compte les cellules du sang : les globules rouges portent l’oxygène, les globules blancs défendent le corps, les plaquettes arrêtent les saignements.',
    ],
    pt: [
      'Hemograma completo',
      'Conta as células do sangue: os glóbulos vermelhos levam oxigênio, os brancos defendem o corpo e as plaquetas param o sangramento.',
    ],
    zh: ['全血细胞计数', '计算血液中的细胞：红细胞输送氧气，白细胞保护身体，血小板帮助止血。'],
  },
  '2823-3': {
    en: ['Potassium', 'A salt that muscles and the heart need. A sample that was shaken can show more than there is.'],
    es: [
      'Potasio',
      'Una sal que los músculos y el corazón necesitan. Una muestra que se agitó puede mostrar más de lo que hay.',
    ],
    fr: [
      'Potassium',
      'Un sel dont les muscles et le cœur ont besoin. Un échantillon qui a été secoué peut en montrer plus qu’il n’y en a.',
    ],
    pt: [
      'Potássio',
      'Um sal de que os músculos e o coração precisam. Uma amostra que foi agitada pode mostrar mais do que há.',
    ],
    zh: ['钾', '肌肉和心脏所需的一种盐。样本若被摇晃，测得的数值可能偏高。'],
  },
};

async function explainTests(db: Db, facilityId: FacilityId): Promise<void> {
  for (const [code, texts] of Object.entries(explanations))
    for (const [language, [title, content]] of Object.entries(texts))
      await db.run(explain, { facilityId, language, code, title, content });
}

/** Three years of test results for `patient`, by the same mapper that reads those of a laboratory. */
export async function seedLabResults(
  db: Db,
  { patients, facilities }: SeedContext,
  now: Date = new Date(),
): Promise<void> {
  await explainTests(db, facilities.northlight.facilityId);
  const patient = patients.find(({ username }) => username === 'patient');
  if (patient === undefined) return;
  const directory: JsonObject[] = [
    { resourceType: 'Organization', id: 'lab', name: 'Puddle Lane Lab' },
    ...Object.values(doctors).flatMap(({ id, family, given }) => [
      { resourceType: 'Practitioner', id, name: [{ family, given: [given], prefix: ['Dr.'] }] },
      { resourceType: 'ServiceRequest', id: `order-${id}`, requester: { reference: `Practitioner/${id}` } },
    ]),
  ];
  await addRecord(db, source, patient.patientId, [
    ...directory,
    ...labReports.flatMap((report) => [
      ...report.values.map((one, index) => observation(report, one, index, now)),
      reportOf(report, now),
    ]),
  ]);
  for (const { key, values } of labReports)
    for (const [index, { firstGiven }] of values.entries())
      if (firstGiven !== undefined)
        await db.run(giveFirst, {
          source,
          resourceId: `${key}-${String(index)}`,
          firstGiven: String(firstGiven),
        });
  await db.run(settle, { source });
}
