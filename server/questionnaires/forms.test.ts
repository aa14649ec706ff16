import {
  type Answer,
  AnswersInvalid,
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  AssignedQuestionnaireSummary,
  CalendarDate,
  formOf,
  getQuestionnaire,
  getQuestionnaireHistory,
  IdempotencyKey,
  listQuestionnaires,
  PatientId,
  putDraft,
  submitQuestionnaire,
  submittedAnswers,
  TemplateRevised,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseFaults } from '../../tests/support/fhir/check.ts';
import type { TemplateDraft } from './draft.ts';
import { draftOf } from '../../tests/server/fhirForms.ts';
import { readResponses } from './responses.ts';
import {
  asQuestionnaire,
  branchingTemplate,
  dateFromToday,
  type FacilitySide,
  facilitySide,
  goodAnswers,
  itemOf,
  optionOf,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;

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

const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());
const params = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId, assignedQuestionnaireId });
const read = async (id: AssignedQuestionnaireId) =>
  asQuestionnaire((await patient.call(getQuestionnaire, { params: params(id) })).body);
async function opened(template: TemplateDraft): Promise<{ id: AssignedQuestionnaireId; one: AssignedQuestionnaire }> {
  const id = await facility.assign(patientId, await facility.template(template));
  return { id, one: await read(id) };
}
const submit = (id: AssignedQuestionnaireId, answers: readonly Answer[], today?: CalendarDate) =>
  patient.call(submitQuestionnaire, {
    params: params(id),
    headers: { 'idempotency-key': newKey() },
    body: { templateRevision: 1, patientQuestionAnswerList: [...answers], ...(today === undefined ? {} : { today }) },
  });
const faultsIn = (body: unknown) => v.parse(AnswersInvalid, body).faults;
const idIn = (one: AssignedQuestionnaire, text: string) => itemOf(one, text).questionnaireItemId;
const stored = async (id: AssignedQuestionnaireId) =>
  asQuestionnaire((await patient.call(getQuestionnaireHistory, { params: params(id) })).body).patientQuestionAnswerList;

