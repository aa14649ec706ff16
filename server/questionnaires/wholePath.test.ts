import {
  addAnswerAttachment,
  type Answer,
  AnswerAttachment,
  type AssignedQuestionnaire,
  formOf,
  getQuestionnaire,
  IdempotencyKey,
  PatientId,
  putDraft,
  type QuestionnaireItem,
  submitQuestionnaire,
  submittedAnswers,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { responseFaults } from '../../tests/support/fhir/check.ts';
import { after, emptySheet, type FileOf, step, unsentFile } from '../../tests/support/fhir/course.ts';
import { fileOf } from '../../tests/support/fhir/drawnFile.ts';
import { drawnForm } from '../../tests/support/fhir/drawnForm.ts';
import { picture } from '../../tests/support/fhir/drawnValues.ts';
import { expectedItems, newYork, withoutTexts } from '../../tests/support/fhir/secondReading.ts';
import { draftOf } from '../../tests/server/fhirForms.ts';
import { readResponses } from './responses.ts';
import { asQuestionnaire, type FacilitySide, facilitySide } from '../../tests/server/questionnaires.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let facility: FacilitySide;
let devices: readonly [Browser, Browser];
let devicesAt = 0;
/** Signs both devices in, and again before their tokens expire during a long run. */
async function signIn(): Promise<void> {
  if (Date.now() - devicesAt < 120_000) return;
  devices = [await server.signedIn('patient'), await server.signedIn('patient')];
  devicesAt = Date.now();
}
let patientId: PatientId;
beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});

const Key = v.object({ id: v.number(), key: v.string() });
/** `WHOLE_PATH_CALLS=500` for a long run, `WHOLE_PATH_SEED=1` to repeat one. */
const numRuns = Number(process.env['WHOLE_PATH_CALLS'] ?? 8);
const seed = Number(process.env['WHOLE_PATH_SEED'] ?? Date.now());
let count = 0;

test(
  'any questionnaire comes out as it was answered on two devices, over every call between the file and the export',
  { timeout: 60_000 + numRuns * 5_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        drawnForm,
        fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
        async (drawn, steps) => {
          await signIn();
          const file = fileOf(drawn, `whole-path-${String((count += 1))}`);
          const template = await facility.template(draftOf(file));
          const params = { patientId, assignedQuestionnaireId: await facility.assign(patientId, template) };
          const keys = v.parse(
            v.array(Key),
            await server.query('select id::int, item_key as key from questionnaire_item_ids where template_id = $1', [
              template,
            ]),
          );
          const linkIds = new Map(keys.map(({ id, key }) => [id, key]));
          const linkIdOf = (item: QuestionnaireItem) => linkIds.get(item.questionnaireItemId) ?? '';
          const read = async (device: Browser): Promise<AssignedQuestionnaire> =>
            asQuestionnaire((await device.call(getQuestionnaire, { params })).body);

          const files = new Map<string, AnswerAttachment>();
          const nameOf = (item: QuestionnaireItem, name: string) => `${String(item.questionnaireItemId)} ${name}`;
          const sentFile: FileOf = (item, name) => files.get(nameOf(item, name)) ?? unsentFile(item, name);
          /** Sends the files that a step adds before the step is taken. */
          async function sendFiles(wanted: readonly Parameters<FileOf>[]): Promise<void> {
            for (const [item, name] of wanted) {
              if (files.has(nameOf(item, name))) continue;
              const { status, body } = await device.call(addAnswerAttachment, {
                params: { ...params, questionnaireItemId: item.questionnaireItemId },
                headers: { 'idempotency-key': v.parse(IdempotencyKey, crypto.randomUUID()), 'file-name': name },
                body: picture,
              });
              expect(status).toBe(200);
              files.set(nameOf(item, name), v.parse(AnswerAttachment, body));
            }
          }

          let saves = 0;
          let [device, other] = devices;
          let questionnaire = await read(device);
          let sheet = emptySheet;
          for (const one of [...steps, { kind: 'away' } as const]) {
            if (one.kind !== 'away') {
              const form = formOf(questionnaire);
              const wanted: Parameters<FileOf>[] = [];
              after(sheet, one, form, linkIdOf, (...named) => (wanted.push(named), sentFile(...named)));
              await sendFiles(wanted);
              sheet = after(sheet, one, form, linkIdOf, sentFile);
              continue;
            }
            const savedAt = new Date(Date.UTC(2026, 10, 1, 8, 0, (saves += 1))).toISOString();
            const body = { answers: sheet.answers, templateRevision: questionnaire.templateRevision, savedAt };
            expect((await device.call(putDraft, { params, body })).status).toBe(204);
            [device, other] = [other, device];
            questionnaire = await read(device);
            const answers: readonly Answer[] = questionnaire.draft?.answers ?? [];
            expect(answers).toEqual(sheet.answers);
            sheet = { ...sheet, answers };
          }
          const sent = submittedAnswers(formOf(questionnaire), sheet.answers);
          const reply = await device.call(submitQuestionnaire, {
            params,
            headers: { 'idempotency-key': v.parse(IdempotencyKey, crypto.randomUUID()) },
            body: { templateRevision: questionnaire.templateRevision, patientQuestionAnswerList: sent },
          });
          expect(reply.status).toBe(200);
          expect(asQuestionnaire(reply.body).patientQuestionAnswerList).toEqual(sent);

          // The server re-encodes pictures, so that they contain no location.
          const [kept] = v.parse(
            v.array(v.object({ content: v.instance(Buffer) })),
            await server.query('select content from answer_attachments where assigned_questionnaire_id = $1 limit 1', [
              params.assignedQuestionnaireId,
            ]),
          );
          const responses = await facility.pool.tx((tx) => readResponses(tx, '2026-01-01', null, template));
          expect(responses).toHaveLength(1);
          for (const { response } of responses) {
            expect(withoutTexts(response.item ?? [])).toEqual(
              expectedItems(drawn, sheet.typed, { offset: newYork, file: kept?.content ?? picture }),
            );
            expect(responseFaults(response, file)).toEqual([]);
          }
        },
      ),
      { numRuns, seed },
    );
  },
);
