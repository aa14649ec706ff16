import { AnswersInvalid, getQuestionnaire, getValueSet, PatientId, putDraft, submitQuestionnaire } from '@portal/api';
import { AssignedQuestionnaire, IdempotencyKey, ValueSet } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemplateDraft, ValueSetDraft } from './draft.ts';
import { type FacilitySide, facilitySide } from '../../tests/server/questionnaires.ts';
import { valueSetOf } from './valueSets.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';

const conditions: ValueSetDraft = {
  key: 'conditions-of-a-test',
  concepts: [
    {
      system: 'urn:test:codes',
      code: 'J45',
      display: 'Asthma',
      translations: { es: 'Asma', fr: 'Asthme' },
    },
    { system: 'urn:test:codes', code: 'E11.9', display: 'Type 2 diabetes', translations: { es: 'Diabetes tipo 2' } },
    { system: null, code: 'none', display: 'None of them' },
  ],
};
const template: TemplateDraft = {
  sourceKey: 'urn:test:conditions',
  title: 'Conditions',
  items: [
    {
      key: 'which',
      type: 'LookupQuestion',
      html: 'Which condition?',
      valueSetKey: conditions.key,
      isMultiple: true,
      isOpen: false,
    },
  ],
  valueSets: [conditions],
};

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});

const ask = (browser: Browser, valueSetKey = conditions.key, of = patientId) =>
  browser.call(getValueSet, { params: { patientId: of, valueSetKey } });

describe('a value set', () => {
  it('is there while a questionnaire that asks with it waits for the patient, and for nobody else', async () => {
    expect((await ask(patient)).status).toBe(404);
    const templateId = await facility.template(template);
    expect((await ask(patient)).status).toBe(404);
    await facility.assign(patientId, templateId, 0, false);
    expect((await ask(patient)).status).toBe(404);
    await facility.assign(patientId, templateId);
    const answer = await ask(patient);
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(ValueSet.entries), answer.body)).toEqual(valueSetOf(conditions));
    expect((await ask(patient, 'another')).status).toBe(404);
    const limited = await server.signedIn('limited');
    expect((await ask(limited)).status).toBe(404);
    const { patientId: other } = await server.ids('limited');
    expect((await ask(limited, conditions.key, v.parse(PatientId, other))).status).toBe(404);
  });

  it('takes answers that are in it, in its own words, and refuses all others', async () => {
    const id = await facility.assign(patientId, await facility.template(template));
    const params = { patientId, assignedQuestionnaireId: id };
    const open = v.parse(AssignedQuestionnaire, (await patient.call(getQuestionnaire, { params })).body);
    const questionnaireItemId = open.questionnaireItems[0]?.questionnaireItemId;
    if (questionnaireItemId === undefined) throw new Error('it asks nothing');
    let sent = 0;
    const submit = (...codings: { system?: string; code: string; display: string }[]) =>
      patient.call(submitQuestionnaire, {
        params,
        headers: {
          'idempotency-key': v.parse(IdempotencyKey, `value-set-test-${String((sent += 1)).padStart(8, '0')}`),
        },
        body: {
          templateRevision: open.templateRevision,
          patientQuestionAnswerList: codings.map((coding) => ({ questionnaireItemId, coding })),
        },
      });
    const system = 'urn:test:codes';
    for (const wrong of [
      { system, code: 'J46', display: 'Asthma' },
      { system, code: 'J45', display: 'Asma' },
      { code: 'J45', display: 'Asthma' },
      { system, code: 'none', display: 'None of them' },
    ]) {
      const refused = await submit({ system, code: 'E11.9', display: 'Type 2 diabetes' }, wrong);
      expect(refused.status).toBe(422);
      expect(v.parse(AnswersInvalid, refused.body).faults[0]).toMatchObject({
        questionnaireItemId,
        fault: 'unknownOption',
      });
    }
    // A draft contains what somebody has typed so far and is stored unchecked.
    const savedAt = new Date().toISOString();
    const typed = { questionnaireItemId, textAnswer: 'asth', isChecked: false };
    expect(
      (await patient.call(putDraft, { params, body: { answers: [typed], templateRevision: 1, savedAt } })).status,
    ).toBe(204);
    const asthma = { system, code: 'J45', display: 'Asthma' };
    const none = { code: 'none', display: 'None of them' };
    const done = await submit(asthma, none);
    expect(done.status).toBe(200);
    expect(v.parse(AssignedQuestionnaire, done.body).patientQuestionAnswerList).toEqual([
      { questionnaireItemId, coding: asthma },
      { questionnaireItemId, coding: none },
    ]);
  });
});
