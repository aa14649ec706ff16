import { type FollowUpPlan, type HealthEntry, type PatientId, readRecordDate } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { wordsInHtml } from '../../html/htmlAside.ts';
import type { Visit } from './visitFacts.ts';
import { plainText } from '../../html/plainText.ts';
import { entryWith, type Kept, type KeptNote } from './content.ts';
import { stableId } from './datatypes.ts';

const filled = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim());
const fact = (name: HealthEntry['facts'][number]['name'], value: string | null): HealthEntry['facts'] =>
  filled(value) === null ? [] : [{ name, value: filled(value) ?? '' }];

export function visitEntry(one: Visit, status: HealthEntry['status'], root: string): Kept {
  const end =
    one.startsAt === null || one.durationMinutes === null
      ? null
      : readRecordDate(new Date(Date.parse(one.startsAt) + one.durationMinutes * 60_000).toISOString());
  return {
    id: stableId(root, 'visit', one.id),
    entry: entryWith({
      name: filled([one.type, one.subtype].flatMap((part) => filled(part) ?? []).join(', ')),
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

const isPast = ({ startsAt, day }: Visit, now: Date, today: string): boolean =>
  startsAt === null ? day !== null && day < today : Date.parse(startsAt) <= now.getTime();
/** How it stands with a visit. Whether somebody came to one that is over is known only where it is said. */
export function visitStatus(one: Visit, now: Date, today: string): HealthEntry['status'] {
  if (isOfNobody(one)) return 'notDone';
  if (one.status === 'Completed') return 'completed';
  return isPast(one, now, today) ? null : 'planned';
}

/** Visits that took place, the latest first, and those that are to come, the next first. A recommended follow-up is no visit. */
export function visitEntries(visits: readonly Visit[], now: Date, today: string, root: string) {
  const booked = visits.filter((one) => one.kind === 'ExternalAppointment' && !isOfNobody(one));
  const past = booked.filter((one) => isPast(one, now, today));
  const entry = (one: Visit): Kept => visitEntry(one, visitStatus(one, now, today), root);
  return {
    past: past.toReversed().map(entry),
    planned: booked.filter((one) => !past.includes(one)).map((one) => visitEntry(one, 'planned', root)),
  };
}

type Plan = Pick<FollowUpPlan, 'appointments' | 'memoToPatient' | 'taskNames'>;
/** What the follow-up plan recommends and nobody has booked yet. */
export const followUpEntries = (plan: Plan | undefined, root: string): Kept[] =>
  (plan?.appointments ?? [])
    .filter(({ statusDesc, visit }) => statusDesc === 'Pending' && (visit ?? null) === null)
    .map((one) => {
      const nameOf = (key: string) => plan?.taskNames.find((task) => task.key === key)?.value ?? key;
      return {
        id: stableId(root, 'followUp', one.ptFollowUpAppointmentId),
        entry: entryWith({
          name: filled(one.label),
          missing: 'unknown',
          status: 'planned',
          start: readRecordDate(one.targetDate ?? one.actualDate ?? ''),
          facts: [
            ...fact('performer', one.provider),
            ...one.tasks.flatMap(({ propertyCategoryId, taskNote }) =>
              fact(
                'instructions',
                [nameOf(propertyCategoryId), taskNote === null ? null : filled(plainText(taskNote))]
                  .filter((part) => part !== null)
                  .join(': '),
              ),
            ),
          ],
        }),
      };
    });
export const planWords = (plan: Plan | undefined): string | null =>
  filled(plan?.memoToPatient === null || plan === undefined ? null : plainText(plan.memoToPatient));

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
export async function heldNotes(db: Db, patientId: PatientId, root: string): Promise<KeptNote[]> {
  const kept: KeptNote[] = [];
  for (const { id, codings, texts, date, ...one } of await db.many(notes, { patientId })) {
    const words: string[] = [];
    for (const { type, text } of texts ?? []) words.push(type === 'text/html' ? await wordsInHtml(text) : text);
    kept.push({
      ...one,
      date: readRecordDate(date ?? ''),
      id: stableId(root, 'note', id),
      codes: codings,
      text: filled(words.join('\n\n')),
    });
  }
  return kept;
}
