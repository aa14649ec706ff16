import {
  AssignedQuestionnaireId,
  IdempotencyKey,
  PatientId,
  ScoreHistory,
  getQuestionnaire,
  getScoreHistory,
  listQuestionnaireHistory,
  submitQuestionnaire,
} from '@portal/api';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepNext } from './series/worker.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import type { TemplateDraft } from './draft.ts';
import { setTemplate } from './saveTemplate.ts';
import {
  asQuestionnaire,
  type FacilitySide,
  facilitySide,
  itemOf,
  optionOf,
} from '../../tests/server/questionnaires.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;

/** A template with one choice that scores; `most` is the score of "Often". */
const template = (most = 3): TemplateDraft => ({
  sourceKey: 'urn:test:over-time',
  title: 'Over time',
  language: 'en',
  items: [
    {
      key: 'often',
      type: 'SingleSelectionRadioButtonQuestion',
      html: 'How often?',
      options: [
        { key: 'no', text: 'Never', score: 0 },
        { key: 'some', text: 'Sometimes', score: 1 },
        { key: 'yes', text: 'Often', score: most },
      ],
    },
  ],
  scores: [
    {
      key: 'total',
      name: 'Total',
      terms: [{ itemKey: 'often' }],
      messages: [
        { from: 2, to: null, text: 'Please call us.', texts: { es: 'Llámenos.' } },
        { from: 0, to: 1, text: 'Fine.' },
      ],
    },
    { key: 'inner', name: 'Inner', terms: [{ itemKey: 'often' }], isShown: false },
  ],
});

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

let keys = 0;
async function answered(templateId: number, option: string): Promise<AssignedQuestionnaireId> {
  const id = await facility.assign(patientId, templateId);
  const params = { patientId, assignedQuestionnaireId: id };
  const opened = asQuestionnaire((await patient.call(getQuestionnaire, { params })).body);
  const item = itemOf(opened, 'How often?');
  const sent = await patient.call(submitQuestionnaire, {
    params,
    headers: { 'idempotency-key': v.parse(IdempotencyKey, `key-over-time-${String((keys += 1)).padStart(8, '0')}`) },
    body: {
      templateRevision: opened.templateRevision,
      patientQuestionAnswerList: [
        { questionnaireItemId: item.questionnaireItemId, listAnswerId: optionOf(item, option) },
      ],
    },
  });
  expect(sent.status, sent.text).toBe(200);
  return id;
}
const asked = (id: AssignedQuestionnaireId, browser = patient) =>
  browser.call(getScoreHistory, { params: { patientId, assignedQuestionnaireId: id } });
const historyOf = async (id: AssignedQuestionnaireId) => v.parse(ScoreHistory, (await asked(id)).body);
const values = ({ scores }: ScoreHistory) => scores.map((score) => score.values.map(({ scoreValue }) => scoreValue));

describe('scores over time', () => {
  it('are all of one questionnaire, oldest first, with the ranges that the facility gave them', async () => {
    const id = await facility.template(template());
    const first = await answered(id, 'Often');
    const second = await answered(id, 'Never');
    const third = await answered(id, 'Sometimes');
    for (const one of [first, second, third]) {
      const history = await historyOf(one);
      expect(values(history)).toEqual([[3, 0, 1]]);
      expect(history).toMatchObject({
        templateTitle: 'Over time',
        language: 'en',
        scores: [
          {
            scoreName: 'Total',
            scoreMaximum: 3,
            leftOut: 0,
            ranges: [
              { from: 0, to: 1, message: 'Fine.' },
              { from: 2, to: null, message: 'Please call us.' },
            ],
          },
        ],
      });
    }
    const [row] = await server.query(
      "select count(*)::int as count from audit_events where type = 'read.getScoreHistory' and patient_id = $1",
      [patientId],
    );
    expect(row?.['count']).toBe(3);
  });

  it('of another maximum are no part of it, and it says so', async () => {
    const id = await facility.template(template());
    const before = (await historyOf(await answered(id, 'Never'))).scores[0]?.values.length ?? 0;
    await facility.template(template(10));
    const changed = await answered(id, 'Often');
    const history = await historyOf(changed);
    expect(values(history)).toEqual([[10]]);
    expect(history.scores[0]).toMatchObject({ scoreMaximum: 10, leftOut: before });
  });

  it('have no numbers where the facility shows none', async () => {
    const id = await facility.template({ ...template(), sourceKey: 'urn:test:no-numbers', title: 'No numbers' });
    const shown = await answered(id, 'Often');
    await facility.pool.tx((tx) => setTemplate(tx, id, { showNumbers: false }));
    const hidden = await answered(id, 'Never');
    expect((await historyOf(hidden)).scores).toEqual([]);
    expect(values(await historyOf(shown))).toEqual([[3]]);
  });

  it('are of completions alone, and of one’s own', async () => {
    const id = await facility.template(template());
    const open = await facility.assign(patientId, id);
    expect((await asked(open)).status).toBe(404);
    const done = await answered(id, 'Never');
    const other = await server.signedIn('limited');
    expect((await asked(done, other)).status).toBe(404);
    const { patientId: others } = await server.ids('limited');
    const foreign = await other.call(getScoreHistory, {
      params: { patientId: v.parse(PatientId, others), assignedQuestionnaireId: done },
    });
    expect(foreign.status).toBe(404);
  });
});

it('the demo has a series that is worth looking at, and nothing left to be made of it', async () => {
  const [newest] = await server.query(
    "select a.id from assigned_questionnaires a join questionnaire_templates t on t.id = a.template_id where a.patient_id = $1 and a.status = 'Completed' and t.title = 'Your mood this week' order by a.closed_at desc limit 1",
    [patientId],
  );
  const history = await historyOf(v.parse(AssignedQuestionnaireId, newest?.['id']));
  expect(values(history)[0]).toEqual([13, 11, 8, 9, 5, 4]);
  const closed = await patient.call(listQuestionnaireHistory, { params: { patientId } });
  expect(closed.text).toContain('Your mood this week');
  expect(closed.text).not.toContain('"repeats"');
  const count = async () =>
    (await server.query('select count(*)::int as count from assigned_questionnaires where series_id is not null'))[0];
  const before = await count();
  expect(before).toEqual({ count: 8 });
  while (await keepNext(server.pool, new Date(), pino({ level: 'silent' })));
  expect(await count()).toEqual(before);
});