describe('a questionnaire with conditions and rows', () => {
  const never = (one: AssignedQuestionnaire): Answer => ({
    questionnaireItemId: idIn(one, 'How often?'),
    listAnswerId: optionOf(itemOf(one, 'How often?'), 'Never'),
  });

  it('counts and demands what is asked, and keeps in the draft what was typed before', async () => {
    const { id, one } = await opened(branchingTemplate);
    const listed = async () =>
      v
        .parse(
          v.array(AssignedQuestionnaireSummary),
          (await patient.call(listQuestionnaires, { params: { patientId } })).body,
        )
        .find((summary) => summary.assignedQuestionnaireId === id);
    const answers = goodAnswers(one);
    expect(one).toMatchObject({ questionCount: 7, answeredCount: 0, isValid: false });
    const keep = (all: readonly Answer[], second: number) =>
      patient.call(putDraft, {
        params: params(id),
        body: {
          answers: all,
          templateRevision: 1,
          savedAt: new Date(Date.UTC(2026, 10, 1, 8, 0, second)).toISOString(),
        },
      });
    await keep(answers, 1);
    expect(await listed()).toMatchObject({ questionCount: 10, answeredCount: 8 });
    expect(await read(id)).toMatchObject({ isValid: true });
    const takenBack = [never(one), ...answers.slice(1)];
    await keep(takenBack, 2);
    expect(await listed()).toMatchObject({ questionCount: 9, answeredCount: 7 });
    expect(await read(id)).toMatchObject({ isValid: true, draft: { answers: takenBack } });
    await keep(answers.slice(0, 1), 3);
    expect(await read(id)).toMatchObject({ isValid: false });
  });

  it('is stored as it was answered: rows in their order, without what is empty', async () => {
    const { id, one } = await opened(branchingTemplate);
    const answers = goodAnswers(one);
    const withEmptyRow = answers.map((answer) => (answer.rows ? { ...answer, rows: [2, 7, 1] } : answer));
    const reply = await submit(id, withEmptyRow);
    expect(reply.status).toBe(200);
    expect(asQuestionnaire(reply.body)).toMatchObject({ answeredCount: 0, isValid: true });
    expect(await stored(id)).toEqual(answers);
  });

  it('names the row at fault, and too many rows', async () => {
    const { id, one } = await opened(branchingTemplate);
    const [helps, what, times] = [idIn(one, 'What helps'), idIn(one, 'What is it?'), idIn(one, 'Times a day')];
    const wrong = await submit(id, [
      never(one),
      { questionnaireItemId: helps, rows: [4, 2] },
      { questionnaireItemId: what, rowPath: [4], textAnswer: 'Tea' },
      { questionnaireItemId: times, rowPath: [4], numberAnswer: 11 },
      { questionnaireItemId: times, rowPath: [2], numberAnswer: 1 },
    ]);
    expect(wrong.status).toBe(422);
    expect(faultsIn(wrong.body)).toEqual([
      { questionnaireItemId: times, rowPath: [4], fault: 'aboveMaximum' },
      { questionnaireItemId: what, rowPath: [2], fault: 'required' },
    ]);
    const rows = [1, 2, 3, 4];
    const many = await submit(id, [
      never(one),
      { questionnaireItemId: helps, rows },
      ...rows.map((row): Answer => ({ questionnaireItemId: what, rowPath: [row], textAnswer: 'Tea' })),
    ]);
    expect(faultsIn(many.body)).toEqual([{ questionnaireItemId: helps, fault: 'tooMany' }]);
    const foreign = await submit(id, [
      never(one),
      { questionnaireItemId: what, rowPath: [9], textAnswer: 'Tea' },
      { questionnaireItemId: what, textAnswer: 'Tea' },
    ]);
    expect(faultsIn(foreign.body)).toEqual([
      { questionnaireItemId: what, rowPath: [9], fault: 'unknownOption' },
      { questionnaireItemId: what, fault: 'unknownOption' },
    ]);
    expect(await read(id)).toMatchObject({ statusDescription: 'Started' });
  });

  it('refuses an answer to what is not asked, and stores nothing', async () => {
    const { id, one } = await opened(branchingTemplate);
    const forged = await submit(id, [
      never(one),
      { questionnaireItemId: idIn(one, 'Since when'), textAnswer: 'Spring' },
    ]);
    expect(forged.status).toBe(422);
    expect(faultsIn(forged.body)).toEqual([{ questionnaireItemId: idIn(one, 'Since when'), fault: 'unknownOption' }]);
    expect((await submit(id, [never(one)])).status).toBe(200);
    expect(await stored(id)).toEqual([never(one)]);
  });

  it('is one completion whoever sends it how often at once', async () => {
    const { id, one } = await opened(branchingTemplate);
    const answers = goodAnswers(one);
    const replies = await Promise.all(Array.from({ length: 20 }, () => submit(id, answers)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await stored(id)).toEqual(answers);
  });
});

describe('answers that nobody gives', () => {
  const fixed: TemplateDraft = {
    ...smallTemplate,
    sourceKey: 'urn:test:fixed',
    title: 'Fixed',
    items: [
      {
        key: 'form',
        type: 'TextQuestion',
        html: 'Form',
        isMultiline: false,
        maxLength: 20,
        isHidden: true,
        initial: [{ textAnswer: 'B-7' }],
      },
      {
        key: 'place',
        type: 'TextQuestion',
        html: 'Where',
        isMultiline: false,
        maxLength: 20,
        isReadOnly: true,
        initial: [{ textAnswer: 'Ward 3' }],
      },
      { key: 'mood', type: 'BooleanQuestion', html: 'Well?', initial: [{ isChecked: true }] },
      {
        key: 'only',
        type: 'BooleanQuestion',
        html: 'Only for B-7?',
        enableWhen: {
          behavior: 'all',
          conditions: [{ itemKey: 'form', operator: '=', is: { kind: 'text', value: 'B-7' } }],
        },
      },
    ],
    scores: [],
  };

  it('are stored as the questionnaire has them, whatever a device says', async () => {
    const { id, one } = await opened(fixed);
    expect(one).toMatchObject({ questionCount: 2 });
    const reply = await submit(id, [
      { questionnaireItemId: idIn(one, 'Form'), textAnswer: 'forged' },
      { questionnaireItemId: idIn(one, 'Where'), textAnswer: 'forged' },
      { questionnaireItemId: idIn(one, 'Only'), isChecked: false },
    ]);
    expect(reply.status).toBe(200);
    expect(await stored(id)).toEqual([
      { questionnaireItemId: idIn(one, 'Form'), textAnswer: 'B-7' },
      { questionnaireItemId: idIn(one, 'Where'), textAnswer: 'Ward 3' },
      { questionnaireItemId: idIn(one, 'Only'), isChecked: false },
    ]);
  });
});

describe("what follows from the patient's profile and from other answers", () => {
  const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
  const expression = (name: string, text: string) => ({
    url: `${sdc}${name}`,
    valueExpression: { language: 'text/fhirpath', expression: text },
  });
  const begins = (text: string) => [expression('initialExpression', text)];
  const hidden = { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true };
  const file = {
    resourceType: 'Questionnaire',
    url: 'https://example.org/tests/profile',
    title: 'Profile',
    status: 'active',
    item: [
      {
        linkId: 'name',
        type: 'string',
        text: 'Your first name',
        extension: begins('%patient.name.first().given.first()'),
      },
      { linkId: 'born', type: 'date', text: 'Born', readOnly: true, extension: begins('%patient.birthDate') },
      {
        linkId: 'sex',
        type: 'choice',
        text: 'Sex',
        extension: [hidden, ...begins('%patient.gender')],
        answerOption: ['male', 'female'].map((code) => ({
          valueCoding: { system: 'http://hl7.org/fhir/administrative-gender', code, display: code },
        })),
      },
      {
        linkId: 'one',
        type: 'integer',
        text: 'One',
        enableWhen: [
          {
            question: 'sex',
            operator: '=',
            answerCoding: { system: 'http://hl7.org/fhir/administrative-gender', code: 'female' },
          },
        ],
      },
      { linkId: 'two', type: 'integer', text: 'Two' },
      {
        linkId: 'sum',
        type: 'integer',
        text: 'Product',
        readOnly: true,
        extension: [
          expression(
            'calculatedExpression',
            "%resource.item.where(linkId='one').answer.value * %resource.item.where(linkId='two').answer.value",
          ),
        ],
      },
      {
        linkId: 'much',
        type: 'boolean',
        text: 'Is that much?',
        extension: [expression('enableWhenExpression', "%resource.item.where(linkId='sum').answer.value > 10")],
      },
    ],
  };

  it('is served, decided on both sides alike, and stored as the server finds it', async () => {
    const { id, one } = await opened(draftOf(file));
    const [profile] = await server.query(
      'select first_name as "firstName", date_of_birth::text as "birthDate" from patients where id = $1',
      [patientId],
    );
    const { firstName, birthDate } = v.parse(v.object({ firstName: v.string(), birthDate: v.string() }), profile);
    expect(itemOf(one, 'Your first name').initial).toEqual([{ textAnswer: firstName }]);
    expect(one).toMatchObject({ today: dateFromToday(0, 'America/New_York'), questionCount: 3 });
    const idOf = (text: string) => idIn(one, text);
    const answers: Answer[] = [
      { questionnaireItemId: idOf('Your first name'), textAnswer: 'Somebody' },
      { questionnaireItemId: idOf('One'), numberAnswer: 3 },
      { questionnaireItemId: idOf('Two'), numberAnswer: 4 },
      { questionnaireItemId: idOf('Is that much'), isChecked: true },
    ];
    const few = await submit(id, [...answers.slice(0, 1), ...answers.slice(2)]);
    expect(faultsIn(few.body)).toEqual([{ questionnaireItemId: idOf('Is that much'), fault: 'unknownOption' }]);
    const onClient = submittedAnswers(formOf(one), answers);
    const reply = await submit(id, [
      ...answers,
      { questionnaireItemId: idOf('Product'), numberAnswer: 99 },
      { questionnaireItemId: idOf('Born'), dateAnswer: v.parse(CalendarDate, '1900-01-01') },
    ]);
    expect(reply.status).toBe(200);
    expect(await stored(id)).toEqual(onClient);
    expect(onClient).toEqual([
      answers[0],
      { questionnaireItemId: idOf('Born'), dateAnswer: birthDate },
      { questionnaireItemId: idOf('Sex'), listAnswerId: optionOf(itemOf(one, 'Sex'), 'female') },
      answers[1],
      answers[2],
      { questionnaireItemId: idOf('Product'), numberAnswer: 12 },
      answers[3],
    ]);
    const [response] = await facility.pool.tx((tx) =>
      readResponses(tx, '2026-01-01', null, null, patientId).then((all) => all.slice(-1)),
    );
    expect(responseFaults(response?.response ?? {}, file)).toEqual([]);
    expect(response?.response.item?.map(({ linkId }) => linkId)).toEqual(file.item.map(({ linkId }) => linkId));
  });

  it('stays what it was when the profile changes after the answers', async () => {
    const { id, one } = await opened(draftOf(file));
    expect((await submit(id, [])).status).toBe(200);
    const before = await patient.call(getQuestionnaireHistory, { params: params(id) });
    await server.query("update patients set date_of_birth = date_of_birth + 1, first_name = 'Renamed' where id = $1", [
      patientId,
    ]);
    try {
      expect((await patient.call(getQuestionnaireHistory, { params: params(id) })).body).toEqual(before.body);
      expect(itemOf((await opened(draftOf(file))).one, 'Your first name').initial).toEqual([{ textAnswer: 'Renamed' }]);
    } finally {
      await server.query('update patients set date_of_birth = date_of_birth - 1, first_name = $2 where id = $1', [
        patientId,
        itemOf(one, 'Your first name').initial?.[0]?.textAnswer,
      ]);
    }
  });
});

describe('conditions about the patient', () => {
  const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
  const when = (text: string) => ({
    extension: [
      { url: `${sdc}enableWhenExpression`, valueExpression: { language: 'text/fhirpath', expression: text } },
    ],
  });
  const file = {
    resourceType: 'Questionnaire',
    url: 'https://example.org/tests/about-the-patient',
    title: 'About the patient',
    status: 'active',
    item: [
      { linkId: 'all', type: 'integer', text: 'Everybody' },
      { linkId: 'women', type: 'integer', text: 'Women', ...when("%patient.gender = 'female'") },
      { linkId: 'men', type: 'integer', text: 'Men', ...when("%patient.gender = 'male'") },
    ],
  };
  const women = { questionCount: 2, formLogic: { patientElements: ['gender'], patient: { gender: 'female' } } };

  it('go by the record, of which no more is told than they look at', async () => {
    const { id, one } = await opened(draftOf(file));
    expect(one).toMatchObject(women);
    expect(Object.keys(one.formLogic?.patient ?? {})).toEqual(['gender']);
    const answers = (text: string): Answer[] => [{ questionnaireItemId: idIn(one, text), numberAnswer: 1 }];
    const refused = await submit(id, answers('Men'));
    expect([refused.status, v.parse(TemplateRevised, refused.body).questionnaire]).toEqual([
      409,
      expect.objectContaining({ questionCount: 2, questionnaireItems: one.questionnaireItems }),
    ]);
    expect(submittedAnswers(formOf(one), [...answers('Women'), ...answers('Men')])).toEqual(answers('Women'));
    expect((await submit(id, answers('Women'))).status).toBe(200);
    expect(await stored(id)).toEqual(answers('Women'));
    const kept = await server.query(
      `select answered_profile as profile, (r.content -> 'formLogic') ? 'patient' as "isInRevision"
       from assigned_questionnaires a join questionnaire_revisions r on r.template_id = a.template_id where a.id = $1`,
      [id],
    );
    expect(kept).toEqual([{ profile: { gender: 'female' }, isInRevision: false }]);
  });

  it('stay what they were for what was answered, and change for what is open', async () => {
    const { id } = await opened(draftOf(file));
    const open = await opened(draftOf(file));
    expect((await submit(id, [])).status).toBe(200);
    const before = await patient.call(getQuestionnaireHistory, { params: params(id) });
    expect(asQuestionnaire(before.body)).toMatchObject(women);
    const record = (gender: string) =>
      server.query(
        `update registration_details set details = details || jsonb_build_object('gender', $2::text) where patient_id = $1 and details ? 'gender'`,
        [patientId, gender],
      );
    await record('Male');
    try {
      const revised = await submit(open.id, [{ questionnaireItemId: idIn(open.one, 'Women'), numberAnswer: 1 }]);
      expect(v.parse(TemplateRevised, revised.body).questionnaire.formLogic?.patient).toEqual({ gender: 'male' });
      expect((await read(open.id)).formLogic?.patient).toEqual({ gender: 'male' });
      const men = await submit(open.id, [{ questionnaireItemId: idIn(open.one, 'Men'), numberAnswer: 1 }]);
      expect(men.status).toBe(200);
      expect((await patient.call(getQuestionnaireHistory, { params: params(id) })).body).toEqual(before.body);
    } finally {
      await record('Female');
    }
  });
});

describe('the day', () => {
  const dated: TemplateDraft = {
    ...smallTemplate,
    sourceKey: 'urn:test:dated',
    title: 'Dated',
    items: [{ key: 'day', type: 'DateQuestion', html: 'Which day?', latest: { fromToday: 0, unit: 'days' } }],
    scores: [],
  };
  const day = (inDays: number) => dateFromToday(inDays, 'America/New_York');

  it('is that at the facility, and told where a rule depends on it alone', async () => {
    expect((await opened(dated)).one.today).toBe(day(0));
    expect((await opened(branchingTemplate)).one).not.toHaveProperty('today');
  });

  it('by which answers were given is the device’s, but neither to come nor long gone; it is kept', async () => {
    const { id } = await opened(dated);
    const daysOf = () =>
      server.query('select answered_on::text as "answeredOn" from assigned_questionnaires where id = $1', [id]);
    expect((await submit(id, [], day(-5))).status).toBe(200);
    expect(await daysOf()).toEqual([{ answeredOn: day(-5) }]);
    const history = asQuestionnaire((await patient.call(getQuestionnaireHistory, { params: params(id) })).body);
    expect(history.today).toBe(day(-5));
    for (const said of [day(1), day(-40)]) {
      const other = await opened(dated);
      expect((await submit(other.id, [], said)).status).toBe(200);
      expect(
        await server.query('select answered_on::text as "answeredOn" from assigned_questionnaires where id = $1', [
          other.id,
        ]),
      ).toEqual([{ answeredOn: day(0) }]);
    }
  });
});
