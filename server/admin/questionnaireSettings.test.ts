import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
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
  folder = await mkdtemp(join(tmpdir(), 'vestibule-settings-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
async function keep(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(content));
  return file;
}
const choice = (linkId: string) => ({
  linkId,
  type: 'choice',
  text: `How much ${linkId}?`,
  answerOption: [0, 1, 2].map((value) => ({
    valueCoding: { code: `${linkId}${String(value)}`, display: `Level ${String(value)}` },
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: value }],
  })),
});
const form = (title: string | null, more: object = {}) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  ...(title === null ? {} : { title }),
  item: [choice('pain'), choice('joy')],
  ...more,
});
const contentOf = (title: string) =>
  server.query(
    `select t.id, t.current_revision as revision, r.content->'scores' as scores, r.content->>'instructions' as instructions, r.content->>'description' as description
     from questionnaire_templates t join questionnaire_revisions r on r.template_id = t.id and r.revision = t.current_revision where t.title = $1 order by t.id`,
    [title],
  );

describe('numbers that nobody defined', () => {
  it('are not made of a file that says no total, and the operator hears it', async () => {
    const done = await admin(
      'questionnaire',
      'import',
      await keep('global.json', form('Global', { description: 'A **short** form' })),
    );
    expect(done.out).toContain('(2 questions, 0 scores)');
    expect(done.out).toContain('so that there is none; its settings can make one');
    expect(await contentOf('Global')).toMatchObject([{ scores: [], description: 'A <strong>short</strong> form' }]);
  });

  it('a file without url and identifier revises another of its title only with --revises; the very same file is itself', async () => {
    const file = await keep('twin.json', form('Twins'));
    await admin('questionnaire', 'import', file);
    expect((await admin('questionnaire', 'import', file)).out).toMatch(/"Twins" is unchanged/);
    const changed = await keep('changed.json', form('Twins', { item: [choice('pain'), choice('sleep')] }));
    const other = await admin('questionnaire', 'import', changed);
    expect(other.out).toMatch(
      /"Twins" is questionnaire \d+ .*\n.*\n? {2}note: the title is that of 1 questionnaire more/s,
    );
    const [first, second] = await contentOf('Twins');
    expect([first?.['revision'], second?.['revision']]).toEqual([1, 1]);
    expect((await admin('questionnaire', 'list')).out).toMatch(/ {2}Twins {2}\([^)]*\)$/m);

    const third = await keep('third.json', form('Twins', { item: [choice('pain')] }));
    const revised = await admin('questionnaire', 'import', '--revises', String(first?.['id']), third);
    expect(revised.out).toContain(`is revision 2 of questionnaire ${String(first?.['id'])}`);
    expect((await admin('questionnaire', 'import', third)).out).toMatch(/"Twins" is unchanged/);
    expect(await admin('questionnaire', 'import', '--revises', String(first?.['id']), changed)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is known as another questionnaire'),
    });
  });
});

