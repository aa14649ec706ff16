import type { CalendarDate, PatientId } from '@portal/api';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { svgPng } from '../facilities/icons.ts';
import { type Db, statement } from '../db/pool.ts';
import { dayAfter, today } from './days.ts';
import type { SeedContext } from './context.ts';
import { markSeen, seedResources } from './fromFhir.ts';
import {
  consultationText,
  dischargeLetter,
  drawing,
  imagingReport,
  nutritionNote,
  operationReport,
  progressNote,
  therapyNote,
} from './noteTexts.ts';

const changed = statement(
  'seed.notes.changed',
  `update record_resources r set changed_at = now() - interval '3 days'
   where r.source = 'demo' and r.patient_id = $patientId and r.type = 'DocumentReference' and r.resource_id = $resourceId`,
);

interface DemoNote {
  readonly id: string;
  readonly daysAgo: number;
  /** Left out: the day is all that is known. */
  readonly time?: string;
  readonly type: string;
  readonly author: string;
  readonly remarks?: string;
  readonly forms: readonly (readonly [type: string, content: string | Uint8Array, title?: string])[];
  readonly replaces?: string;
  readonly docStatus?: 'final' | 'amended';
  readonly isNew?: true;
}

const ottoline = 'Dr. Ottoline Fernbrook';
const basil = 'Basil Cloudberry, PT';

const notes = (sketch: Uint8Array): readonly DemoNote[] => [
  {
    id: 'note-discharge',
    daysAgo: 7,
    type: 'Discharge letter',
    author: 'Otter Bay Hospital',
    forms: [['application/pdf', dischargeLetter]],
    isNew: true,
  },
  {
    id: 'note-progress',
    daysAgo: 12,
    time: '15:10:00Z',
    type: 'Progress note',
    author: ottoline,
    remarks: 'This is the note I wrote after our visit. Write to me if you remember something differently.',
    forms: [['text/html', progressNote]],
    isNew: true,
  },
  {
    id: 'note-therapy',
    daysAgo: 20,
    type: 'Physical therapy',
    author: basil,
    forms: [['text/plain', therapyNote]],
    docStatus: 'amended',
  },
  {
    id: 'note-nutrition',
    daysAgo: 33,
    type: 'Nutrition counselling',
    author: 'Tamsin Oakleaf, RD',
    forms: [['text/plain', nutritionNote]],
  },
  {
    id: 'note-therapy-first',
    daysAgo: 75,
    type: 'Physical therapy',
    author: basil,
    forms: [['text/plain', therapyNote.replace('session 4', 'session 1')]],
  },
  {
    id: 'note-mammogram',
    daysAgo: 151,
    type: 'Imaging report',
    author: 'Northlight Imaging',
    forms: [['application/pdf', imagingReport]],
  },
  {
    id: 'note-visit-wrong',
    daysAgo: 260,
    type: 'Progress note',
    author: ottoline,
    forms: [['text/plain', 'Survivorship visit. Left arm swollen since spring.']],
  },
  {
    id: 'note-visit',
    daysAgo: 260,
    type: 'Progress note',
    author: ottoline,
    remarks: 'I had written the wrong side. This note takes the place of the first one.',
    forms: [['text/plain', 'Survivorship visit. Right arm a little swollen since spring, sleeve ordered.']],
    replaces: 'note-visit-wrong',
  },
  {
    id: 'note-operation',
    daysAgo: 630,
    type: 'Operation report',
    author: 'Dr. Linnea Brackenridge',
    forms: [
      ['application/pdf', operationReport, 'As the hospital sent it'],
      [
        'text/plain',
        'Removal of a lump in the right breast, with two sentinel nodes. No drain. She went home the next day.',
        'In short',
      ],
    ],
  },
  {
    id: 'note-drawing',
    daysAgo: 650,
    type: 'Drawing',
    author: ottoline,
    remarks: 'What I drew while we spoke.',
    forms: [['image/png', sketch]],
  },
  {
    id: 'note-consultation',
    daysAgo: 650,
    type: 'Consultation',
    author: ottoline,
    forms: [['text/plain', consultationText]],
  },
  {
    id: 'note-family',
    daysAgo: 980,
    type: 'Check-up',
    author: 'Dr. Bram Thistledown',
    forms: [['text/plain', 'Annual check-up. All well. Mammogram recommended, as every second year.']],
  },
];

const resourceOf = (
  day: CalendarDate,
  { id, daysAgo, time, type, author, remarks, forms, replaces, docStatus }: DemoNote,
): JsonObject => ({
  resourceType: 'DocumentReference',
  id,
  status: 'current',
  docStatus: docStatus ?? 'final',
  type: { text: type },
  subject: { reference: 'Patient/demo' },
  date: `${dayAfter(day, -daysAgo)}${time === undefined ? '' : `T${time}`}`,
  author: [{ display: author }],
  ...(remarks === undefined ? {} : { description: remarks }),
  ...(replaces === undefined
    ? {}
    : { relatesTo: [{ code: 'replaces', target: { reference: `DocumentReference/${replaces}` } }] }),
  content: forms.map(([contentType, content, title]) => ({
    attachment: {
      contentType,
      data: Buffer.from(content).toString('base64'),
      language: 'en',
      ...(title === undefined ? {} : { title }),
    },
  })),
});

async function seedFor(tx: Db, patientId: PatientId, timeZone: string): Promise<void> {
  const { day } = await tx.one(today, { timeZone });
  const all = notes(await svgPng(drawing, 640));
  await seedResources(
    tx,
    patientId,
    all.map((note) => resourceOf(day, note)),
  );
  await markSeen(
    tx,
    patientId,
    'DocumentReference',
    all.filter(({ isNew }) => isNew !== true).map(({ id }) => id),
  );
  await tx.run(changed, { patientId, resourceId: 'note-therapy' });
}

/** Three years of notes of `patient`, by several people and of every kind: text, HTML, PDFs, a picture, a corrected and an amended one, two unread. */
export async function seedMedicalNotes(tx: Db, { facilities, patients }: SeedContext): Promise<void> {
  for (const { patientId, facility, username } of patients)
    if (username === 'patient') await seedFor(tx, patientId, facilities[facility].timeZone);
}
