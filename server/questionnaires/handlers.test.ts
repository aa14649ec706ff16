import {
  type Answer,
  AnswersInvalid,
  AlreadyCompleted,
  AssignedQuestionnaireId,
  DraftSuperseded,
  IdempotencyKey,
  KioskPatientRow,
  PatientId,
  AssignedQuestionnaireSummary,
  TemplateRevised,
  countNewQuestionnaires,
  countOpenQuestionnaires,
  declineQuestionnaire,
  deleteDraft,
  getQuestionnaire,
  getPatient,
  getQuestionnaireHistory,
  initiateKioskLogon,
  listKioskPatients,
  listQuestionnaireHistory,
  listQuestionnaires,
  formOf,
  progressOf,
  putDraft,
  submitQuestionnaire,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  asQuestionnaire,
  dateFromToday,
  type FacilitySide,
  facilitySide,
  goodAnswers,
  itemOf,
  optionOf,
  branchingTemplate,
} from '../../tests/server/questionnaires.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import { hasStartableDueQuestionnaire } from '../kiosk/dueHandlers.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;
let small: number;

beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  const { patientId: id } = await server.ids('patient');
  patientId = v.parse(PatientId, id);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});
beforeEach(async () => {
  small = await facility.template(branchingTemplate);
});

let keys = 0;
const newKey = () => v.parse(IdempotencyKey, `key-of-a-test-${String((keys += 1)).padStart(8, '0')}`);
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 8, 0, seconds)).toISOString();
/** Changes settings of all facilities during a test and restores them afterwards, even if the test fails. */
async function whileSet(change: string, tried: () => Promise<void>): Promise<void> {
  const before = await server.query('select id, kiosk_enabled, capabilities from facilities');
  try {
    await server.query(`update facilities set ${change}`);
    await tried();
  } finally {
    for (const { id, kiosk_enabled: isEnabled, capabilities } of before)
      await server.query('update facilities set kiosk_enabled = $2, capabilities = $3 where id = $1', [
        id,
        isEnabled,
        JSON.stringify(capabilities),
      ]);
  }
}
const Summaries = v.array(AssignedQuestionnaireSummary);

const params = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId, assignedQuestionnaireId });
const open = async (id: AssignedQuestionnaireId, browser = patient) =>
  asQuestionnaire((await browser.call(getQuestionnaire, { params: params(id) })).body);
const submit = (
  id: AssignedQuestionnaireId,
  answers: readonly Answer[],
  { key = newKey(), revision, browser = patient }: { key?: IdempotencyKey; revision: number; browser?: Browser },
) =>
  browser.call(submitQuestionnaire, {
    params: params(id),
    headers: { 'idempotency-key': key },
    body: { templateRevision: revision, patientQuestionAnswerList: [...answers] },
  });
const draft = (
  id: AssignedQuestionnaireId,
  answers: readonly Answer[],
  savedAt: string,
  { revision = 1, browser = patient } = {},
) => browser.call(putDraft, { params: params(id), body: { answers, templateRevision: revision, savedAt } });
const completionsOf = (id: AssignedQuestionnaireId) =>
  server.query(
    "select detail from audit_events where type = 'questionnaire.submitted' and (detail->>'assignedQuestionnaireId')::bigint = $1",
    [id],
  );
const list = async (browser = patient) =>
  v.parse(Summaries, (await browser.call(listQuestionnaires, { params: { patientId } })).body);

/** The small questionnaire, due today and opened. */
async function opened(inDays = 0) {
  const id = await facility.assign(patientId, small, inDays);
  const questionnaire = await open(id);
  return { id, questionnaire, answers: goodAnswers(questionnaire), revision: questionnaire.templateRevision };
}

