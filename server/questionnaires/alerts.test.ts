import {
  type Answer,
  type AssignedQuestionnaireId,
  IdempotencyKey,
  PatientId,
  formOf,
  getQuestionnaire,
  getQuestionnaireHistory,
  languageHeader,
  listQuestionnaireHistory,
  putDraft,
  safetyTextsFor,
  submitQuestionnaire,
  submittedAnswers,
} from '@portal/api';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import { openAlertsLog, raiseAlerts, remindOfAlerts } from './alerts.ts';
import { revisionOf } from './revisions.ts';
import {
  asQuestionnaire,
  type FacilitySide,
  facilitySide,
  goodAnswers,
  itemOf,
  optionOf,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';

const desk = 'alerts@northlight.example';
const nurse = 'nurse@northlight.example';
const template = { ...smallTemplate, sourceKey: 'urn:test:alerts', title: 'Dark thoughts' };
const settings = {
  alerts: [
    {
      key: 'often',
      item: 'often',
      options: ['Often'],
      remindAfterHours: 4,
      text: 'Call **now**: [988](tel:988).',
      texts: { es: 'Llame ahora al [988](tel:988).' },
    },
    { key: 'high', total: 'total', from: 3, tell: nurse },
    { key: 'many', item: 'many', from: 5, remindAfterHours: null },
    { key: 'too many', item: 'many', from: 6 },
  ],
};
const onlyOften = {
  behavior: 'all',
  conditions: [{ itemKey: 'often', operator: '=', is: { kind: 'options', optionKeys: ['yes'] } }],
} as const;

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;
let mrn: string;
let templateId: number;
beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  mrn = String((await server.query('select mrn from patients where id = $1', [patientId]))[0]?.['mrn']);
  templateId = await facility.template(template, settings);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});
beforeEach(async () => {
  await server.query('delete from questionnaire_alerts');
  await server.query('update facilities set alert_email = $1', [desk]);
});

let keys = 0;
const newKey = () => v.parse(IdempotencyKey, `key-of-an-alert-${String((keys += 1)).padStart(8, '0')}`);
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const params = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId, assignedQuestionnaireId });
const alertsOf = (id: AssignedQuestionnaireId) =>
  server.query(
    'select id, alert_key, tell_address, remind_at from questionnaire_alerts where assigned_questionnaire_id = $1 order by id',
    [id],
  );
async function openedOf(template: number, browser = patient) {
  const id = await facility.assign(patientId, template);
  const questionnaire = asQuestionnaire((await browser.call(getQuestionnaire, { params: params(id) })).body);
  const send = (answers: readonly Answer[], key = newKey(), headers: Readonly<Record<string, string>> = {}) =>
    browser.call(submitQuestionnaire, {
      params: params(id),
      headers: { ...headers, 'idempotency-key': key },
      body: { templateRevision: questionnaire.templateRevision, patientQuestionAnswerList: [...answers] },
    });
  const never = (): Answer[] => {
    const item = itemOf(questionnaire, 'How often?');
    return [{ questionnaireItemId: item.questionnaireItemId, listAnswerId: optionOf(item, 'Never') }];
  };
  return { id, questionnaire, never: never(), send };
}
async function opened(browser = patient) {
  const one = await openedOf(templateId, browser);
  return { ...one, answers: goodAnswers(one.questionnaire) };
}
/** How many mails an address has received so far, and those that are added. */
async function mailsAfter(to: string, work: () => Promise<unknown>, count: number) {
  const before = (await server.mails(to)).length;
  await work();
  return (await server.waitForMails(to, before + count)).slice(before);
}

