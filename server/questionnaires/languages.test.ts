import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  AssignedQuestionnaireSummary,
  getQuestionnaire,
  getQuestionnaireHistory,
  getScoreHistory,
  IdempotencyKey,
  languageHeader,
  listQuestionnaireHistory,
  listQuestionnaires,
  PatientId,
  putDraft,
  submitQuestionnaire,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import type { TemplateDraft } from './draft.ts';
import { readResponses } from './responses.ts';
import {
  asQuestionnaire,
  type FacilitySide,
  facilitySide,
  itemOf,
  optionOf,
} from '../../tests/server/questionnaires.ts';
import { TextsFile } from './textsFile.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';

const template: TemplateDraft = {
  sourceKey: 'urn:test:languages',
  title: 'Pain in two languages',
  language: 'en',
  items: [
    {
      key: 'often',
      type: 'SingleSelectionRadioButtonQuestion',
      html: 'How often?',
      isRequired: true,
      options: [
        { key: 'no', text: 'Never', score: 0 },
        { key: 'yes', text: 'Often', score: 3 },
      ],
    },
  ],
  scores: [
    {
      key: 'total',
      name: 'Total',
      terms: [{ itemKey: 'often' }],
      messages: [{ from: 3, to: null, text: 'Please call us.', texts: { es: 'Llámenos.' } }],
    },
  ],
  translations: {
    es: {
      title: 'Dolor en dos idiomas',
      items: { often: { html: '¿Con qué frecuencia?', options: { no: 'Nunca', yes: 'A menudo' } } },
    },
  },
};

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;
let templateId: number;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  templateId = await facility.template(template);
  folder = await mkdtemp(join(tmpdir(), 'vestibule-texts-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await facility?.end();
  await server?.stop();
});

const inLanguage = (language: string) => ({ headers: { [languageHeader]: language } });
const open = async (id: AssignedQuestionnaireId, language: string) =>
  asQuestionnaire(
    (
      await patient.call(getQuestionnaire, {
        params: { patientId, assignedQuestionnaireId: id },
        ...inLanguage(language),
      })
    ).body,
  );
let keys = 0;
const send = async (questionnaire: AssignedQuestionnaire, says: string, language: string) => {
  const [item] = questionnaire.questionnaireItems;
  if (!item) throw new Error('it asks nothing');
  const answer = await patient.call(submitQuestionnaire, {
    params: { patientId, assignedQuestionnaireId: questionnaire.assignedQuestionnaireId },
    headers: {
      'idempotency-key': v.parse(IdempotencyKey, `languages-test-${String((keys += 1)).padStart(8, '0')}`),
      [languageHeader]: language,
    },
    body: {
      templateRevision: questionnaire.templateRevision,
      patientQuestionAnswerList: [
        { questionnaireItemId: item.questionnaireItemId, listAnswerId: optionOf(item, says) },
      ],
    },
  });
  return asQuestionnaire(answer.body);
};
const review = async (id: AssignedQuestionnaireId, language: string) =>
  asQuestionnaire(
    (
      await patient.call(getQuestionnaireHistory, {
        params: { patientId, assignedQuestionnaireId: id },
        ...inLanguage(language),
      })
    ).body,
  );
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const texts = (...args: readonly string[]) =>
  admin('questionnaire', 'texts', '--questionnaire', String(templateId), ...args);

describe('a questionnaire in several languages', () => {
  it("is read in the page's language, and says where it is not there", async () => {
    const id = await facility.assign(patientId, templateId);
    expect(await open(id, 'es')).toMatchObject({ language: 'es', templateTitle: 'Dolor en dos idiomas' });
    expect((await open(id, 'es-MX')).isFallbackLanguage).toBeUndefined();
    expect(await open(id, 'en')).toMatchObject({ language: 'en', templateTitle: 'Pain in two languages' });
    expect(await open(id, 'fr')).toMatchObject({ language: 'en', isFallbackLanguage: true });
    const listed = v
      .parse(
        v.array(AssignedQuestionnaireSummary),
        (await patient.call(listQuestionnaires, { params: { patientId }, ...inLanguage('es') })).body,
      )
      .find((one) => one.assignedQuestionnaireId === id);
    expect(listed).toMatchObject({ templateTitle: 'Dolor en dos idiomas', language: 'es' });
    const wrong = await patient.call(getQuestionnaire, {
      params: { patientId, assignedQuestionnaireId: id },
      ...inLanguage('not a language'),
    });
    expect(wrong.status).toBe(400);
  });

  it('is answered, added up and exported the same in each, and read again in any', async () => {
    const ids = [await facility.assign(patientId, templateId), await facility.assign(patientId, templateId)] as const;
    const spanish = await send(await open(ids[0], 'es'), 'A menudo', 'es');
    const english = await send(await open(ids[1], 'en'), 'Often', 'en');
    expect(spanish.patientScoreList).toMatchObject([{ scoreValue: 3, patientMessageOnCompletion: 'Llámenos.' }]);
    expect(english.patientScoreList).toMatchObject([{ scoreValue: 3, patientMessageOnCompletion: 'Please call us.' }]);
    expect(spanish.patientQuestionAnswerList).toEqual(english.patientQuestionAnswerList);
    const responses = (await readResponses(facility.pool.db, '2020-01-01', null, templateId)).map(
      ({ response: { questionnaire, status, item } }) => ({ questionnaire, status, item }),
    );
    expect(responses).toHaveLength(2);
    expect(responses[0]).toEqual(responses[1]);
    const reread = await review(ids[0], 'en');
    expect(reread).toMatchObject({ templateTitle: 'Pain in two languages', language: 'en' });
    expect(reread.patientScoreList).toEqual(english.patientScoreList);
    const history = v.parse(
      v.array(AssignedQuestionnaireSummary),
      (await patient.call(listQuestionnaireHistory, { params: { patientId }, ...inLanguage('es') })).body,
    );
    expect(history.filter(({ templateTitle }) => templateTitle === 'Dolor en dos idiomas')).toHaveLength(2);
    const overTime = await patient.call(getScoreHistory, {
      params: { patientId, assignedQuestionnaireId: ids[1] },
      ...inLanguage('es'),
    });
    expect(overTime.body).toMatchObject({
      templateTitle: 'Dolor en dos idiomas',
      scores: [{ ranges: expect.arrayContaining([expect.objectContaining({ message: 'Llámenos.' })]) }],
    });
  });
});