describe('the lists', () => {
  it('show what is open by due date, and what is closed the latest first', async () => {
    const current = await list();
    expect(current.map((one) => one.templateTitle)).toEqual(
      expect.arrayContaining([
        'How are you doing?',
        'Pain and medicines',
        'Ten questions about your week',
        'Your mood this week',
        'Yearly health review',
      ]),
    );
    const dueDates = current.map((one) => one.dueDate ?? '');
    expect(dueDates).toEqual(dueDates.toSorted((a, b) => a.localeCompare(b)));
    const history = v.parse(Summaries, (await patient.call(listQuestionnaireHistory, { params: { patientId } })).body);
    expect(new Set(history.map((one) => one.statusDescription))).toEqual(new Set(['Completed', 'Declined', 'Missed']));
    const closedAt = history.map((one) => one.completedDate ?? '');
    expect(closedAt).toEqual(closedAt.toSorted((a, b) => b.localeCompare(a)));
  });

  it('count as new what nobody has opened; fetching ahead of time opens nothing', async () => {
    const count = async () => (await patient.call(countNewQuestionnaires, { params: { patientId } })).body;
    const before = await count();
    const id = await facility.assign(patientId, small);
    expect(await count()).toBe(Number(before) + 1);
    const ahead = asQuestionnaire(
      (await patient.call(getQuestionnaire, { params: params(id), query: { ahead: 'true' } })).body,
    );
    expect(ahead).toMatchObject({ statusDescription: 'Assigned', isNew: true });
    expect(await open(id)).toMatchObject({
      statusDescription: 'Started',
      isNew: false,
      patientQuestionAnswerList: [],
      draft: null,
      isValid: false,
    });
    expect(await count()).toBe(before);
  });

  it('count as open what waits for the patient, until it is sent and not until it is opened', async () => {
    const count = async () => Number((await patient.call(countOpenQuestionnaires, { params: { patientId } })).body);
    const waiting = async () => (await list()).filter((one) => one.canStartByPatient).length;
    const before = await count();
    expect(before).toBe(await waiting());
    const id = await facility.assign(patientId, small);
    const found = async () => (await list()).find((one) => one.assignedQuestionnaireId === id);
    expect(await count()).toBe(before + 1);
    const opened = await open(id);
    expect(await count()).toBe(before + 1);
    const answers = goodAnswers(opened);
    expect(await found()).toMatchObject({ answeredCount: 0 });
    await draft(id, answers.slice(0, 1), at(1));
    expect(await found()).toMatchObject({ answeredCount: 1, statusDescription: 'Started' });
    expect((await found())?.questionCount).toBe(progressOf(formOf(opened), answers.slice(0, 1)).total);
    expect(await count()).toBe(before + 1);
    expect((await submit(id, answers, { revision: opened.templateRevision })).status).toBe(200);
    expect(await count()).toBe(before);
    expect(await count()).toBe(await waiting());
  });

  it('call an open questionnaire missed from 31 days after its due date', async () => {
    const zone = 'America/New_York';
    const late = await facility.assign(patientId, small, -31);
    const last = await facility.assign(patientId, small, -30);
    const ids = (await list()).map((one) => one.assignedQuestionnaireId);
    expect([ids.includes(last), ids.includes(late)]).toEqual([true, false]);
    const missed = asQuestionnaire((await patient.call(getQuestionnaireHistory, { params: params(late) })).body);
    expect(missed).toMatchObject({ statusDescription: 'Missed', dueDate: dateFromToday(-31, zone) });
    expect((await submit(late, goodAnswers(missed), { revision: missed.templateRevision })).body).toMatchObject({
      error: 'no_longer_open',
    });
    expect((await draft(late, [], at(1))).body).toMatchObject({ error: 'no_longer_open' });
  });
});

