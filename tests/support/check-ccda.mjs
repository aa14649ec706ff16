/**
 * `npm run check:ccda -- FOLDER [document.xml …]`: checks the project's own summaries, or the named documents, against the public rules,
 * which are not part of this project: HL7's schema of CDA with its extensions (`CDA_SDTC.xsd`), the schematron of C-CDA R2.1 (one `.sch`,
 * with its `voc.xml` beside it), and the skeleton that turns a schematron into XSLT 1.0 (`iso_abstract_expand.xsl`,
 * `iso_svrl_for_xslt1.xsl`), each anywhere in the folder. Needs `xmllint` and `xsltproc` (Debian: libxml2-utils, xsltproc). Warnings of the
 * schematron are counted; an error ends it with exit code 1.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, run } from '../../server/bin/setup.mjs';

const [folder, ...documents] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('npm run check:ccda -- FOLDER [document.xml …]\n');
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
const find = (ending) => {
  const found = files.find((name) => name.endsWith(ending));
  if (found === undefined) throw new Error(`${folder} has no ${ending}`);
  return found;
};
const out = mkdtempSync(join(tmpdir(), 'ccda-'));
const rules = join(dirname(find('.sch')), 'compiled.xsl');
writeFileSync(
  join(out, 'expanded.sch'),
  execFileSync('xsltproc', [find('iso_abstract_expand.xsl'), find('.sch')], { maxBuffer: 2 ** 28 }),
);
// Written beside the schematron, so that it finds its vocabulary.
writeFileSync(
  rules,
  execFileSync('xsltproc', [find('iso_svrl_for_xslt1.xsl'), join(out, 'expanded.sch')], { maxBuffer: 2 ** 28 }),
);

if (documents.length === 0) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const code = await run(
    process.execPath,
    [vitest, 'run', '--project', 'unit', 'server/healthSummary/write/document.unit.test.ts'],
    {
      env: { ...process.env, CCDA_SAMPLES_TO: out },
    },
  );
  if (code !== 0) process.exit(code);
  documents.push(...readdirSync(out).flatMap((name) => (name.endsWith('.xml') ? [join(out, name)] : [])));
}

let errors = 0;
for (const document of documents) {
  const schema = spawnSync('xmllint', ['--noout', '--schema', find('CDA_SDTC.xsd'), document], { encoding: 'utf8' });
  const report = execFileSync('xsltproc', [rules, document], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  /** @type {{ errors: string[], warnings: string[] }} */
  const failed = { errors: [], warnings: [] };
  let kind = 'errors';
  for (const [, pattern, message] of report.matchAll(
    /<svrl:active-pattern[^>]*?(?:id|name)="([^"]*)"|<svrl:failed-assert[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g,
  )) {
    if (pattern !== undefined) kind = pattern.includes('warnings') ? 'warnings' : 'errors';
    else failed[kind].push(message.replace(/\s+/g, ' ').trim());
  }
  process.stdout.write(
    `${document}: schema ${schema.status === 0 ? 'passed' : 'FAILED'}, ${failed.errors.length} errors, ${failed.warnings.length} warnings\n`,
  );
  if (schema.status !== 0) process.stdout.write(schema.stderr);
  for (const message of new Set(failed.errors)) process.stdout.write(`  ${message}\n`);
  errors += failed.errors.length + (schema.status === 0 ? 0 : 1);
}
rmSync(out, { recursive: true, force: true });
process.exit(errors === 0 ? 0 : 1);
