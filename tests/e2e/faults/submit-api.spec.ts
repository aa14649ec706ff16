import { randomBytes } from 'node:crypto';
import { type AssignedQuestionnaire, type AssignedQuestionnaireId, AssignedQuestionnaire as AssignedQuestionnaireSchema, IdempotencyKey, calls } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { fullSheet } from '../../support/answers.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { contactDetails } from '../../support/contacts.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { expect, test } from '../../support/test.ts';

const newKey = () => v.parse(IdempotencyKey, randomBytes(18).toString('base64url'));
const errorOf = (body: unknown) => v.parse(v.looseObject({ error: v.string() }), body).error;

/** A title that the demo has, whatever it is called: the open questionnaire of the demo patient with the most items. */
async function aTitle(facility: Facility): Promise<string> {
  const rows = await facility.db.query(
    `select t.title from questionnaire_templates t join questionnaire_revisions r on r.template_id = t.id and r.revision = t.current_revision
     order by jsonb_array_length(r.content->'items') desc limit 1`,
  );
  return v.parse(v.object({ title: v.string() }), rows[0]).title;
}

interface Sheet {
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  readonly questionnaire: AssignedQuestionnaire;
}

async function newSheet(facility: Facility, direct: Client, patient: TestPatient, title: string): Promise<Sheet> {
  const assignedQuestionnaireId = await facility.assign(patient.patientId, title);
  const questionnaire = await direct.ask(calls.getQuestionnaire, { params: { patientId: patient.patientId, assignedQuestionnaireId } });
  return { assignedQuestionnaireId, questionnaire };
}

/** What the facility has of one assigned questionnaire. */
async function stored(facility: Facility, id: AssignedQuestionnaireId): Promise<{ completions: number; events: number; answers: unknown }> {
  const [row] = await facility.db.query('select status, answers from assigned_questionnaires where id = $1', [id]);
  const events = await facility.db.value("select count(*)::int from audit_events where type = 'questionnaire.submitted' and (detail->>'assignedQuestionnaireId')::bigint = $1", [id]);
  return { completions: row?.['status'] === 'Completed' ? 1 : 0, events: Number(events), answers: row?.['answers'] };
}

const submission = (patient: TestPatient, { assignedQuestionnaireId, questionnaire }: Sheet, key: IdempotencyKey, seed = 0) => ({
  params: { patientId: patient.patientId, assignedQuestionnaireId },
  headers: { 'idempotency-key': key },
  body: { templateRevision: questionnaire.templateRevision, patientQuestionAnswerList: fullSheet(questionnaire, seed) },
});

/** The same session past the network and through it. */
async function bothWays(facility: Facility, patient: TestPatient): Promise<{ direct: Client; throughNetwork: Client }> {
  const direct = clientOf(facility.directPortalUrl);
  await direct.signIn(patient.username, patient.password);
  const throughNetwork = clientOf(facility.portalUrl);
  await throughNetwork.signIn(patient.username, patient.password);
  return { direct, throughNetwork };
}

/** A part of a whole, each as likely as another: `fc.double` is nearly always next to nothing. */
const anyShare = fc.noBias(fc.nat(9999)).map((part) => part / 10_000);