describe('handing in', () => {
  it('stores the answers once, computes the scores and moves it to the history', async () => {
    const { id, answers, revision } = await opened();
    const reply = await submit(id, [...answers].toReversed(), { revision });
    expect(reply.status).toBe(200);
    const done = asQuestionnaire(reply.body);
    expect(done).toMatchObject({
      statusDescription: 'Completed',
      isValid: true,
      draft: null,
      defaultMsgOnCompletion: 'Thank you.',
      patientScoreList: [{ scoreName: 'Total', scoreValue: 3, patientMessageOnCompletion: 'Please call us.' }],
    });
    expect(done.patientQuestionAnswerList).toEqual(answers);
    expect(asQuestionnaire((await patient.call(getQuestionnaireHistory, { params: params(id) })).body)).toEqual(done);
    expect((await list()).map((one) => one.assignedQuestionnaireId)).not.toContain(id);
    expect(await completionsOf(id)).toHaveLength(1);
  });

  it('fifty at once with one key: one completion, one audit row, the same answer for all', async () => {
    const { id, answers, revision } = await opened();
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 50 }, () => submit(id, answers, { key, revision })));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    expect(await completionsOf(id)).toHaveLength(1);
  });

  it('the same key later gets the first answer back, whatever it carries', async () => {
    const { id, answers, revision } = await opened();
    const key = newKey();
    const first = await submit(id, answers, { key, revision });
    const again = await submit(id, [], { key, revision: 99 });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('fifty keys at once: one wins, the others are told what stands', async () => {
    const { id, questionnaire, revision } = await opened();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        submit(id, goodAnswers(questionnaire, `Sheet ${String(place)}`), { revision }),
      ),
    );
    const won = replies.filter((reply) => reply.status === 200);
    expect(won).toHaveLength(1);
    for (const lost of replies.filter((reply) => reply.status !== 200)) {
      expect(lost.status).toBe(409);
      expect(v.parse(AlreadyCompleted, lost.body).completed).toEqual(asQuestionnaire(won[0]?.body));
    }
    expect(await completionsOf(id)).toHaveLength(1);
  });

  it('checks every rule again and names the items at fault', async () => {
    const { id, questionnaire, revision } = await opened();
    const where = itemOf(questionnaire, 'Where?');
    const many = itemOf(questionnaire, 'How many?');
    const reply = await submit(
      id,
      [
        { questionnaireItemId: where.questionnaireItemId, listAnswerId: optionOf(where, 'Elsewhere'), isChecked: true },
        { questionnaireItemId: many.questionnaireItemId, numberAnswer: 1.25 },
        { questionnaireItemId: itemOf(questionnaire, 'Say more').questionnaireItemId, textAnswer: 'x'.repeat(2001) },
        { questionnaireItemId: itemOf(questionnaire, 'When?').questionnaireItemId, textAnswer: 'yesterday' },
      ],
      { revision },
    );
    expect(reply.status).toBe(422);
    expect(v.parse(AnswersInvalid, reply.body).faults.map(({ fault }) => fault)).toEqual([
      'required',
      'otherTextMissing',
      'tooManyDecimals',
      'tooLong',
      'notADate',
    ]);
    expect(await completionsOf(id)).toHaveLength(0);
    expect((await open(id)).statusDescription).toBe('Started');
  });

  it('stores only what belongs to each item', async () => {
    const { id, questionnaire, answers, revision } = await opened();
    const where = itemOf(questionnaire, 'Where?');
    const done = asQuestionnaire(
      (
        await submit(
          id,
          [
            ...answers,
            {
              questionnaireItemId: where.questionnaireItemId,
              listAnswerId: optionOf(where, 'Elsewhere'),
              otherOptionText: '  On the roof ',
              isChecked: true,
              textAnswer: 'stray',
            },
          ],
          { revision },
        )
      ).body,
    );
    expect(done.patientQuestionAnswerList.find((one) => one.questionnaireItemId === where.questionnaireItemId)).toEqual(
      {
        questionnaireItemId: where.questionnaireItemId,
        listAnswerId: optionOf(where, 'Elsewhere'),
        otherOptionText: 'On the roof',
        isChecked: true,
      },
    );
  });

  it('refuses an older form of the questionnaire, gives the new one, keeps the draft and the ids of items', async () => {
    const { id, questionnaire, answers, revision } = await opened();
    await draft(id, answers, at(5), { revision });
    await facility.template({
      ...branchingTemplate,
      items: [...branchingTemplate.items.slice(0, 3), { key: 'new', type: 'BooleanQuestion', html: 'New?' }],
    });
    const reply = await submit(id, answers, { revision });
    expect(reply.status).toBe(409);
    const revised = v.parse(TemplateRevised, reply.body).questionnaire;
    expect(revised.templateRevision).toBe(revision + 1);
    expect(revised.draft).toMatchObject({ templateRevision: revision, savedAt: at(5) });
    expect(itemOf(revised, 'How often?').questionnaireItemId).toBe(
      itemOf(questionnaire, 'How often?').questionnaireItemId,
    );
    expect(revised.questionnaireItems.map((item) => item.formattedText)).toEqual([
      'How often?',
      'Where?',
      'How many?',
      'New?',
    ]);
    expect((await submit(id, answers.slice(0, 2), { revision: revised.templateRevision })).status).toBe(200);
    await facility.template(branchingTemplate);
  });

  it('keeps a completion as it was answered when the template changes', async () => {
    const { id, answers, revision } = await opened();
    const done = asQuestionnaire((await submit(id, answers, { revision })).body);
    await facility.template({ ...branchingTemplate, title: 'Small, revised' });
    expect(asQuestionnaire((await patient.call(getQuestionnaireHistory, { params: params(id) })).body)).toEqual(done);
    await facility.template(branchingTemplate);
  });

  it("gives the message in the patient's language", async () => {
    const limited = await server.signedIn('limited');
    const { patientId: other } = await server.ids('limited');
    const own = v.parse(PatientId, other);
    const id = await facility.assign(own, small);
    const questionnaire = asQuestionnaire(
      (await limited.call(getQuestionnaire, { params: { patientId: own, assignedQuestionnaireId: id } })).body,
    );
    const reply = await limited.call(submitQuestionnaire, {
      params: { patientId: own, assignedQuestionnaireId: id },
      headers: { 'idempotency-key': newKey() },
      body: { templateRevision: questionnaire.templateRevision, patientQuestionAnswerList: goodAnswers(questionnaire) },
    });
    expect(asQuestionnaire(reply.body).patientScoreList).toMatchObject([{ patientMessageOnCompletion: 'Llámenos.' }]);
  });

  it('is the same 404 for a wrong patient, a foreign id and an unopened questionnaire', async () => {
    const limited = await server.signedIn('limited');
    const { id, answers, revision } = await opened();
    const { patientId: other } = await server.ids('limited');
    const foreign = await limited.call(submitQuestionnaire, {
      params: { patientId: other ?? 0, assignedQuestionnaireId: id },
      headers: { 'idempotency-key': newKey() },
      body: { templateRevision: revision, patientQuestionAnswerList: answers },
    });
    const wrongPatient = await submit(id, answers, { revision, browser: limited });
    const unopened = await facility.assign(patientId, small, 0, false);
    const notYet = await submit(unopened, answers, { revision });
    const nothing = await patient.call(getQuestionnaire, { params: { patientId, assignedQuestionnaireId: 999_999 } });
    for (const reply of [foreign, wrongPatient, notYet, nothing])
      expect([reply.status, reply.text]).toEqual([404, '{"error":"not_found"}']);
    expect((await list()).find((one) => one.assignedQuestionnaireId === unopened)).toMatchObject({
      canStartByPatient: false,
      isNew: false,
    });
  });
});

