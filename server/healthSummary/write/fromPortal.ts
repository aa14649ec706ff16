import { type FollowUpPlan, type HealthEntry, Instant, type PatientId, readRecordDate, recordDay } from '@portal/api';
import * as v from 'valibot';
import { taskName } from '../../care/readPlans.ts';
import { type Db, statement } from '../../db/pool.ts';
import { wordsInHtml } from '../../html/htmlAside.ts';
import { plainText } from '../../html/plainText.ts';
import { filled } from '../../subject/fhirParts.ts';
import { entryWith, type SummaryEntry, type SummaryNote, type SummaryFacility } from './content.ts';
import { stableId } from './datatypes.ts';
import type { Visit } from './visitFacts.ts';

const fact = (name: HealthEntry['facts'][number]['name'], text: string | null): HealthEntry['facts'] => {
  const value = filled(text);
  return value === undefined ? [] : [{ name, value }];
};

function visitEntry(one: Visit, status: HealthEntry['status'], root: string): SummaryEntry {
  const end =
    one.startsAt === null || one.durationMinutes === null
      ? null
      : readRecordDate(new Date(Date.parse(one.startsAt) + one.durationMinutes * 60_000).toISOString());
  return {
    id: stableId(root, 'visit', one.id),
    entry: entryWith({
      name: filled([one.type, one.subtype].flatMap((part) => filled(part) ?? []).join(', ')) ?? null,
      missing: 'unknown',
      status,
      start: one.startsAt ?? one.day,
      end,
      facts: [
        ...fact('performer', one.provider),
        ...fact('place', filled(one.place) ?? one.facility),
        ...fact('instructions', one.instructions),
      ],
    }),
  };
}
const isOfNobody = ({ isCancelled, status }: Visit): boolean =>
  isCancelled || status === 'Cancelled' || status === 'Missed';

type Home = Pick<SummaryFacility, 'root' | 'timeZone'>;
const isPast = ({ startsAt, day }: Visit, now: Date, { timeZone }: Home): boolean =>
  startsAt === null
    ? day !== null && day < recordDay(v.parse(Instant, now.toISOString()), timeZone)
    : Date.parse(startsAt) <= now.getTime();
/** How it stands with a visit. Whether somebody came to one that is over is known only where it is said. */
function visitStatus(one: Visit, now: Date, home: Home): HealthEntry['status'] {
  if (isOfNobody(one)) return 'notDone';
  if (one.status === 'Completed') return 'completed';
  return isPast(one, now, home) ? null : 'planned';
}
export const visitEntryAt = (one: Visit, now: Date, home: Home): SummaryEntry =>
  visitEntry(one, visitStatus(one, now, home), home.root);

/** Visits that took place, the latest first, and those that are to come, the next first. A recommended follow-up is no visit. */
export function visitEntries(visits: readonly Visit[], now: Date, home: Home) {
  const booked = visits.filter((one) => one.kind === 'ExternalAppointment' && !isOfNobody(one));
  const past = booked.filter((one) => isPast(one, now, home));
  return {
    past: past.toReversed().map((one) => visitEntryAt(one, now, home)),
    planned: booked.filter((one) => !past.includes(one)).map((one) => visitEntry(one, 'planned', home.root)),
  };
}

type Plan = Pick<FollowUpPlan, 'appointments' | 'memoToPatient' | 'taskNames'>;
/** What the follow-up plan recommends and nobody has booked yet. */
export const followUpEntries = (plan: Plan, root: string): SummaryEntry[] =>
  plan.appointments
    .filter(({ statusDesc, visit }) => statusDesc === 'Pending' && (visit ?? null) === null)
    .map((one) => ({
      id: stableId(root, 'followUp', one.ptFollowUpAppointmentId),
      entry: entryWith({
        name: filled(one.label) ?? null,
        missing: 'unknown',
        status: 'planned',
        start: readRecordDate(one.targetDate ?? one.actualDate ?? ''),
        facts: [
          ...fact('performer', one.provider),
          ...one.tasks.flatMap(({ propertyCategoryId, taskNote }) =>
            fact(
              'instructions',
              [taskName(plan, propertyCategoryId), filled(plainText(taskNote ?? ''))]
                .filter((part) => part !== undefined)
                .join(': '),
            ),
          ),
        ],
      }),
    }));
export const planWords = (plan: Plan | undefined): string | null =>
  filled(plainText(plan?.memoToPatient ?? '')) ?? null;

const notes = statement(
  'summaries.notes',
  `select n.note_id as id, n.document_type as name, n.service_date as date, n.authored_by as "writtenBy", n.institution,
     (select c.codings from clinical_notes c where c.resource_id = n.note_id) as codings,
     (select jsonb_agg(jsonb_build_object('type', d.content_type, 'text', convert_from(d.content, 'UTF8')) order by d.position)
      from record_documents d where d.resource_id = n.note_id and d.content_type in ('text/plain', 'text/html')) as texts
   from shown_notes n where n.patient_id = $patientId and exists (select from record_documents d where d.resource_id = n.note_id)
   order by n.service_at desc nulls last, n.note_id desc`,
  v.object({
    id: v.number(),
    name: v.string(),
    date: v.nullable(v.string()),
    writtenBy: v.nullable(v.string()),
    institution: v.nullable(v.string()),
    codings: v.array(v.object({ system: v.nullable(v.string()), code: v.string(), display: v.nullable(v.string()) })),
    texts: v.nullable(v.array(v.object({ type: v.string(), text: v.string() }))),
  }),
);
/** The notes that a patient may read, with their words where they have some. */
export async function heldNotes(db: Db, patientId: PatientId, root: string): Promise<SummaryNote[]> {
  const kept: SummaryNote[] = [];
  for (const { id, codings, texts, date, ...one } of await db.many(notes, { patientId })) {
    const words: string[] = [];
    for (const { type, text } of texts ?? []) words.push(type === 'text/html' ? await wordsInHtml(text) : text);
    kept.push({
      ...one,
      date: readRecordDate(date ?? ''),
      id: stableId(root, 'note', id),
      codes: codings,
      text: filled(words.join('\n\n')) ?? null,
    });
  }
  return kept;
}
