import { listQuestionnaires, putDraft, getQuestionnaire, type AssignedQuestionnaireId } from '@portal/api';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileForms } from '../../tests/server/hostileForms.ts';
import { draftOf } from '../../tests/server/fhirForms.ts';
import { asQuestionnaire, type FacilitySide, facilitySide, itemOf } from '../../tests/server/questionnaires.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let facility: FacilitySide;
beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
});
afterAll(async () => {
  await facility.end();
  await server.stop();
});

test('a list of hostile questionnaires is answered, says no number that it is not sure of, and others have their turn', async () => {
  const patient = await server.signedIn('patient');
  const patientId = (await server.ids('patient')).patientId;
  if (patientId === null) throw new Error('no patient');
  const hostile = new Map<AssignedQuestionnaireId, string>();
  for (const [name, file] of Object.entries(hostileForms)) {
    const draft = { ...draftOf({ ...file, title: name }), sourceKey: `urn:test:${name}` };
    hostile.set(await facility.assign(patientId, await facility.template(draft)), name);
  }
  const rows = Array.from({ length: 100 }, (_, at) => at + 1);
  for (const assignedQuestionnaireId of hostile.keys()) {
    const params = { patientId, assignedQuestionnaireId };
    const one = asQuestionnaire((await patient.call(getQuestionnaire, { params })).body);
    const [group, dose, named] = ['Rows', 'Dose', 'Name'].map((text) => itemOf(one, text).questionnaireItemId);
    const answers = [
      { questionnaireItemId: group, rows },
      ...rows.flatMap((row) => [
        { questionnaireItemId: dose, rowPath: [row], numberAnswer: row },
        { questionnaireItemId: named, rowPath: [row], textAnswer: `Medicine ${String(row)}` },
      ]),
    ];
    const kept = await patient.call(putDraft, {
      params,
      body: { answers, templateRevision: 1, savedAt: new Date().toISOString() },
    });
    expect(kept.status, kept.text).toBeLessThan(300);
  }
  const waits = monitorEventLoopDelay();
  waits.enable();
  const answer = await patient.call(listQuestionnaires, { params: { patientId } });
  waits.disable();
  const listed = v.parse(listQuestionnaires.answer, answer.body);
  const counts = new Map(listed.map((one) => [hostile.get(one.assignedQuestionnaireId), one]));
  expect(counts.get('a total that doubles')).toMatchObject({ questionCount: 0 });
  expect(counts.get('a total that doubles')?.answeredCount).toBeGreaterThan(0);
  if (process.env['FIGURES'] === '1')
    process.stderr.write(
      `eight hostile questionnaires: others waited ${String(Math.round(waits.max / 1e6))} ms, ${String(Math.round(process.memoryUsage().rss / 1e6))} MB\n`,
    );
});