describe('declining', () => {
  const declineIt = (id: AssignedQuestionnaireId) =>
    patient.call(declineQuestionnaire, { params: { patientId }, body: { assignedQuestionnaireId: id } });

  it('closes it, again and again with the same answer, and it can no longer be handed in', async () => {
    const { id, answers, revision } = await opened();
    await draft(id, answers, at(1));
    const first = await declineIt(id);
    expect(first.body).toMatchObject({ statusDescription: 'Declined' });
    expect((await declineIt(id)).text).toBe(first.text);
    expect((await submit(id, answers, { revision })).body).toEqual({ error: 'no_longer_open' });
    expect((await draft(id, answers, at(9))).body).toEqual({ error: 'no_longer_open' });
    expect(await server.query('select 1 from questionnaire_drafts where assigned_questionnaire_id = $1', [id])).toEqual(
      [],
    );
  });

  it('is too late for a completed one', async () => {
    const { id, answers, revision } = await opened();
    await submit(id, answers, { revision });
    const reply = await declineIt(id);
    expect([reply.status, v.parse(AlreadyCompleted, reply.body).completed.assignedQuestionnaireId]).toEqual([409, id]);
  });
});

describe('drafts', () => {
  it('are given back with the questionnaire, half-typed answers too, and go with the completion', async () => {
    const { id, questionnaire, answers, revision } = await opened();
    const halfTyped: Answer = {
      questionnaireItemId: itemOf(questionnaire, 'How many?').questionnaireItemId,
      textAnswer: '1,',
    };
    expect((await draft(id, [halfTyped], at(10), { revision })).status).toBe(204);
    expect((await open(id)).draft).toEqual({ answers: [halfTyped], templateRevision: revision, savedAt: at(10) });
    await submit(id, answers, { revision });
    expect((await open(id)).draft).toBeNull();
    const late = await draft(id, answers, at(11));
    expect([late.status, v.parse(AlreadyCompleted, late.body).completed.draft]).toEqual([409, null]);
  });

  it('the newer one stands whatever the order of arrival; the same one again changes nothing', async () => {
    const { id, answers, revision } = await opened();
    await draft(id, answers, at(30), { revision });
    const older = await draft(id, [], at(20), { revision });
    expect([older.status, v.parse(DraftSuperseded, older.body).draft]).toEqual([
      409,
      { answers, templateRevision: revision, savedAt: at(30) },
    ]);
    expect((await draft(id, answers, at(30), { revision })).status).toBe(204);
    expect((await draft(id, [], at(31), { revision })).status).toBe(204);
    expect((await open(id)).draft?.answers).toEqual([]);
  });

  it('once discarded never come back, but newer ones do', async () => {
    const { id, answers, revision } = await opened();
    const discard = (seconds: number) =>
      patient.call(deleteDraft, { params: params(id), query: { discardedAt: at(seconds) } });
    await draft(id, answers, at(10), { revision });
    expect((await discard(20)).status).toBe(204);
    expect((await open(id)).draft).toBeNull();
    for (const seconds of [10, 15, 20]) {
      const reply = await draft(id, answers, at(seconds), { revision });
      expect([reply.status, v.parse(DraftSuperseded, reply.body).draft.savedAt]).toEqual([409, at(20)]);
    }
    expect((await open(id)).draft).toBeNull();
    expect((await draft(id, answers, at(21), { revision })).status).toBe(204);
    await discard(15);
    expect((await open(id)).draft?.savedAt).toBe(at(21));
    expect((await draft(id, [], at(20), { revision })).status).toBe(409);
  });

  it('a discard that comes before the draft it is about holds it off', async () => {
    const { id, answers } = await opened();
    await patient.call(deleteDraft, { params: params(id), query: { discardedAt: at(50) } });
    expect((await draft(id, answers, at(40))).status).toBe(409);
  });

  it('many at once leave the newest', async () => {
    const { id, revision } = await opened();
    await Promise.all(Array.from({ length: 30 }, (_, place) => draft(id, [], at((place * 7) % 30), { revision })));
    expect((await open(id)).draft?.savedAt).toBe(at(29));
  });
});

