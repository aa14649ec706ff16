import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { addAppointment } from '../care/appointments.ts';
import { assignArticle, saveArticle } from '../care/articles.ts';
import { addToCareTeam, type Photo, ProviderDetails, saveCareProvider } from '../care/careTeam.ts';
import { PlanFile, savePlan } from '../care/followUps.ts';
import { type Db, statement } from '../db/pool.ts';
import { type DemoContext, mainPatient } from './context.ts';
import { byName, dataBytes, dataList, dataWithDays, flag, optionalText, RelativeDay } from './data.ts';

const markRead = statement(
  'seed.care.read',
  "update assigned_articles set read_at = now() - interval '2 days' where id = $assignedArticleId",
);
const archive = statement(
  'seed.care.archived',
  "update assigned_articles set read_at = now() - interval '40 days', archived_at = now() - interval '20 days' where id = $assignedArticleId",
);

const Article = v.strictObject({
  facility: v.string(),
  file: v.string(),
  title: v.string(),
  category: v.string(),
  categorySortOrder: v.number(),
  language: LanguageCode,
  given: v.array(
    v.strictObject({
      patients: v.array(v.string()),
      day: RelativeDay,
      state: v.optional(v.picklist(['read', 'archived'])),
    }),
  ),
});

async function seedArticles(tx: Db, context: DemoContext): Promise<void> {
  for (const { facility, file, given, ...article } of await dataList('care/articles.json', Article)) {
    const { id: articleId } = await saveArticle(tx, context.facility(facility).facilityId, {
      ...article,
      fileType: file.endsWith('.pdf') ? 'pdf' : 'html',
      content: await dataBytes(`care/articles/${file}`),
    });
    for (const { patients, day, state } of given)
      for (const { patientId, facility: home } of patients.map(context.patient)) {
        const assignedArticleId = await assignArticle(tx, patientId, articleId, day(home.today));
        if (assignedArticleId === null) throw new Error(`"${article.title}" is given twice`);
        if (state !== undefined) await tx.run(state === 'read' ? markRead : archive, { assignedArticleId });
      }
  }
}

const Provider = v.strictObject({
  facility: v.string(),
  ...ProviderDetails.entries,
  /** The name of a drawing in `photos`, which also has one of the head alone. */
  photo: v.optional(v.string()),
  /** The system that delivers messages to them; left out: they take none. */
  messagesBy: v.optional(v.string()),
  patients: v.array(v.string()),
});

const drawing = async (name: string): Promise<Photo> => ({
  type: 'svg',
  bytes: await dataBytes(`care/photos/${name}.svg`),
});

async function seedTeam(tx: Db, context: DemoContext): Promise<void> {
  for (const { facility, photo, messagesBy, patients, ...provider } of await dataList('care/team.json', Provider)) {
    const providerId = await saveCareProvider(tx, context.facility(facility).facilityId, {
      ...provider,
      photo: photo === undefined ? null : await drawing(photo),
      thumbnail: photo === undefined ? null : await drawing(`${photo}-small`),
    });
    const systemId = messagesBy === undefined ? null : context.system(messagesBy);
    for (const { patientId } of patients.map(context.patient))
      await addToCareTeam(tx, patientId, providerId, systemId, systemId !== null);
  }
}

/** In the facility's words and language, as scheduling systems write appointments. */
const Appointment = v.strictObject({
  patients: v.array(v.string()),
  /** The label of the recommended follow-up for which it was booked. */
  followUp: v.optional(v.string()),
  day: RelativeDay,
  time: optionalText,
  durationMinutes: v.optional(v.nullable(v.number()), null),
  type: v.string(),
  subtype: optionalText,
  providerFirstName: optionalText,
  providerLastName: v.string(),
  location: v.string(),
  shortLocation: optionalText,
  place: optionalText,
  status: v.string(),
  instructions: v.optional(v.array(v.string()), []),
  isConfirmed: flag,
  isCancelled: flag,
});

async function seedAppointments(tx: Db, { patient }: DemoContext): Promise<void> {
  const { patientId: planned, facility: home } = patient(mainPatient);
  const plan = await dataWithDays('care/follow-up-plan.json', home.today, PlanFile);
  const ids = await savePlan(tx, planned, plan);
  const followUpCalled = byName('follow-up', new Map(ids.map((id, at) => [plan.appointments[at]?.label ?? '', id])));
  for (const { patients, followUp, day, time, ...appointment } of await dataList('care/appointments.json', Appointment))
    for (const { patientId, facility } of patients.map(patient))
      await addAppointment(tx, {
        ...appointment,
        patientId,
        facilityId: null,
        at: { day: day(facility.today), time },
        followUpId: followUp === undefined ? null : followUpCalled(followUp),
      });
}

/** Adds visits in every state, a plan, articles that are new, read and archived, and care teams. */
export async function seedCare(tx: Db, context: DemoContext): Promise<void> {
  await seedArticles(tx, context);
  await seedTeam(tx, context);
  await seedAppointments(tx, context);
}