describe('questionnaire settings', () => {
  it('gives a total, its messages, texts and a title; a later revision keeps them, an empty file takes them off', async () => {
    const url = 'https://instruments.example/wellbeing';
    await admin('questionnaire', 'import', await keep('form.json', form('Wellbeing', { url })));
    const settings = {
      questionnaire: url,
      title: 'How you are',
      instructions: 'Think of *today*.',
      totals: [{ key: 'joy', name: 'Joy', items: ['joy'], messages: [{ from: 2, text: 'Good to hear.' }] }],
    };
    expect(await admin('questionnaire', 'settings', await keep('settings.json', settings))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The settings are in revision 2 of questionnaire \d+\.$/),
    });
    expect(await contentOf('How you are')).toMatchObject([
      { revision: 2, instructions: 'Think of <em>today</em>.', scores: [{ scoreKey: 'joy', name: 'Joy' }] },
    ]);
    expect((await admin('questionnaire', 'settings', join(folder, 'settings.json'))).out).toContain(
      'says this already',
    );
    expect(await server.query("select 1 from audit_events where type = 'questionnaire.settings_changed'")).toHaveLength(
      2,
    );

    const next = form('Wellbeing', { url, item: [choice('pain'), choice('joy'), choice('rest')] });
    await admin('questionnaire', 'import', await keep('next.json', next));
    expect(await contentOf('How you are')).toMatchObject([{ revision: 3, scores: [{ scoreKey: 'joy' }] }]);
    const lacking = await admin(
      'questionnaire',
      'import',
      await keep('less.json', form('Wellbeing', { url, item: [choice('pain')] })),
    );
    expect([lacking.code, lacking.err]).toEqual([1, expect.stringContaining('there is no item "joy"')]);

    await admin('questionnaire', 'settings', await keep('none.json', { questionnaire: url }));
    expect(await contentOf('Wellbeing')).toMatchObject([{ revision: 4, scores: [], instructions: null }]);
  });

  it('says which answers somebody has to look at, by words, codes or worth; it tells where nobody would hear of it', async () => {
    const url = 'https://instruments.example/low';
    await admin('questionnaire', 'import', await keep('low.json', form('Low', { url })));
    const alerts = [
      { key: 'words', item: 'pain', options: ['Level 2'] },
      { key: 'code', item: 'pain', options: ['pain1', 'pain2'], tell: 'nurse@clinic.example' },
      { key: 'worth', item: 'joy', from: 1 },
    ];
    const done = await admin('questionnaire', 'settings', await keep('alerts.json', { questionnaire: url, alerts }));
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringMatching(/note: nobody is told of its alerts at .+; see: facility alerts$/),
    ]);
    const [row] = await server.query(
      `select r.content->'alerts' as alerts, r.content->'items' as items from questionnaire_revisions r join questionnaire_templates t on t.id = r.template_id
       where t.title = 'Low' and r.revision = t.current_revision`,
    );
    const { alerts: kept, items } = v.parse(
      v.object({
        alerts: v.array(v.object({ when: v.looseObject({ listAnswerIds: v.optional(v.array(v.number())) }) })),
        items: v.array(v.looseObject({ listAnswers: v.array(v.looseObject({ listAnswerId: v.number() })) })),
      }),
      row,
    );
    const options = items[0]?.listAnswers.map(({ listAnswerId }) => listAnswerId) ?? [];
    expect(kept.map(({ when }) => when.listAnswerIds ?? null)).toEqual([options.slice(2), options.slice(1), null]);
    const wrong = [{ key: 'a', item: 'pain', options: ['Level 7'] }];
    expect(
      await admin('questionnaire', 'settings', await keep('wrong.json', { questionnaire: url, alerts: wrong })),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('alerts[0] ("a"): "pain" has no option "Level 7"; it has "Level 0"'),
    });
  });

  it('gives a title to a file that lacks one, in the same command', async () => {
    const untitled = await keep('untitled.json', form(null));
    expect((await admin('questionnaire', 'import', untitled, '--dry-run')).out).toContain(
      'it is called \\"untitled\\" unless its settings give it a title',
    );
    const settings = await keep('titled.json', { title: 'With a name' });
    expect((await admin('questionnaire', 'import', untitled, '--settings', settings)).out).toContain(
      '"With a name" is questionnaire',
    );
    expect(await contentOf('With a name')).toMatchObject([{ revision: 1 }]);
  });

  it('says each mistake with its place', async () => {
    const mistaken = await keep('mistaken.json', {
      questionnaire: 'Global',
      totals: [{ key: '', messages: [{ from: 3, to: 1, text: 'x' }] }],
      colour: 1,
    });
    const { code, err } = await admin('questionnaire', 'settings', mistaken);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/totals\.0\.key.*totals\.0\.messages\.0.*"from" is higher.*colour/s),
    ]);
  });
});