describe('the kiosk', () => {
  const zone = 'America/New_York';
  let kiosk: Browser;
  beforeEach(async () => {
    kiosk = await server.signedIn('kiosk');
  });
  const rows = async (days: number) =>
    v.parse(
      v.array(KioskPatientRow),
      (await kiosk.call(listKioskPatients, { query: { dueDate: dateFromToday(days, zone) } })).body,
    );

  it('lists whom the facilities expect on a day', async () => {
    const today = await rows(0);
    expect(today.length).toBeGreaterThanOrEqual(12);
    expect(new Set(today.map((row) => row.facilityShortName)).size).toBe(2);
    expect(today.filter((row) => !row.canStartByPatient)).toHaveLength(1);
    expect(today.some((row) => row.questionnaireTitles.length === 2)).toBe(true);
    expect(today.every((row) => /^\d{4}-\d\d-\d\d$/.test(row.dateOfBirth) && row.mrn !== '')).toBe(true);
  });

  it('a questionnaire of a later day is not yet active; nobody is due on a day without one', async () => {
    await facility.assign(patientId, small, 400);
    expect(await rows(400)).toMatchObject([
      { patientId, questionnaireTitles: ['Branching'], canStartByPatient: false },
    ]);
    expect(await rows(399)).toEqual([]);
  });

  it('is inactive where it is switched off', async () => {
    await whileSet('kiosk_enabled = false', async () => {
      const reply = await kiosk.call(listKioskPatients, { query: { dueDate: dateFromToday(0, zone) } });
      expect([reply.status, reply.body]).toEqual([400, { error: 'feature_inactive' }]);
    });
    expect((await kiosk.call(listKioskPatients, { query: { dueDate: dateFromToday(0, zone) } })).status).toBe(200);
  });

  it('its patient reaches what is due and opened to them, and nothing else', async () => {
    const row = (await rows(0)).find(
      (one) => one.canStartByPatient && one.patientId !== patientId && one.facilityShortName === 'Northlight',
    );
    if (!row) throw new Error('nobody is due');
    const own = row.patientId;
    const due = await facility.assign(own, small, 0);
    const overdue = await facility.assign(own, small, -3);
    const later = await facility.assign(own, small, 4);
    const closed = await facility.assign(own, small, 0, false);
    const anothers = await facility.assign(patientId, small, 0);
    const nobodys = v.parse(AssignedQuestionnaireId, 987_654_321);
    expect(await hasStartableDueQuestionnaire(facility.pool.db, own)).toBe(true);
    const handOver = v.parse(
      v.object({ data: v.string() }),
      (await kiosk.call(initiateKioskLogon, { params: { patientId: own } })).body,
    );
    const taken = await kiosk.token(
      { grant_type: 'password', username: '', password: '' },
      { 'logon-process': 'patientKioskUser', 'patient-id': String(own), 'link-data': handOver.data },
    );
    expect(taken.status).toBe(200);
    const ofOwn = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId: own, assignedQuestionnaireId });
    const listed = v
      .parse(Summaries, (await kiosk.call(listQuestionnaires, { params: { patientId: own } })).body)
      .map((one) => one.assignedQuestionnaireId);
    expect([due, overdue, later, closed].map((id) => listed.includes(id))).toEqual([true, true, false, false]);
    for (const id of [later, closed, anothers, nobodys]) {
      const replies = [
        await kiosk.call(getQuestionnaire, { params: ofOwn(id) }),
        await kiosk.call(putDraft, { params: ofOwn(id), body: { answers: [], templateRevision: 1, savedAt: at(1) } }),
        await kiosk.call(deleteDraft, { params: ofOwn(id) }),
        await kiosk.call(submitQuestionnaire, {
          params: ofOwn(id),
          headers: { 'idempotency-key': newKey() },
          body: { templateRevision: 1, patientQuestionAnswerList: [] },
        }),
        await kiosk.call(declineQuestionnaire, { params: { patientId: own }, body: { assignedQuestionnaireId: id } }),
      ];
      for (const reply of replies) expect([reply.status, reply.text]).toEqual([404, '{"error":"not_found"}']);
    }
    expect((await kiosk.call(listQuestionnaireHistory, { params: { patientId: own } })).status).toBe(404);
    expect((await kiosk.call(countNewQuestionnaires, { params: { patientId: own } })).status).toBe(404);
    expect((await kiosk.call(listQuestionnaires, { params: { patientId } })).status).toBe(404);

    const questionnaire = asQuestionnaire((await kiosk.call(getQuestionnaire, { params: ofOwn(due) })).body);
    const key = newKey();
    const send = (answers: readonly Answer[], withKey = key) =>
      kiosk.call(submitQuestionnaire, {
        params: ofOwn(due),
        headers: { 'idempotency-key': withKey },
        body: { templateRevision: questionnaire.templateRevision, patientQuestionAnswerList: [...answers] },
      });
    const first = await send(goodAnswers(questionnaire));
    expect(first.status).toBe(200);
    expect((await send([])).text).toBe(first.text);
    expect((await send([], newKey())).status).toBe(409);
    expect((await kiosk.call(getQuestionnaire, { params: ofOwn(due) })).status).toBe(404);
    // A tablet cannot see what was completed on another day.
    await server.query("update assigned_questionnaires set closed_at = closed_at - interval '2 days' where id = $1", [
      due,
    ]);
    expect((await send([], newKey())).status).toBe(404);
  });

  it('may be handed to nobody without something to start', async () => {
    const [row] = (await rows(0)).filter((one) => !one.canStartByPatient);
    if (!row) throw new Error('everybody can start');
    expect(await hasStartableDueQuestionnaire(facility.pool.db, row.patientId)).toBe(false);
  });
});

