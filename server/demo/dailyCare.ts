import { CalendarDate, type AppointmentId, type FacilityId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { addAppointment, type NewAppointment } from '../care/appointments.ts';
import { assignArticle, saveArticle } from '../care/articles.ts';
import { addToCareTeam, type NewProvider, saveCareProvider } from '../care/careTeam.ts';
import { savePlan } from '../care/followUps.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import { dayAfter, today } from './days.ts';
import { type DemoFacility, demoFacilities } from './facilities.ts';
import { harbourArticles, northlightArticles } from './articles.ts';
import { portrait } from './portraits.ts';

const system = statement(
  'seed.care.system',
  'select id from external_systems where facility_id = $facilityId and not is_own order by id limit 1',
  v.object({ id: v.number() }),
);
const seen = statement(
  'seed.care.read',
  "update assigned_articles set read_at = now() - interval '2 days' where id = $assignedArticleId",
);
const putAway = statement(
  'seed.care.archived',
  "update assigned_articles set read_at = now() - interval '40 days', archived_at = now() - interval '20 days' where id = $assignedArticleId",
);
const tell = statement(
  'seed.care.tell',
  'insert into patient_reminder_settings (patient_id, appointment_email, appointment_sms, follow_up_email, follow_up_sms) values ($patientId, $appointmentEmail, $appointmentSms, $followUpEmail, $followUpSms)',
);

type Visit = Pick<NewAppointment, 'type' | 'location' | 'status'> & {
  readonly inDays: number;
  readonly time?: string | null;
} & Partial<Omit<NewAppointment, 'patientId' | 'facilityId' | 'at'>>;

const ottoline = { providerFirstName: 'Ottoline', providerLastName: 'Fernbrook' };
const bram = { providerFirstName: 'Bram', providerLastName: 'Thistledown' };
const basil = { providerFirstName: 'Basil', providerLastName: 'Cloudberry' };
const laboratory = {
  providerLastName: 'Puddle Lane Lab',
  shortLocation: 'Puddle Lane Lab',
  place: 'Puddle Lane Lab, 3 Puddle Lane, Puddleford, NY 10042',
};
const willowWing = {
  location: '<p>Willow Wing, level 2<br>12 Willow Road, Puddleford</p>',
  shortLocation: 'Willow Wing, level 2',
  place: 'Northlight Cancer Centre, 12 Willow Road, Puddleford, NY 10042',
};
const acornHouse = (room: number) => ({
  location: `Acorn House, room ${String(room)}`,
  shortLocation: `Acorn House, room ${String(room)}`,
  place: 'Acorn House, 40 Willow Road, Puddleford, NY 10042',
});

/** Told in the facility's words and language, as scheduling systems do. */
const visits: readonly Visit[] = [
  {
    inDays: 0,
    type: 'Blood draw',
    ...laboratory,
    location: '<p>Puddle Lane Lab<br><em>Bring your lab form</em></p>',
    status: 'Scheduled',
  },
  {
    inDays: 1,
    time: '09:30',
    durationMinutes: 45,
    type: 'Oncology follow-up',
    subtype: 'With imaging',
    ...ottoline,
    ...willowWing,
    status: 'Confirmed: please arrive 20 minutes early with your lab form',
    instructions: ['Bring your list of medicines.'],
    isConfirmed: true,
  },
  {
    inDays: 19,
    time: '14:15',
    durationMinutes: 30,
    type: 'Physical therapy',
    ...basil,
    ...acornHouse(6),
    status: 'Confirmed',
    isConfirmed: true,
  },
  {
    inDays: 55,
    time: '11:00',
    durationMinutes: 20,
    type: 'Imaging review',
    ...ottoline,
    location: '<p>Video visit<br><em>A link arrives by message</em></p>',
    shortLocation: 'Video visit',
    status: 'Requested',
  },
  {
    inDays: 12,
    time: '10:00',
    type: 'Nutrition counselling',
    ...bram,
    ...acornHouse(2),
    status: 'Cancelled by facility',
    isCancelled: true,
  },
  {
    inDays: -2,
    time: '09:30',
    durationMinutes: 45,
    type: 'Oncology follow-up',
    ...ottoline,
    ...willowWing,
    status: 'Completed',
  },
  {
    inDays: -46,
    time: '10:00',
    durationMinutes: 30,
    type: 'Annual check-up',
    ...bram,
    ...acornHouse(2),
    status: 'Completed',
  },
  {
    inDays: -59,
    type: 'Blood draw',
    ...laboratory,
    location: 'Puddle Lane Lab',
    status: 'Cancelled by facility',
    isCancelled: true,
  },
  {
    inDays: -75,
    time: '15:30',
    durationMinutes: 30,
    type: 'Physical therapy',
    ...basil,
    ...acornHouse(6),
    status: 'Missed',
  },
  { inDays: -98, time: '12:00', type: 'Flu shot', ...bram, ...acornHouse(2), status: 'Completed' },
  {
    inDays: -120,
    time: '13:45',
    durationMinutes: 60,
    type: 'Imaging',
    subtype: 'Mammogram',
    providerLastName: 'Northlight Imaging',
    ...willowWing,
    status: 'Cancelled by patient',
    isCancelled: true,
  },
  {
    inDays: -151,
    time: '08:00',
    durationMinutes: 60,
    type: 'Imaging',
    subtype: 'Mammogram',
    providerLastName: 'Northlight Imaging',
    ...willowWing,
    status: 'Completed',
  },
  {
    inDays: -204,
    time: '09:15',
    type: 'Survivorship visit',
    ...ottoline,
    ...willowWing,
    status: 'Rescheduled',
    isCancelled: true,
  },
  {
    inDays: -260,
    time: '16:00',
    durationMinutes: 45,
    type: 'Survivorship visit',
    ...ottoline,
    ...willowWing,
    status: 'Completed',
  },
];

/** Of who is due at the kiosk; somebody has both. */
const visitsOfWaiting: readonly Visit[] = [
  {
    inDays: 0,
    time: '10:15',
    durationMinutes: 30,
    type: 'Oncology follow-up',
    ...ottoline,
    ...willowWing,
    status: 'Confirmed',
    isConfirmed: true,
  },
  {
    inDays: 0,
    time: '11:30',
    type: 'Blood draw',
    ...laboratory,
    location: '<p>Puddle Lane Lab<br><em>Bring your lab form</em></p>',
    status: 'Scheduled',
  },
];

async function addVisit(
  tx: Db,
  patientId: PatientId,
  day: CalendarDate,
  { inDays, time = null, ...visit }: Visit,
  followUpId: AppointmentId | null = null,
): Promise<void> {
  await addAppointment(tx, {
    durationMinutes: null,
    providerFirstName: null,
    providerLastName: null,
    subtype: null,
    shortLocation: null,
    place: null,
    instructions: [],
    isConfirmed: false,
    isCancelled: false,
    ...visit,
    patientId,
    facilityId: null,
    at: { day: dayAfter(day, inDays), time },
    followUpId,
  });
}

/** A plan with every state that a follow-up and its tasks can be in; one of them was booked. */
async function planFor(tx: Db, patientId: PatientId, day: CalendarDate): Promise<void> {
  const inDays = (days: number) => dayAfter(day, days);
  const fernbrook = { firstName: 'Ottoline', lastName: 'Fernbrook' };
  const thistledown = { firstName: 'Bram', lastName: 'Thistledown' };
  const base = { actualDate: null, actualTime: null, status: 'Pending' } as const;
  const task = (category: string, addressed: boolean, note: string | null = null) => ({ category, addressed, note });
  const ids = await savePlan(tx, patientId, {
    startDate: inDays(-280),
    memoToPatient:
      'You have finished your treatment. This plan shows the visits and tests that we recommend for the years to come.\nTake it along when you see another doctor.',
    categories: [
      { key: 'exam', name: 'Physical exam' },
      { key: 'imaging', name: 'Imaging' },
      { key: 'blood', name: 'Blood tests' },
      { key: 'wellbeing', name: 'Well-being' },
    ],
    templates: [
      { name: 'Breast survivorship, stage I to II', effectiveDate: v.parse(CalendarDate, '2025-01-15') },
      { name: 'Bone health', effectiveDate: null },
    ],
    appointments: [
      {
        ...base,
        label: 'First survivorship visit',
        after: { years: 0, months: 1 },
        provider: fernbrook,
        targetDate: inDays(-265),
        actualDate: inDays(-260),
        actualTime: '16:00',
        status: 'Completed',
        tasks: [task('exam', true), task('blood', true, 'Blood count and liver values'), task('wellbeing', true)],
      },
      {
        ...base,
        label: 'Three month visit',
        after: { years: 0, months: 3 },
        provider: thistledown,
        targetDate: inDays(-180),
        status: 'Missed',
        tasks: [task('exam', false), task('wellbeing', false, 'Talk about sleep')],
      },
      {
        ...base,
        label: 'Six month visit',
        after: { years: 0, months: 6 },
        provider: fernbrook,
        targetDate: inDays(-20),
        tasks: [
          task('exam', false, 'Breast and lymph node exam'),
          task('imaging', true, 'Mammogram of both sides'),
          task('blood', false),
        ],
      },
      {
        ...base,
        label: 'Bone density test',
        after: { years: 0, months: 9 },
        provider: { firstName: null, lastName: 'Northlight Imaging' },
        targetDate: inDays(6),
        tasks: [task('imaging', false, 'DXA scan of hip and spine')],
      },
      {
        ...base,
        label: 'Nine month visit',
        after: { years: 0, months: 9 },
        provider: fernbrook,
        targetDate: inDays(4),
        tasks: [task('exam', false), task('blood', false, 'Vitamin D'), task('wellbeing', false)],
      },
      {
        ...base,
        label: 'Family doctor visit',
        after: { years: 1, months: 0 },
        provider: thistledown,
        targetDate: inDays(30),
        actualDate: inDays(33),
        actualTime: null,
        tasks: [task('exam', false)],
      },
      {
        ...base,
        label: 'Nutrition counselling',
        after: null,
        provider: null,
        targetDate: inDays(-40),
        status: 'Cancelled',
        tasks: [task('wellbeing', false)],
      },
      {
        ...base,
        label: 'One and a half year visit',
        after: { years: 1, months: 6 },
        provider: fernbrook,
        targetDate: inDays(180),
        tasks: [
          task('exam', false),
          task('imaging', false, 'Mammogram of both sides'),
          task('blood', false),
          task('wellbeing', false),
        ],
      },
    ],
  });
  const booked = ids[4];
  if (booked === undefined) throw new Error('the plan has no nine month visit');
  await addVisit(
    tx,
    patientId,
    day,
    {
      inDays: 4,
      time: '08:45',
      durationMinutes: 45,
      type: 'Survivorship visit',
      ...ottoline,
      ...willowWing,
      status: 'Scheduled',
    },
    booked,
  );
}

const nobody: Omit<NewProvider, 'firstName' | 'lastName'> = {
  titleValue: null,
  title: null,
  suffix: null,
  email: null,
  phone: null,
  phoneExtension: null,
  fax: null,
  institution: null,
  address1: null,
  address2: null,
  address3: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  photo: null,
  thumbnail: null,
};
const at = (demo: DemoFacility, address1: string, address2: string | null = null): Partial<NewProvider> => ({
  institution: demo.name,
  address1,
  address2,
  city: demo.city,
  state: demo.state,
  zipCode: demo.zipCode,
  country: 'US',
});
const drawn = (look: Parameters<typeof portrait>[0]): Partial<NewProvider> => ({
  photo: portrait(look, false),
  thumbnail: portrait(look, true),
});

const northlight = demoFacilities.northlight;
const northlightTeam: readonly (NewProvider & { readonly byMessage: boolean })[] = [
  {
    ...nobody,
    firstName: 'Ottoline',
    lastName: 'Fernbrook',
    titleValue: 'Dr.',
    title: 'Oncologist',
    suffix: 'MD',
    email: 'ottoline.fernbrook@northlight.example',
    phone: '5550100151',
    phoneExtension: '204',
    fax: '5550100159',
    ...at(northlight, '12 Willow Road', 'Willow Wing, level 2'),
    ...drawn({ ground: '#d9efe7', skin: '#f0c9a8', hair: '#6b4a2f', coat: '#f7f7f2', cut: 'bun' }),
    byMessage: true,
  },
  {
    ...nobody,
    firstName: 'Bram',
    lastName: 'Thistledown',
    titleValue: 'Dr.',
    title: 'Family doctor',
    suffix: 'DO',
    phone: '5550100163',
    ...at(northlight, '40 Willow Road', 'Acorn House'),
    byMessage: false,
  },
  {
    ...nobody,
    firstName: 'Basil',
    lastName: 'Cloudberry',
    title: 'Physical therapist',
    suffix: 'PT',
    email: 'therapy@northlight.example',
    phone: '5550100171',
    ...at(northlight, '40 Willow Road', 'Acorn House'),
    ...drawn({ ground: '#f6e3cf', skin: '#8d5b3e', hair: '#2a1d17', coat: '#3f7f93', cut: 'short' }),
    byMessage: false,
  },
  {
    ...nobody,
    firstName: 'Philippa',
    lastName: 'Nettlewood',
    title: 'Nurse navigator',
    suffix: 'RN',
    phone: '5550100155',
    phoneExtension: '11',
    ...drawn({ ground: '#e3e0f2', skin: '#e0ac83', hair: '#b5652a', coat: '#5b8f6a', cut: 'long' }),
    byMessage: true,
  },
];
const harbourDoctor: NewProvider = {
  ...nobody,
  firstName: 'Leopold',
  lastName: 'Gannet',
  titleValue: 'Dr.',
  title: 'General practice',
  suffix: 'MD',
  phone: '5550100190',
  ...at(demoFacilities.harbour, '5 Quayside Lane'),
};

async function library(tx: Db, facilityId: FacilityId, articles: typeof northlightArticles): Promise<number[]> {
  const ids: number[] = [];
  for (const article of articles) ids.push((await saveArticle(tx, facilityId, article)).id);
  return ids;
}

/**
 * The demo's daily care (rulings, section 7): `patient` has visits of every state, a plan, articles new, read and put away, and a care
 * team; whoever else signs in has a little of each, `limited` the least.
 */
export async function seedDailyCare(tx: Db, { facilities, patients }: SeedContext): Promise<void> {
  const northlightLibrary = await library(tx, facilities.northlight.facilityId, northlightArticles);
  const harbourLibrary = await library(tx, facilities.harbour.facilityId, harbourArticles);
  const records = await tx.one(system, { facilityId: facilities.northlight.facilityId });
  const team: { readonly id: Awaited<ReturnType<typeof saveCareProvider>>; readonly byMessage: boolean }[] = [];
  for (const { byMessage, ...provider } of northlightTeam)
    team.push({ id: await saveCareProvider(tx, facilities.northlight.facilityId, provider), byMessage });
  const gannet = await saveCareProvider(tx, facilities.harbour.facilityId, harbourDoctor);

  for (const { patientId, facility, username, lastName, dueToday, notStartable } of patients) {
    if (username === null) {
      if (facility !== 'northlight' || !dueToday || notStartable) continue;
      const waitingDay = (await tx.one(today, { timeZone: facilities[facility].timeZone })).day;
      for (const visit of lastName === 'Starling' ? visitsOfWaiting : visitsOfWaiting.slice(0, 1))
        await addVisit(tx, patientId, waitingDay, visit);
      continue;
    }
    const { day } = await tx.one(today, { timeZone: facilities[facility].timeZone });
    if (username === 'patient') {
      for (const visit of visits) await addVisit(tx, patientId, day, visit);
      await planFor(tx, patientId, day);
      for (const [place, articleId] of northlightLibrary.entries()) {
        const daysAgo = northlightArticles[place]?.daysAgo ?? 0;
        const id = await assignArticle(tx, patientId, articleId, dayAfter(day, -daysAgo));
        if (id === null) throw new Error('an article was given twice');
        if (northlightArticles[place]?.state === 'read') await tx.run(seen, { assignedArticleId: id });
        if (northlightArticles[place]?.state === 'archived') await tx.run(putAway, { assignedArticleId: id });
      }
      for (const { id, byMessage } of team)
        await addToCareTeam(tx, patientId, id, byMessage ? records.id : null, byMessage);
      await tx.run(tell, {
        patientId,
        appointmentEmail: true,
        appointmentSms: false,
        followUpEmail: true,
        followUpSms: true,
      });
    } else if (username === 'limited') {
      await addVisit(tx, patientId, day, {
        inDays: 3,
        time: '10:30',
        durationMinutes: 20,
        type: 'Check-up',
        providerFirstName: 'Leopold',
        providerLastName: 'Gannet',
        location: 'Harbour Point Clinic, ground floor',
        shortLocation: 'Ground floor',
        place: '5 Quayside Lane, Saltmere, CA 90017',
        status: 'Scheduled',
      });
      await addVisit(tx, patientId, day, {
        inDays: -90,
        type: 'Check-up',
        providerFirstName: 'Leopold',
        providerLastName: 'Gannet',
        location: 'Harbour Point Clinic, ground floor',
        status: 'Completed',
      });
      const first = harbourLibrary[0];
      if (first !== undefined) await assignArticle(tx, patientId, first, dayAfter(day, -6));
      await addToCareTeam(tx, patientId, gannet, null, false);
    } else {
      await addVisit(tx, patientId, day, {
        inDays: 9,
        time: '13:00',
        durationMinutes: 30,
        type: 'First visit',
        ...ottoline,
        ...willowWing,
        status: 'Scheduled',
      });
      const [doctor] = team;
      if (doctor) await addToCareTeam(tx, patientId, doctor.id, records.id, doctor.byMessage);
      const first = northlightLibrary[0];
      if (first !== undefined) await assignArticle(tx, patientId, first, dayAfter(day, -1));
    }
  }
}