describe('answers that meet a rule', () => {
  it('are told by mail that says nothing but the numbers, one mail for each address, and the patient reads whom to call', async () => {
    const { id, answers, send } = await opened();
    const key = newKey();
    let body = '';
    const mails = await mailsAfter(
      desk,
      async () => {
        const first = await send(answers, key);
        expect(asQuestionnaire(first.body).alertMessages).toEqual([
          'Call <strong>now</strong>: <a href="tel:988">988</a>.',
        ]);
        body = first.text;
      },
      1,
    );
    const raised = await alertsOf(id);
    expect(raised.map((one) => one['alert_key'])).toEqual(['often', 'high', 'many']);
    const [often, high, many] = raised.map((one) => String(one['id']));
    expect(mails).toMatchObject([{ subject: 'An answer needs a look' }]);
    expect(mails[0]?.text).toContain(`alerts show ${String(often)} ${String(many)}`);
    const [toNurse] = await server.waitForMails(nurse, 1);
    expect(toNurse?.text).toContain(`alerts show ${String(high)}`);
    const { firstName, lastName } = await patient.profile();
    for (const mail of [...mails, toNurse])
      for (const secret of [template.title, mrn, firstName, lastName, 'Often', 'All is well', '988'])
        expect(JSON.stringify(mail)).not.toContain(secret);

    // The same key again: the same answer, and no second alert or mail.
    expect((await send([], key)).text).toBe(body);
    expect(await alertsOf(id)).toHaveLength(3);
    const history = await patient.call(getQuestionnaireHistory, { params: params(id) });
    expect(asQuestionnaire(history.body).alertMessages).toHaveLength(1);
    const list = await patient.call(listQuestionnaireHistory, { params: { patientId } });
    expect(list.text).toContain(template.title);
    expect(list.text).not.toContain('tel:988');
    expect(
      await server.query("select 1 from mails where kind = 'alertRaised' and created_at > now() - interval '1 minute'"),
    ).toHaveLength(2);
  });

  it('raise nothing where no rule is met', async () => {
    const { id, never, send } = await opened();
    const completed = asQuestionnaire((await send(never)).body);
    expect(completed.statusDescription).toBe('Completed');
    expect(completed).not.toHaveProperty('alertMessages');
    expect(await alertsOf(id)).toEqual([]);
  });

  it("are told to the patient in the reader's language, whatever their account says", async () => {
    const { id, answers, send } = await opened();
    const spanish = { [languageHeader]: 'es' };
    const said = ['Llame ahora al <a href="tel:988">988</a>.'];
    expect(asQuestionnaire((await send(answers, newKey(), spanish)).body).alertMessages).toEqual(said);
    const review = async (headers: Readonly<Record<string, string>>) =>
      asQuestionnaire((await patient.call(getQuestionnaireHistory, { params: params(id), headers })).body);
    expect((await review(spanish)).alertMessages).toEqual(said);
    expect((await review({})).alertMessages).toEqual(['Call <strong>now</strong>: <a href="tel:988">988</a>.']);
  });

  it('raise nothing and add to no total where they were taken back by a condition', async () => {
    const harmId = await facility.template(
      {
        ...smallTemplate,
        sourceKey: 'urn:test:alerts-asked',
        items: [
          ...smallTemplate.items,
          {
            key: 'harm',
            type: 'SingleSelectionRadioButtonQuestion',
            html: 'Thoughts of harm?',
            enableWhen: onlyOften,
            options: [
              { key: 'none', text: 'None', score: 0 },
              { key: 'some', text: 'Some', score: 4 },
            ],
          },
          {
            key: 'times',
            type: 'QuestionGroup',
            html: 'Each time',
            occurs: { least: 0, most: 5 },
            layout: 'list',
            enableWhen: onlyOften,
          },
          { key: 'hurt', parentKey: 'times', type: 'BooleanQuestion', html: 'Were you hurt?' },
        ],
        scores: [{ key: 'total', name: 'Total', terms: [{ itemKey: 'often' }, { itemKey: 'harm' }] }],
      },
      {
        alerts: [
          { key: 'harm', item: 'harm', options: ['Some'] },
          { key: 'hurt', item: 'hurt', answer: 'yes' },
          { key: 'high', total: 'total', from: 4 },
        ],
      },
    );
    const sheet = async () => {
      const one = await openedOf(harmId);
      const entry = (text: string, option: string): Answer => {
        const item = itemOf(one.questionnaire, text);
        return { questionnaireItemId: item.questionnaireItemId, listAnswerId: optionOf(item, option) };
      };
      const [times, hurt] = ['Each time', 'Were you hurt?'].map(
        (text) => itemOf(one.questionnaire, text).questionnaireItemId,
      );
      if (times === undefined || hurt === undefined) throw new Error('no rows');
      const typed: Answer[] = [
        entry('Thoughts of harm?', 'Some'),
        { questionnaireItemId: times, rows: [1, 2] },
        { questionnaireItemId: hurt, rowPath: [2], isChecked: true },
      ];
      return { ...one, often: entry('How often?', 'Often'), typed };
    };
    const asked = await sheet();
    const told = asQuestionnaire((await asked.send([asked.often, ...asked.typed])).body);
    expect(told.patientScoreList).toMatchObject([{ scoreValue: 7 }]);
    const raised = await alertsOf(asked.id);
    expect(raised.map((one) => one['alert_key'])).toEqual(['harm', 'hurt', 'high']);
    const shown = await admin('alerts', 'show', String(raised[0]?.['id']));
    expect(shown.out).toContain('Each time 1, Were you hurt?: Yes');

    const { id, questionnaire, never, typed, send } = await sheet();
    const draft = { answers: [...never, ...typed], templateRevision: questionnaire.templateRevision };
    const savedAt = new Date().toISOString();
    expect((await patient.call(putDraft, { params: params(id), body: { ...draft, savedAt } })).status).toBe(204);
    expect(await send(draft.answers)).toMatchObject({ status: 422, body: { error: 'answers_invalid' } });
    expect(await alertsOf(id)).toEqual([]);
    const completed = asQuestionnaire((await send(submittedAnswers(formOf(questionnaire), draft.answers))).body);
    expect(completed.patientQuestionAnswerList).toEqual(never);
    expect(completed.patientScoreList).toMatchObject([{ scoreValue: 0 }]);
    expect(await alertsOf(id)).toEqual([]);
  });

  it('are compared with those that were sent before; what was read then stays with each', async () => {
    const worse = await facility.template(
      { ...smallTemplate, sourceKey: 'urn:test:worse', title: 'Worse than before' },
      {
        alerts: [
          { key: 'worse', total: 'total', risesBy: 2, text: 'You feel worse.' },
          { key: 'again', item: 'often', options: ['Often'], again: true, text: 'The second time.' },
        ],
      },
    );
    const answered = async (option: 'Never' | 'Often') => {
      const { id, questionnaire, send } = await openedOf(worse);
      const often = itemOf(questionnaire, 'How often?');
      const { questionnaireItemId } = often;
      const answers = goodAnswers(questionnaire).map((one) =>
        one.questionnaireItemId === questionnaireItemId ? { ...one, listAnswerId: optionOf(often, option) } : one,
      );
      const shown =
        questionnaire.safetyTexts && safetyTextsFor(formOf(questionnaire), questionnaire.safetyTexts, answers);
      const sent = asQuestionnaire((await send(answers)).body);
      expect(sent.safetyTexts).toBeUndefined();
      const keys = (await alertsOf(id)).map((one) => one['alert_key']);
      expect(sent.alertMessages ?? []).toEqual((shown ?? []).map(({ text }) => text));
      return { id, keys, messages: sent.alertMessages };
    };
    const [first, second, third, fourth] = [
      await answered('Never'),
      await answered('Often'),
      await answered('Often'),
      await answered('Never'),
    ];
    expect([first, second, third, fourth].map(({ keys }) => keys)).toEqual([[], ['worse'], ['again'], []]);
    for (const { id, messages } of [first, second, third, fourth]) {
      const history = await patient.call(getQuestionnaireHistory, { params: params(id) });
      expect(asQuestionnaire(history.body).alertMessages).toEqual(messages);
    }
  });

  it('raise it once, however many sendings race', async () => {
    const { id, answers, send } = await opened();
    const before = (await server.query("select 1 from mails where kind = 'alertRaised'")).length;
    const sent = await Promise.all(Array.from({ length: 50 }, () => send(answers)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await alertsOf(id)).toHaveLength(3);
    expect(await server.query("select 1 from mails where kind = 'alertRaised'")).toHaveLength(before + 2);
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  it('raise nothing where the completion does not come to be stored', async () => {
    const { id, answers } = await opened();
    const before = (await server.query("select 1 from mails where kind = 'alertRaised'")).length;
    const [row] = await server.query(
      'select r.key from questionnaire_revisions r where r.template_id = $1 order by r.revision desc limit 1',
      [templateId],
    );
    const revision = await revisionOf(facility.pool.db, String(row?.['key']));
    const actor = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
    const ended = server.tx(async (tx) => {
      await raiseAlerts(tx, actor, { patientId, assignedQuestionnaireId: id, revision, answers, scores: [] });
      throw new Error('the server ends here');
    });
    await expect(ended).rejects.toThrow('the server ends here');
    expect(await alertsOf(id)).toEqual([]);
    expect(await server.query("select 1 from mails where kind = 'alertRaised'")).toHaveLength(before);
  });

  it('are told alike where they come by an emailed link', async () => {
    const [person] = await server.query('select last_name, date_of_birth::text as born from patients where id = $1', [
      patientId,
    ]);
    const visitor = server.browser();
    await visitor.followLink(await server.link('patient'), String(person?.['last_name']), String(person?.['born']));
    const { id, answers, send } = await opened(visitor);
    expect(asQuestionnaire((await send(answers)).body).alertMessages).toHaveLength(1);
    expect(await alertsOf(id)).toHaveLength(3);
  });
});

describe('an alert', () => {
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const remind = (hours: number) => remindOfAlerts({ tx: (work) => server.tx(work) }, later(hours));

  it('is told once more while nobody acknowledges it, once, and not where its rule says so', async () => {
    const { id, answers, send } = await opened();
    await send(answers);
    const [often] = await alertsOf(id);
    expect(await remind(3)).toBe(0);
    const found = await Promise.all(Array.from({ length: 5 }, () => remind(5)));
    expect(found.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1]);
    const reminders = await vi.waitFor(
      async () => {
        const come = (await server.mails(desk)).filter(({ subject }) => subject === 'An answer still needs a look');
        expect(come).not.toHaveLength(0);
        return come;
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.text).toContain(`alerts show ${String(often?.['id'])}\n`);
    expect(await remind(30)).toBe(1);
    expect(await remind(1000)).toBe(0);
  });

  it('waits for an address where the facility names nobody', async () => {
    await server.query('update facilities set alert_email = null');
    const { id, answers, send } = await opened();
    await send(answers);
    expect(await alertsOf(id)).toHaveLength(3);
    expect(await remind(5)).toBe(0);
    await server.query('update facilities set alert_email = $1', [desk]);
    expect(await remind(5)).toBe(1);
  });

  it('is listed with what was answered until somebody acknowledges it; each look is in the audit of the patient', async () => {
    const { id, answers, send } = await opened();
    await send(answers);
    const [often = {}, high = {}, many = {}] = await alertsOf(id);
    const number = String(often['id']);
    const listed = await admin('alerts', 'list');
    expect(listed.out.split('\n').map((line) => line.trim())).toEqual([
      expect.stringMatching(new RegExp(`^${number} {2}open for 0 min {2}${mrn} \\(.*\\) {2}How often\\?: Often$`)),
      expect.stringMatching(new RegExp(`^${String(high['id'])} .* Total: 3$`)),
      expect.stringMatching(new RegExp(`^${String(many['id'])} .* How many\\?: 5$`)),
    ]);
    const shown = await admin('alerts', 'show', number);
    for (const part of [
      'Dark thoughts',
      mrn,
      'How often?: Often',
      `told        ${desk}`,
      'Call now: 988.',
      'Say more: All is well',
      'Total: 3',
    ])
      expect(shown.out).toContain(part);

    expect(await admin('alerts', 'acknowledge', number)).toMatchObject({ code: 2 });
    const done = await admin('alerts', 'acknowledge', number, '--by', 'Ana Ruiz', '--note', 'Called back.');
    expect(done).toMatchObject({ code: 0, out: `Alert ${number} of ${mrn} is acknowledged.` });
    expect(await admin('alerts', 'acknowledge', String(high['id']), number, '--by', 'Somebody')).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`^Alert ${number} was acknowledged .* by Ana Ruiz\\.$`)),
    });
    expect((await admin('alerts')).out.split('\n')).toHaveLength(2);
    const all = (await admin('alerts', 'list', '--all')).out.split('\n');
    expect(all.at(-1)).toMatch(/acknowledged .* UTC by Ana Ruiz/);
    expect(await remind(5)).toBe(0);
    expect(await admin('alerts', 'show', '999999999')).toMatchObject({ code: 1 });
    expect(await admin('alerts', 'show', 'one')).toMatchObject({ code: 2 });

    const rows = await server.query(
      "select type, count(*)::int as count from audit_events where patient_id = $1 and type like 'alert%' and (detail->>'alertId')::bigint = $2 group by type order by type",
      [patientId, number],
    );
    expect(rows).toEqual([
      { type: 'alert.acknowledged', count: 1 },
      { type: 'alert.raised', count: 1 },
      { type: 'alert.shown', count: 1 },
      { type: 'alerts.listed', count: 2 },
    ]);
    expect((await admin('facility', 'show', 'Northlight')).out).toMatch(/alerts +2 open, told to alerts@northlight/);
  });

  it('is counted in the log while nobody acknowledges it: numbers alone, when they change and each hour', async () => {
    const { answers, send } = await opened();
    await send(answers);
    const lines: string[] = [];
    const logOpen = openAlertsLog(pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }));
    const at = (hours: number) => server.tx((tx) => logOpen(tx, later(hours)));
    for (const hours of [0, 0.5, 1.5, 25]) await at(hours);
    await server.query('delete from questionnaire_alerts');
    for (const hours of [25.1, 27]) await at(hours);
    const said = (level: number, open: number, oldestHours: number) => ({
      level,
      open,
      oldestHours,
      msg: 'alerts that nobody has acknowledged',
    });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      said(30, 3, 0),
      said(30, 3, 1),
      said(40, 3, 25),
      said(30, 0, 0),
    ]);
  });

  it('goes with the patient', async () => {
    const { id, answers, send } = await opened();
    await send(answers);
    await server.query('delete from assigned_questionnaires where id = $1', [id]);
    expect(await alertsOf(id)).toEqual([]);
  });
});

it('the facility says who is told, and hears where nobody is', async () => {
  expect(await admin('facility', 'alerts', 'Northlight', '--address', 'none')).toMatchObject({ code: 0 });
  expect(await admin('facility', 'alerts', 'Northlight', '--address', 'nobody')).toMatchObject({ code: 2 });
  expect((await admin('facility', 'show', 'Northlight')).out).toMatch(/alerts +0 open, told to nobody/);
  expect(await admin('facility', 'alerts', 'Northlight', '--address', desk)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`alerts are told to ${desk}.`),
  });
});