describe('the audit', () => {
  it('has every read and write of a patient, in a chain that holds', async () => {
    const { id, answers, revision } = await opened();
    await submit(id, answers, { revision });
    await patient.call(getQuestionnaireHistory, { params: params(id) });
    const types = (await server.query('select type from audit_events where patient_id = $1', [patientId])).map(
      (row) => row['type'],
    );
    expect(types).toEqual(
      expect.arrayContaining([
        'questionnaire.assigned',
        'read.getQuestionnaire',
        'questionnaire.submitted',
        'read.getQuestionnaireHistory',
        'read.listQuestionnaires',
      ]),
    );
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});

describe('a module that the facility switches off', () => {
  it('is gone for the portal with the next call, and back with the one after it is switched on; other modules stay', async () => {
    const status = async () => (await patient.call(countNewQuestionnaires, { params: { patientId } })).status;
    expect(await status()).toBe(200);
    await whileSet("capabilities = capabilities - 'Questionnaires'", async () => {
      const refused = await patient.call(countNewQuestionnaires, { params: { patientId } });
      expect(refused).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect((await patient.call(getPatient, { params: { patientId } })).status).toBe(200);
    });
    expect(await status()).toBe(200);
  });

  it('every call of questionnaires names it, and its name is read whatever its capitals', async () => {
    const calls = [
      listQuestionnaires,
      countNewQuestionnaires,
      getQuestionnaire,
      submitQuestionnaire,
      declineQuestionnaire,
      listQuestionnaireHistory,
      getQuestionnaireHistory,
      putDraft,
      deleteDraft,
    ];
    for (const { name, capability } of calls) expect(capability, name).toBe('Questionnaires');
    await whileSet("capabilities = capabilities - 'Questionnaires' || '{\"QUESTIONNAIRES\": []}'", async () => {
      expect((await patient.call(countNewQuestionnaires, { params: { patientId } })).status).toBe(200);
    });
  });
});
