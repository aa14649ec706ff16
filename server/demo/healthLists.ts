import type { CalendarDate } from '@portal/api';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import type { Db } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import { dayAfter, today } from './days.ts';
import { seedResources } from './fromFhir.ts';

const subject = { reference: 'Patient/juniper' };
const centre = { reference: 'Organization/1', display: 'Northlight Cancer Centre' };
const words = (text: string) => ({ text });
const coded = (system: string, code: string, text: string) => ({ coding: [{ system, code }], text });
const loinc = (code: string, text: string) => coded('http://loinc.org', code, text);
const cvx = (code: string, text: string) => coded('http://hl7.org/fhir/sid/cvx', code, text);
const quantity = (value: string, unit: string) => ({ valueQuantity: { value, unit } });
const by = (name: string) => ({ individual: { display: name } });

/** Days ago, blood pressure, weight; from visits of a year and a half. */
const measured = [
  [2, 128, 82, '64.2'],
  [46, 124, 79, '64.4'],
  [98, 122, 77, '64.6'],
  [190, 126, 80, '65.1'],
  [286, 131, 84, '65.9'],
  [375, 124, 78, '66.8'],
  [470, 127, 81, '67.5'],
  [545, 133, 86, '68.0'],
] as const;

/** Days ago, what for, with whom, why. */
const visits = [
  [2, 'Oncology follow-up', 'Dr. Ottoline Fernbrook', 'Check-up after treatment'],
  [46, 'Annual check-up', 'Dr. Bram Thistledown', 'Yearly check-up'],
  [98, 'Flu shot', 'Dr. Bram Thistledown', null],
  [190, 'Oncology follow-up', 'Dr. Ottoline Fernbrook', 'Check-up after treatment'],
  [286, 'Oncology follow-up', 'Dr. Ottoline Fernbrook', 'Hot flashes'],
  [375, 'Oncology follow-up', 'Dr. Ottoline Fernbrook', 'Start of letrozole'],
] as const;

function vitalSigns(ago: (days: number) => CalendarDate): JsonObject[] {
  const vital = (id: string, days: number, code: object, more: object): JsonObject => ({
    resourceType: 'Observation',
    id: `${id}-${String(days)}`,
    status: 'final',
    category: [{ coding: [{ code: 'vital-signs' }] }],
    subject,
    code,
    effectiveDateTime: ago(days),
    performer: [centre],
    ...more,
  });
  return [
    ...measured.flatMap(([days, systolic, diastolic, weight]) => [
      vital('blood-pressure', days, loinc('85354-9', 'Blood pressure'), {
        component: [
          { code: loinc('8480-6', 'Systolic'), ...quantity(String(systolic), 'mmHg') },
          { code: loinc('8462-4', 'Diastolic'), ...quantity(String(diastolic), 'mmHg') },
        ],
      }),
      vital('weight', days, loinc('29463-7', 'Weight'), quantity(weight, 'kg')),
    ]),
    vital('height', 545, loinc('8302-2', 'Height'), quantity('168', 'cm')),
    vital('pulse', 2, loinc('8867-4', 'Pulse'), quantity('72', '/min')),
    vital('pulse', 190, loinc('8867-4', 'Pulse'), quantity('76', '/min')),
    vital('temperature', 2, loinc('8310-5', 'Body temperature'), {
      dataAbsentReason: { coding: [{ code: 'not-asked' }] },
    }),
  ];
}

/** What fills the lists of the health summary beside the treatment summary's resources; an invented story, relative to `day`. */
function listResources(day: CalendarDate): readonly JsonObject[] {
  const ago = (days: number) => dayAfter(day, -days);
  const vaccine = (id: string, days: number, vaccineCode: object, more: object = {}): JsonObject => ({
    resourceType: 'Immunization',
    id,
    status: 'completed',
    patient: subject,
    vaccineCode,
    occurrenceDateTime: ago(days),
    performer: [{ actor: centre }],
    ...more,
  });
  return [
    ...vitalSigns(ago),
    vaccine('influenza', 98, cvx('140', 'Influenza'), {
      lotNumber: 'NL-2207',
      manufacturer: { display: 'Meadowlark Vaccines' },
      site: words('Left arm'),
    }),
    vaccine('covid', 98, cvx('309', 'COVID-19'), { protocolApplied: [{ doseNumberPositiveInt: 5 }] }),
    vaccine('influenza-declined', 410, cvx('140', 'Influenza'), {
      status: 'not-done',
      statusReason: coded('http://terminology.hl7.org/CodeSystem/v3-ActReason', 'PATOBJ', 'Patient did not want it'),
    }),
    vaccine('tetanus', 0, cvx('139', 'Tetanus and diphtheria'), {
      occurrenceDateTime: '2019-07',
      performer: undefined,
    }),
    ...visits.map(([days, type, name, reason]): JsonObject => ({
      resourceType: 'Encounter',
      id: `visit-${String(days)}`,
      status: 'finished',
      class: { code: 'AMB', display: 'ambulatory' },
      type: [words(type)],
      subject,
      participant: [by(name)],
      period: { start: ago(days), end: ago(days) },
      ...(reason === null ? {} : { reasonCode: [words(reason)] }),
      serviceProvider: centre,
    })),
    {
      resourceType: 'MedicationRequest',
      id: 'levothyroxine',
      status: 'active',
      intent: 'order',
      subject,
      medicationCodeableConcept: coded(
        'http://www.nlm.nih.gov/research/umls/rxnorm',
        '10582',
        'Levothyroxine 75 microgram tablet',
      ),
      dispenseRequest: { validityPeriod: { start: '2014' } },
      requester: { display: 'Dr. Bram Thistledown' },
      reasonCode: [words('Hypothyroidism')],
      dosageInstruction: [{ text: 'One tablet in the morning, before eating', route: words('Oral') }],
    },
    {
      resourceType: 'Condition',
      id: 'iron-deficiency',
      subject,
      clinicalStatus: coded('http://terminology.hl7.org/CodeSystem/condition-clinical', 'resolved', 'Resolved'),
      code: coded('http://snomed.info/sct', '35240004', 'Iron deficiency'),
      onsetDateTime: '2019',
      abatementDateTime: '2020',
    },
    {
      resourceType: 'CarePlan',
      id: 'after-treatment',
      status: 'active',
      intent: 'plan',
      title: 'Life after treatment',
      subject,
      period: { start: ago(375) },
      author: { display: 'Dr. Ottoline Fernbrook' },
      activity: [
        { detail: { status: 'in-progress', code: words('Walking'), description: 'Half an hour on five days a week' } },
        { detail: { status: 'scheduled', code: words('Bone density scan'), scheduledPeriod: { start: ago(-55) } } },
      ],
    },
    {
      resourceType: 'Goal',
      id: 'weight',
      lifecycleStatus: 'active',
      description: words('Keep a steady weight'),
      subject,
      startDate: ago(375),
      target: [
        {
          measure: loinc('29463-7', 'Weight'),
          detailRange: { low: { value: 62, unit: 'kg' }, high: { value: 66, unit: 'kg' } },
          dueDate: ago(-180),
        },
      ],
    },
  ];
}

/** The lists of the demo's patient: vital signs of a year and a half, vaccines, visits, a plan. */
export async function seedHealthLists(db: Db, { facilities, patients }: SeedContext): Promise<void> {
  const { day } = await db.one(today, { timeZone: facilities.northlight.timeZone });
  const patient = patients.find(({ username }) => username === 'patient');
  if (patient) await seedResources(db, patient.patientId, listResources(day));
}
