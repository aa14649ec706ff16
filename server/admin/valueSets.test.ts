import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-value-sets-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server?.stop();
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
async function keep(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

describe('value sets of a facility', () => {
  it('give a questionnaire its options that it does not bring along', async () => {
    const questionnaire = await keep(
      'questionnaire.txt',
      JSON.stringify({
        resourceType: 'Questionnaire',
        status: 'active',
        title: 'Conditions of a facility',
        item: [{ linkId: 'which', type: 'choice', text: 'Which?', answerValueSet: 'urn:facility:all' }],
      }),
    );
    const without = await admin('questionnaire', 'import', questionnaire);
    expect(without.code).toBe(1);
    expect((await admin('valueset', 'list')).out).toBe('There are no value sets yet.');

    await keep(
      'conditions.csv',
      '# url: urn:facility:some\n# system: urn:codes\ncode,display\nJ45,Asthma\nE11,Diabetes',
    );
    await keep(
      'all.json',
      JSON.stringify({
        resourceType: 'ValueSet',
        url: 'urn:facility:all',
        title: 'All of them',
        compose: { include: [{ valueSet: ['urn:facility:some'] }, { system: 'urn:others' }] },
      }),
    );
    await keep(
      'others.json',
      JSON.stringify({
        resourceType: 'CodeSystem',
        url: 'urn:others',
        content: 'complete',
        concept: [{ code: 'none', display: 'None', concept: [{ code: 'unknown', display: 'I do not know' }] }],
      }),
    );
    const broken = await keep('broken.json', '{');
    const some = await admin('valueset', 'import', folder);
    expect(some.code).toBe(1);
    expect(some.err).toMatch(/broken\.json was not imported: it is not JSON/);
    await rm(broken);
    expect(await admin('valueset', 'import', folder)).toMatchObject({ code: 0, err: '' });
    expect((await admin('valueset', 'list')).out.split('\n')).toEqual([
      'ValueSet    urn:facility:all  (0 concepts)  All of them',
      'ValueSet    urn:facility:some  (2 concepts)',
      'CodeSystem  urn:others  (2 concepts)',
    ]);

    expect((await admin('questionnaire', 'import', '--dry-run', questionnaire)).code).toBe(0);
    expect((await admin('questionnaire', 'import', questionnaire)).code).toBe(0);
    const [saved] = await server.query(
      "select r.content->'items'->0->'listAnswers' as options from questionnaire_templates t join questionnaire_revisions r on r.template_id = t.id where t.title = 'Conditions of a facility'",
    );
    expect(saved?.['options']).toMatchObject([
      { answerText: 'Asthma' },
      { answerText: 'Diabetes' },
      { answerText: 'None' },
      { answerText: 'I do not know' },
    ]);
  });

  it('come from the folders below a folder too, whatever those are called', async () => {
    const top = join(folder, 'tree');
    await mkdir(join(top, 'release.json', 'r4'), { recursive: true });
    await writeFile(
      join(top, 'release.json', 'r4', 'Colours.JSON'),
      JSON.stringify({
        resourceType: 'CodeSystem',
        url: 'urn:tree:colours',
        content: 'complete',
        concept: [{ code: 'red', display: 'Red' }],
      }),
    );
    await writeFile(join(top, 'release.json', 'shapes.csv'), '# url: urn:tree:shapes\ncode,display\nsq,Square');
    expect(await admin('valueset', 'import', top)).toMatchObject({ code: 0, err: '' });
    const { out } = await admin('valueset', 'list');
    expect(out.split('\n').filter((line) => line.includes('urn:tree:'))).toEqual([
      'CodeSystem  urn:tree:colours  (1 concepts)',
      'ValueSet    urn:tree:shapes  (1 concepts)',
    ]);
  });

  it('are done without where the operator wants the answers in words', async () => {
    const file = await keep(
      'unlisted.json',
      JSON.stringify({
        resourceType: 'Questionnaire',
        url: 'https://instruments.example/Questionnaire/unlisted',
        title: 'Nowhere listed',
        status: 'active',
        item: [{ linkId: 'a', type: 'choice', text: 'Which?', answerValueSet: 'urn:nowhere' }],
      }),
    );
    const refused = await admin('questionnaire', 'import', file);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('with --answer-in-words it is asked')]);
    const taken = await admin('questionnaire', 'import', '--answer-in-words', file);
    expect([taken.code, taken.out]).toEqual([
      0,
      expect.stringContaining("asked in the person's own words, as was asked"),
    ]);
    const items = await server.query(
      "select r.content->'items'->0->>'questionnaireItemType' as type from questionnaire_templates t join questionnaire_revisions r on r.template_id = t.id where t.title = 'Nowhere listed'",
    );
    expect(items).toEqual([{ type: 'TextQuestion' }]);
  });

  it('are refused with a reason where they cannot be read', async () => {
    expect((await admin('valueset', 'import')).err).toMatch(/at least one file or folder/);
    expect((await admin('valueset', 'import', join(folder, 'missing'))).err).toMatch(/no file or folder/);
    const nameless = await keep('nameless.csv', 'code,display\na,b');
    expect((await admin('valueset', 'import', nameless)).err).toMatch(/does not say what it is named by/);
    expect((await admin('valueset', 'import', '--url', 'urn:named', nameless)).out).toBe(
      'ValueSet urn:named: 1 concepts.',
    );
    expect((await admin('valueset', 'import', '--url', 'urn:named', folder)).err).toMatch(/for one file/);
  });
});