test('a submit that is cut at any byte, either way, is stored once or not at all, and the retry stores it once', async ({ facility }) => {
  test.setTimeout(300_000);
  const patient = await facility.newPatient();
  const title = await aTitle(facility);
  const { direct, throughNetwork } = await bothWays(facility, patient);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('toServer' as const, 'toClient' as const), anyShare, async (direction, share) => {
      const sheet = await newSheet(facility, direct, patient, title);
      const call = submission(patient, sheet, newKey());
      // Headers weigh about 600 bytes, and the answer less than the sheet; a little beyond the end is among the places, too.
      const size = JSON.stringify(call.body).length + 700;
      const after = Math.floor(share * size);
      await facility.portal.set({ kind: 'cut', direction, after, how: 'reset', afterwards: 'pass', from: /^PUT / });
      const wasAcknowledged = await throughNetwork.send(calls.submitQuestionnaire, call).then(
        ({ status }) => status === 200,
        () => false,
      );
      await facility.portal.set({ kind: 'pass' });
      const before = await stored(facility, sheet.assignedQuestionnaireId);
      if (wasAcknowledged) expect(before.completions).toBe(1);
      expect(before.events).toBe(before.completions);

      const again = await throughNetwork.send(calls.submitQuestionnaire, call);
      expect(again.status).toBe(200);
      const after2 = await stored(facility, sheet.assignedQuestionnaireId);
      expect(after2).toMatchObject({ completions: 1, events: 1 });
      expect(v.parse(AssignedQuestionnaireSchema, again.body).patientQuestionAnswerList).toEqual(after2.answers);
      if (before.completions === 1) expect(after2.answers).toEqual(before.answers);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  // The others fell behind the last byte.
  expect(facility.portal.cuts).toBeGreaterThan(140);
});

test('a new contact that is cut at any byte, either way, is added once', async ({ facility }) => {
  const patient = await facility.newPatient();
  const { throughNetwork } = await bothWays(facility, patient);
  const count = async (name: string) => Number(await facility.db.value('select count(*)::int from contacts where patient_id = $1 and first_name = $2', [patient.patientId, name]));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('toServer' as const, 'toClient' as const), anyShare, async (direction, share) => {
      const name = `Contact ${String((run += 1))}`;
      const call = { params: { patientId: patient.patientId }, headers: { 'idempotency-key': newKey() }, body: contactDetails({ contactFirstName: name }) };
      await facility.portal.set({ kind: 'cut', direction, after: Math.floor(share * (JSON.stringify(call.body).length + 700)), how: 'reset', afterwards: 'pass', from: /^PUT / });
      const wasAcknowledged = await throughNetwork.send(calls.saveContact, call).then(
        ({ status }) => status === 200,
        () => false,
      );
      await facility.portal.set({ kind: 'pass' });
      if (wasAcknowledged) expect(await count(name)).toBe(1);
      expect((await throughNetwork.send(calls.saveContact, call)).status).toBe(200);
      expect(await count(name)).toBe(1);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  expect(facility.portal.cuts).toBeGreaterThan(30);
});

test('fifty identical submits at once are one completion, and each gets the same answer', async ({ facility }) => {
  const patient = await facility.newPatient();
  const { direct } = await bothWays(facility, patient);
  const sheet = await newSheet(facility, direct, patient, await aTitle(facility));
  const call = submission(patient, sheet, newKey());
  const replies = await Promise.all(Array.from({ length: 50 }, () => direct.send(calls.submitQuestionnaire, call)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await stored(facility, sheet.assignedQuestionnaireId)).toMatchObject({ completions: 1, events: 1 });
});

test('fifty different submits at once are one completion, and each loser is shown the one that stands', async ({ facility }) => {
  const patient = await facility.newPatient();
  const { direct } = await bothWays(facility, patient);
  const sheet = await newSheet(facility, direct, patient, await aTitle(facility));
  const replies = await Promise.all(Array.from({ length: 50 }, (_, seed) => direct.send(calls.submitQuestionnaire, submission(patient, sheet, newKey(), seed))));
  const winners = replies.filter(({ status }) => status === 200);
  const losers = replies.filter(({ status }) => status === 409);
  expect([winners.length, losers.length]).toEqual([1, 49]);
  const kept = await stored(facility, sheet.assignedQuestionnaireId);
  expect(kept).toMatchObject({ completions: 1, events: 1 });
  for (const { body } of losers) {
    expect(errorOf(body)).toBe('already_completed');
    const { completed } = v.parse(v.looseObject({ completed: AssignedQuestionnaireSchema }), body);
    expect(completed.patientQuestionAnswerList).toEqual(kept.answers);
  }
});

test('a server killed after the commit and before its reply gives the retry the same completion and score', async ({ facility }) => {
  const patient = await facility.newPatient();
  const { direct, throughNetwork } = await bothWays(facility, patient);
  const sheet = await newSheet(facility, direct, patient, await aTitle(facility));
  const call = submission(patient, sheet, newKey());
  await facility.portal.set({ kind: 'cut', direction: 'toClient', after: 0, how: 'stall', afterwards: 'pass', from: /^PUT / });
  const lost = throughNetwork.send(calls.submitQuestionnaire, call).then(
    () => 'answered',
    () => 'lost',
  );
  await expect.poll(async () => (await stored(facility, sheet.assignedQuestionnaireId)).completions).toBe(1);
  await facility.killServer();
  await facility.portal.set({ kind: 'refuse' });
  expect(await lost).toBe('lost');
  const [scores] = [await facility.db.value('select scores::text from assigned_questionnaires where id = $1', [sheet.assignedQuestionnaireId])];
  await facility.startServer();
  await facility.portal.set({ kind: 'pass' });
  const again = await throughNetwork.send(calls.submitQuestionnaire, call);
  expect(again.status).toBe(200);
  expect(await stored(facility, sheet.assignedQuestionnaireId)).toMatchObject({ completions: 1, events: 1 });
  expect(await facility.db.value('select scores::text from assigned_questionnaires where id = $1', [sheet.assignedQuestionnaireId])).toBe(scores);
  expect((await facility.db.query('select * from broken_audit_rows()')).length).toBe(0);
});