describe("a facility's own texts", () => {
  const keep = async (name: string, content: unknown) => {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify(content));
    return file;
  };

  it('are exported to be filled in, taken without a new revision, and keep drafts; a completion keeps those of then', async () => {
    const exported = await texts('--export', 'fr');
    expect(exported.code).toBe(0);
    const toFill = v.parse(v.pipe(v.string(), v.parseJson(), TextsFile), exported.out);
    expect(toFill.texts.every(({ text }) => text === '')).toBe(true);
    const french: Record<string, string> = {
      'Pain in two languages': 'Douleur',
      'How often?': 'À quelle fréquence?',
      Never: 'Jamais',
      Often: 'Souvent',
      Total: 'Total',
    };
    const filled = { ...toFill, texts: toFill.texts.map((line) => ({ ...line, text: french[line.original ?? ''] })) };

    const id = await facility.assign(patientId, templateId);
    const before = await open(id, 'fr');
    const [item] = before.questionnaireItems;
    if (!item) throw new Error('it asks nothing');
    const answers = [{ questionnaireItemId: item.questionnaireItemId, listAnswerId: optionOf(item, 'Often') }];
    await patient.call(putDraft, {
      params: { patientId, assignedQuestionnaireId: id },
      body: { answers, templateRevision: before.templateRevision, savedAt: new Date().toISOString() },
    });

    const taken = await texts('--language', 'fr', await keep('fr.json', filled));
    expect(taken).toMatchObject({ code: 0, out: `"Pain in two languages" has 5 of 5 texts in fr.` });
    expect((await texts('--language', 'fr', await keep('again.json', filled))).out).toContain(', as before');
    expect((await texts('--list')).out).toBe('es: 4 of 5 texts\nfr: 5 of 5 texts');

    const after = await open(id, 'fr');
    expect(after).toMatchObject({
      language: 'fr',
      templateTitle: 'Douleur',
      templateRevision: before.templateRevision,
      draft: { answers },
    });
    expect(after.isFallbackLanguage).toBeUndefined();
    const done = await send(after, 'Souvent', 'fr');
    expect(itemOf(done, 'À quelle').questionnaireItemId).toBe(item.questionnaireItemId);

    const renamed = { ...filled, texts: filled.texts.map((line) => ({ ...line, text: `${line.text ?? ''} (2)` })) };
    await texts('--language', 'fr', await keep('later.json', renamed));
    expect((await review(id, 'fr')).templateTitle).toBe('Douleur');
    expect((await review(id, 'es')).templateTitle).toBe('Dolor en dos idiomas');
    const next = await facility.assign(patientId, templateId);
    expect((await open(next, 'fr')).templateTitle).toBe('Douleur (2)');
  });

  it('are told of where they name nothing, lack something or translate other words', async () => {
    const said = await texts(
      '--language',
      'pt',
      await keep('pt.json', {
        texts: [
          { of: 'title', original: 'Another title', text: 'Dor' },
          { of: 'item', linkId: 'often', text: 'Com que frequência?' },
          { of: 'item', linkId: 'nowhere', text: 'Nada' },
        ],
      }),
    );
    expect(said.code).toBe(1);
    expect(said.out).toContain('has 2 of 5 texts in pt');
    expect(said.out).toMatch(/names nothing .* \(1\):\n\s+item of "nowhere"/);
    expect(said.out).toMatch(/other words .* \(1\):\n\s+title/);
    expect(said.out).toContain('option of "often" "no"');
    for (const [args, why] of [
      [['--language', 'not a tag', 'x.json'], /is no language/],
      [['--language', 'pt'], /needs a file/],
      [[], /needs --questionnaire and one of/],
      [['--language', 'pt', join(folder, 'missing.json')], /Cannot read/],
      [['--language', 'pt', await keep('bad.json', { texts: [{ of: 'nothing', text: 1 }] })], / has 2 mistakes:/],
      [['--language', 'pt', await keep('es.json', { language: 'es', texts: [] })], /says that it is in es/],
    ] as const) {
      const refused = await texts(...args);
      expect(refused.code).not.toBe(0);
      expect(refused.err).toMatch(why);
    }
  });
});
