import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  AssignedQuestionnaireSummary,
  IdempotencyKey,
  PatientId,
  getQuestionnaire,
  listQuestionnaires,
  submitQuestionnaire,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { responseFaults, validatorFaults } from '../../tests/support/fhir/check.ts';
import { instruments, intakeWithout } from '../../tests/support/fhir/instruments.ts';
import { instrument, instrumentFile } from '../../tests/support/fhir/read.ts';
import { asQuestionnaire, optionOf } from '../../tests/server/questionnaires.ts';
import { startTestServer, testDatabase, type TestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-admin-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const admin = (args: readonly string[], databaseUrl = server.databaseUrl) => command(args, databaseUrl);
const garden = fileURLToPath(instrumentFile('garden-check'));
const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const Bundle = v.object({
  resourceType: v.literal('Bundle'),
  type: v.literal('collection'),
  entry: v.array(
    v.object({
      resource: v.looseObject({
        resourceType: v.literal('QuestionnaireResponse'),
        item: v.array(v.looseObject({ linkId: v.string() })),
      }),
    }),
  ),
});
const written = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'));

/** Answers, as `patient`, what was last assigned with this title, with the last option of each choice. */
async function answer(title: string) {
  const browser = await server.signedIn('patient');
  const { patientId } = await server.ids('patient');
  const own = v.parse(PatientId, patientId);
  const listed = v.parse(
    v.array(AssignedQuestionnaireSummary),
    (await browser.call(listQuestionnaires, { params: { patientId: own } })).body,
  );
  const found = listed.filter((one) => one.templateTitle === title).at(-1);
  if (!found) throw new Error(`${title} is not assigned`);
  const params = { patientId: own, assignedQuestionnaireId: found.assignedQuestionnaireId };
  const questionnaire = asQuestionnaire((await browser.call(getQuestionnaire, { params })).body);
  const answers = questionnaire.questionnaireItems.flatMap((item): Record<string, unknown>[] => {
    const { questionnaireItemId } = item;
    switch (item.questionnaireItemType) {
      case 'MultiSelectionQuestion':
      case 'SingleSelectionDropdownQuestion':
      case 'SingleSelectionRadioButtonQuestion': {
        const last = item.listAnswers.at(-1);
        return [
          {
            questionnaireItemId,
            listAnswerId: optionOf(item, last?.answerText ?? ''),
            ...(last?.isOtherOption === true ? { otherOptionText: 'Mine' } : {}),
          },
        ];
      }
      case 'BooleanQuestion':
        return [{ questionnaireItemId, isChecked: true }];
      case 'NumberQuestion':
        return [{ questionnaireItemId, numberAnswer: Math.min(7, item.maxValue ?? 7) }];
      case 'SliderQuestion':
        return [{ questionnaireItemId, numberAnswer: item.maxValue }];
      case 'DateQuestion':
        return [{ questionnaireItemId, dateAnswer: '2026-02-28' }];
      case 'TextQuestion':
        return [{ questionnaireItemId, textAnswer: 'Words' }];
      case 'SectionHeader':
      case 'QuestionMatrixGrouping':
      case 'QuestionGroup':
      case 'DateTimeQuestion':
      case 'TimeQuestion':
      case 'QuantityQuestion':
      case 'UrlQuestion':
      case 'AttachmentQuestion':
      case 'LookupQuestion':
      case 'SignatureQuestion':
        return [];
    }
  });
  const reply = await browser.call(submitQuestionnaire, {
    params,
    headers: {
      'idempotency-key': v.parse(
        IdempotencyKey,
        `admin-test-${String(found.assignedQuestionnaireId).padStart(8, '0')}`,
      ),
    },
    body: { templateRevision: questionnaire.templateRevision, patientQuestionAnswerList: answers },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return asQuestionnaire(reply.body);
}

describe('an instrument goes all the way', () => {
  it('import, assign, answer, score, export: ours', async () => {
    expect(await admin(['questionnaire', 'import', garden])).toMatchObject({ code: 0, err: '' });
    const assigned = await admin(['questionnaire', 'assign', '--questionnaire', 'GardenCheck', '--patient', 'patient']);
    expect([assigned.code, assigned.out]).toEqual([
      0,
      expect.stringMatching(
        /^"Garden check" is assigned to NL-\d+ \(Northlight\), due \d{4}-\d\d-\d\d: assignment \d+\.$/,
      ),
    ]);
    const done = await answer('Garden check');
    expect(done.patientScoreList).toEqual([
      expect.objectContaining({ scoreName: 'First half', scoreValue: 4, patientMessageOnCompletion: null }),
      expect.objectContaining({ scoreName: 'Garden score', scoreValue: 8, patientMessageOnCompletion: null }),
    ]);
    const out = join(folder, 'responses.json');
    expect(await admin(['responses', '--since', today, '--questionnaire', 'Garden check', '--out', out])).toEqual({
      code: 0,
      out: '',
      err: `1 response written to ${out}.`,
    });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const bundle = await written('responses.json');
    expect(validatorFaults(v.parse(v.looseObject({}), bundle))).toEqual([]);
    const [entry] = v.parse(Bundle, bundle).entry;
    expect(responseFaults(entry?.resource ?? {}, instrument('garden-check'))).toEqual([]);
    expect(
      await server.query(
        "select detail from audit_events where type in ('questionnaire.imported', 'questionnaire.assigned', 'responses.exported') order by id desc limit 3",
      ),
    ).toHaveLength(3);
  });

  const phq9 = fileURLToPath(new URL('../../../shared/data/phq-9.fhir.json', import.meta.url));
  it('import, assign, answer, score, export: the PHQ-9 of LOINC (skipped where the file is not at hand)', async ({
    skip,
  }) => {
    const source: unknown = await readFile(phq9, 'utf8').then(
      (text) => JSON.parse(text) as unknown,
      () => skip(`there is no ${phq9}`),
    );
    expect((await admin(['questionnaire', 'import', phq9])).code).toBe(0);
    expect((await admin(['questionnaire', 'assign', '--questionnaire', '44249-1', '--patient', 'patient'])).code).toBe(
      0,
    );
    const done = await answer('PHQ-9 quick depression assessment panel');
    expect(done.patientScoreList).toMatchObject([{ scoreValue: 27 }]);
    await admin(['responses', '--since', today, '--questionnaire', '44249-1', '--out', join(folder, 'phq.json')]);
    const [entry] = v.parse(Bundle, await written('phq.json')).entry;
    expect(responseFaults(entry?.resource ?? {}, source)).toEqual([]);
    expect(entry?.resource.item.find((item) => item.linkId === '/44261-6')).toMatchObject({
      answer: [{ valueDecimal: 27 }],
    });
  });

  it('import of many files at once, assign, answer, export: instruments in the forms of public ones', async () => {
    const good = instruments.filter(({ becomes }) => !('refused' in becomes));
    const files: string[] = [];
    const keep = async (name: string, text: string) => {
      files.push(join(folder, name));
      await writeFile(join(folder, name), text);
    };
    for (const [at, { file }] of good.entries())
      await keep(`${String(at)}.json`, `${at % 2 === 0 ? '\uFEFF' : ''}${JSON.stringify(file, null, at % 3)}`);
    await keep('broken.json', '{"resourceType": "Questionnaire", "title": ');
    await keep('form.xml', '<Questionnaire xmlns="http://hl7.org/fhir"/>');
    await keep('patient.json', '{"resourceType": "Patient"}');
    await keep(
      'asks.json',
      JSON.stringify({
        resourceType: 'Questionnaire',
        url: 'https://instruments.example/asks',
        title: 'Asks elsewhere',
        item: [
          {
            linkId: '1',
            type: 'choice',
            text: 'Which?',
            answerValueSet: 'https://instruments.example/ValueSet/beside',
          },
        ],
      }),
    );
    await keep(
      'beside.json',
      JSON.stringify({
        resourceType: 'ValueSet',
        url: 'https://instruments.example/ValueSet/beside',
        compose: { include: [{ system: 's', concept: [{ code: 'x', display: 'The one' }] }] },
      }),
    );
    const done = await admin(['questionnaire', 'import', ...files]);
    expect(done.code).toBe(1);
    expect(done.err.split('\n').map((line) => line.replace(`${folder}/`, ''))).toEqual([
      expect.stringMatching(/^broken\.json is not JSON: /),
      'form.xml is not JSON but XML; FHIR resources in XML are to be converted first.',
      'patient.json is not a Questionnaire but a Patient.',
    ]);
    expect(done.out.match(/ is questionnaire \d+ /g)).toHaveLength(good.length + 1);
    // The answers below contain neither rows nor text in a pattern.
    const without = [...intakeWithout, 'kids', 'zip'].flatMap((linkId) => ['--leave-out', linkId]);
    await keep('intake.json', JSON.stringify(instruments.find(({ name }) => name.startsWith('an intake form'))?.file));
    expect(await admin(['questionnaire', 'import', ...files.slice(-1), ...without])).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await admin(['questionnaire', 'import', join(folder, 'beside.json')])).toEqual({
      code: 1,
      out: '',
      err: 'There is no Questionnaire in these files.',
    });

    const titles = [
      'Restless week 3 item panel',
      'Kettle habits',
      'Whole health in short',
      'Two levels and a thermometer',
      'Check-up',
      'A week',
      'Travel history',
      'Asks elsewhere',
      'Welcome form',
    ];
    for (const title of titles) {
      expect(
        (
          await admin([
            'questionnaire',
            'assign',
            '--questionnaire',
            title === 'Kettle habits' ? 'https://instruments.example/Questionnaire/kettle|0.3.0' : title,
            '--patient',
            'patient',
          ])
        ).err,
      ).toBe('');
      await answer(title);
    }
    const lines = (await admin(['responses', '--since', today, '--ndjson'])).out.split('\n').slice(-titles.length);
    const sources = new Map(good.map(({ file }): [unknown, unknown] => [file['url'], file]));
    const Written = v.looseObject({ questionnaire: v.string() });
    for (const line of lines) {
      const response = v.parse(Written, JSON.parse(line));
      expect(
        responseFaults(
          response,
          sources.get(response.questionnaire) ?? sources.get(response.questionnaire.split('|')[0]),
        ),
      ).toEqual([]);
    }
    expect(lines.map((line) => v.parse(Written, JSON.parse(line)).questionnaire.replace(/^urn:.*/, 'urn'))).toEqual([
      'urn',
      'https://instruments.example/Questionnaire/kettle|0.3.0',
      'https://instruments.example/Questionnaire/whole-health|1.2',
      'urn',
      'https://instruments.example/Questionnaire/rendered|2',
      'https://forms.example/fhir/Questionnaire/week|7',
      'https://instruments.example/Questionnaire/nested',
      'https://instruments.example/asks',
      'urn',
    ]);
  });

  it('gives one resource per line as well, and only of the days asked for', async () => {
    const all = v.parse(
      v.looseObject({ entry: v.array(v.unknown()) }),
      JSON.parse((await admin(['responses', '--since', today])).out),
    );
    const lines = (await admin(['responses', '--since', today, '--ndjson'])).out.split('\n');
    expect(lines).toHaveLength(all.entry.length);
    for (const line of lines) expect(validatorFaults(v.parse(v.looseObject({}), JSON.parse(line)))).toEqual([]);
    const none = v.parse(
      v.looseObject({ type: v.string() }),
      JSON.parse((await admin(['responses', '--since', '2020-01-01', '--until', '2020-01-02'])).out),
    );
    expect([none.type, 'entry' in none]).toEqual(['collection', false]);
  });

  it('the seeded completions of the demo are valid too', async () => {
    const lines = (await admin(['responses', '--since', '2020-01-01', '--ndjson'])).out.split('\n');
    for (const line of lines) expect(responseFaults(v.parse(v.looseObject({}), JSON.parse(line)))).toEqual([]);
  });
});

describe('import', () => {
  it('of the same url again changes nothing, of a changed one is a new revision with the same item ids', async () => {
    await admin(['questionnaire', 'import', garden]);
    const again = await admin(['questionnaire', 'import', garden]);
    expect(again.out).toMatch(/"Garden check" is unchanged: questionnaire \d+, revision 1/);
    const ids = () =>
      server.query(
        "select i.item_key, i.id from questionnaire_item_ids i join questionnaire_templates t on t.id = i.template_id where t.source_key like '%garden-check' and item_key like 'f.%' order by i.id",
      );
    const before = await ids();
    const file = join(folder, 'revised.json');
    await writeFile(
      file,
      (await readFile(garden, 'utf8'))
        .replace('How many trees?', 'How many trees are there?')
        .replace('"Weeds"', '"Wild herbs"'),
    );
    expect((await admin(['questionnaire', 'import', file])).out).toMatch(/is revision 2 of questionnaire \d+/);
    expect(await ids()).toEqual(before);
  });

  it('refuses a file with every place, and takes the others', async () => {
    const bad = fileURLToPath(instrumentFile('not-for-us'));
    const { code, err } = await admin(['questionnaire', 'import', bad, garden]);
    expect(code).toBe(1);
    const lines = err.split('\n');
    expect(lines[0]).toBe(
      `${bad}: "Not for us" was not imported; ${String(lines.length - 1)} places cannot be carried:`,
    );
    expect(lines).toContain('  item[19] (linkId "r"): an option with valueReference cannot be carried');
    expect(await server.query("select 1 from questionnaire_templates where title = 'Not for us'")).toEqual([]);
  });

  it('only looks with --dry-run; sets when it counts as missed', async () => {
    const file = join(folder, 'tiny.json');
    await writeFile(
      file,
      JSON.stringify({
        resourceType: 'Questionnaire',
        status: 'active',
        url: 'https://instruments.example/tiny',
        title: 'Tiny',
        item: [{ linkId: '1', type: 'boolean', text: 'Well?' }],
      }),
    );
    expect(JSON.parse((await admin(['questionnaire', 'import', '--dry-run', file])).out)).toEqual({
      questionnaires: [
        {
          file,
          title: 'Tiny',
          outcome: 'can be imported',
          questions: 1,
          scores: 0,
          languages: [],
          carried: [],
          notes: [],
          refusals: [],
        },
      ],
    });
    expect(await server.query("select 1 from questionnaire_templates where title = 'Tiny'")).toEqual([]);
    await admin(['questionnaire', 'import', '--missed-after', 'never', file]);
    expect(
      await server.query("select missed_after_days as days from questionnaire_templates where title = 'Tiny'"),
    ).toEqual([{ days: null }]);
    expect((await admin(['questionnaire', 'list'])).out).toContain(
      'Tiny  (1 item, 0 scores; 0 open, 0 completed)  https://instruments.example/tiny',
    );
  });
});

describe('mistakes are one clear line and a code that is not 0', () => {
  it.each([
    [['nonsense'], 2, 'There is no command "nonsense". See: npm run admin -- --help'],
    [
      ['questionnaire', 'eat'],
      2,
      '"questionnaire eat" is not a command; there are: questionnaire import, questionnaire settings, questionnaire texts, questionnaire list, questionnaire assign, questionnaire series add, questionnaire series list, questionnaire series stop.',
    ],
    [['questionnaire', 'import'], 2, 'questionnaire import needs at least one file.'],
    [
      ['questionnaire', 'import', '/no/such/file.json'],
      1,
      "Cannot read /no/such/file.json: ENOENT: no such file or directory, open '/no/such/file.json'",
    ],
    [
      ['questionnaire', 'import', '--missed-after', 'soon', 'x'],
      2,
      '--missed-after needs a number of days or "never", not "soon".',
    ],
    [
      ['questionnaire', 'assign', '--patient', 'patient'],
      2,
      'questionnaire assign needs --questionnaire and --patient.',
    ],
    [
      ['questionnaire', 'assign', '--questionnaire', 'Nothing', '--patient', 'patient'],
      1,
      'No questionnaire is called "Nothing". See: questionnaire list',
    ],
    [
      ['questionnaire', 'assign', '--questionnaire', 'Sleep diary', '--patient', 'nobody'],
      1,
      'No patient has the record number or username "nobody".',
    ],
    [
      ['questionnaire', 'assign', '--questionnaire', 'Sleep diary', '--patient', 'patient', '--due', '2026-02-30'],
      2,
      '--due needs a date like 2026-11-30, not "2026-02-30".',
    ],
    [['questionnaire', 'list', '--loud'], 2, "Unknown option '--loud'"],
    [['responses'], 2, 'responses needs --since with a date.'],
    [['responses', '--since', '2026-11-02', '--until', '2026-11-01'], 2, '--until is before --since.'],
    [
      ['responses', '--since', '2026-11-02', '--out', '/no/such/folder/x.json'],
      1,
      expect.stringMatching(/^Cannot write \/no\/such\/folder\/x\.json: ENOENT[^\n]*$/),
    ],
  ] as const)('%j', async (args, code, line) => {
    expect(await admin(args)).toEqual({ code, out: '', err: line });
  });

  it('an unreachable and an empty database', async () => {
    const nowhere = await admin(['questionnaire', 'list'], 'postgresql://nobody@127.0.0.1:9/none');
    expect([nowhere.code, nowhere.err]).toEqual([
      1,
      expect.stringMatching(/^Cannot reach the database of DATABASE_URL: [^\n]*$/),
    ]);
    const empty = await testDatabase('empty');
    expect(await admin(['questionnaire', 'list'], empty.url)).toEqual({
      code: 1,
      out: '',
      err: 'There is nothing in the database of DATABASE_URL yet: start the server once with npm start.',
    });
    await empty.drop();
  });

  it('a DATA_DIR that has no database, and makes none there', async () => {
    for (const name of ['mistyped', '.']) {
      const dataDir = join(folder, name);
      expect(await command(['questionnaire', 'list'], '', { DATA_DIR: dataDir })).toEqual({
        code: 1,
        out: '',
        err: `There is nothing in the database in ${dataDir} yet: start the server once with npm start.`,
      });
    }
    expect(await readdir(folder)).not.toContain('database');
    expect(await readdir(folder)).not.toContain('mistyped');
  });
});
