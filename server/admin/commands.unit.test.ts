import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { installationOf } from './cells.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { partsOf } from './help.ts';
import { runAdmin } from './run.ts';

/** Runs a command line that must end before it opens the database. */
async function run(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runAdmin(args, {
    out: (line) => out.push(line),
    outAll: () => Promise.reject(new Error('a long list was written')),
    err: (line) => err.push(line),
    input: () => process.stdin,
    ...installationOf({}),
    database: () => Promise.reject(new Error('the database was opened')),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const groups = [
  ...new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0] ?? '')),
];

function shortUsage({ name, parameters }: Command): string {
  const parts = partsOf(parameters);
  const needed = parts.filter((part) => !part.startsWith('['));
  return [name, ...needed, ...(needed.length < parts.length ? ['…'] : [])].join(' ');
}

const inTable = (text: string): string => text.replaceAll('|', '\\|');

/** The page of the handbook that lists the commands. */
function handbookOf(): string {
  const pages = (page: string) => page.replaceAll(/\S+\.md/g, (file) => `[${file.replace('.md', '')}](${file})`);
  const rows = commands.map(
    (one) =>
      `| \`${inTable(shortUsage(one))}\` | ${inTable(one.does)}${one.page === undefined ? '' : ` See ${pages(one.page)}.`} |`,
  );
  return `# Commands

\`npm run admin -- …\` works on the same database as the server (same settings). \`npm run admin -- --help\` lists them as well, and each says
more with \`--help\`: all its options, and how the files that it reads are laid out. \`npm run admin -- --cell NAME …\` works on a [cell](cluster.md#cells), and \`--cell all\` asks
each of them: ${commands.flatMap(({ name, inAllCells }) => (inAllCells === true ? [`\`${name}\``] : [])).join(', ')}.

| command | does |
|---|---|
${rows.join('\n')}
`;
}

test('commands.md lists every command (npx vitest run --project unit server/admin -u writes it)', async () => {
  await expect(handbookOf()).toMatchFileSnapshot('../docs/commands.md');
});

test('no command begins with the name of another', () => {
  const names = commands.map(({ name }) => name);
  expect(names.filter((name) => names.some((other) => other !== name && name.startsWith(`${other} `)))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('facility import --help has every key of facility.json', async () => {
  const schema = await readFile(new URL('../docs/schemas/facility.schema.json', import.meta.url), 'utf8');
  const Keys = v.record(v.string(), v.object({ properties: v.optional(v.record(v.string(), v.unknown()), {}) }));
  const { properties } = v.parse(v.object({ properties: Keys }), JSON.parse(schema));
  const { out } = await run('facility', 'import', '--help');
  const keys = Object.entries(properties).flatMap(([key, { properties: parts }]) => [key, ...Object.keys(parts)]);
  expect(keys.filter((key) => key !== '$schema' && !new RegExp(`\\b${key}\\b`).test(out))).toEqual([]);
});

describe('help', () => {
  test.each(['--help', '-h', 'help'])('%s lists every command', async (word) => {
    const { code, out, err } = await run(word);
    expect([code, err]).toEqual([0, '']);
    for (const { name } of commands) expect(out).toContain(`\n  ${name} `);
  });

  test('nothing at all gets the list too, as something that is not understood', async () => {
    expect((await run()).code).toBe(2);
    expect((await run()).out).toBe((await run('--help')).out);
  });

  test.each(groups)('%s --help lists the commands of the group alone', async (group) => {
    const { code, out } = await run(group, '--help');
    expect(code).toBe(0);
    for (const { name } of commands) expect(out.includes(`\n  ${name} `)).toBe(name.split(' ')[0] === group);
  });

  test.each(commands.map(({ name, does }) => [name, does]))('%s --help says how it is written', async (name, does) => {
    const { code, out, err } = await run(...name.split(' '), '--help');
    expect([code, err, out.startsWith(name)]).toEqual([0, '', true]);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(does);
  });
});

test.each(commands.filter(({ ignoresArguments }) => ignoresArguments !== true).map(({ name }) => name))(
  '%s refuses an option that it does not have',
  async (name) => {
    expect(await run(...name.split(' '), '--loudly')).toEqual({ code: 2, out: '', err: "Unknown option '--loudly'" });
  },
);

test.each([
  ['patient', 'merge', '--facility', 'Northlight', '--into', '1003', '--from', '1001', '--from', '1002'],
  ['user', 'disable', '--user', 'mara', '--user', 'nora'],
])('%s %s takes neither of two values where one belongs', async (...args) => {
  expect(await run(...args)).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--\w+ can be given only once\.$/),
  });
});
